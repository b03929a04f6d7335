import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  path: string;
  id: number;
  children: ReactNode;
}

export function RecordLink({ path, id, children }: Props) {
  return (
    <Link to={path} search={{ view: id } as object}>
      {children}
    </Link>
  );
}
