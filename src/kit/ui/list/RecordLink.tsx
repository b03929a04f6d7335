import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  /** Of the screen that shows it on `?view={id}`. */
  path: string;
  id: number;
  children: ReactNode;
}

/** Leads to another record, opened on its own screen. */
export function RecordLink({ path, id, children }: Props) {
  return (
    <Link to={path} search={{ view: id } as object}>
      {children}
    </Link>
  );
}
