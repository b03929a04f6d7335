import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface Props {
  path: string;
  id: number;
  name: ReactNode;
}

export function RecordLink({ path, id, name }: Props) {
  return (
    <Link to={path} search={{ view: id } as object}>
      {name}
    </Link>
  );
}
