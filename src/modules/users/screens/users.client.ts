import { useMemo } from 'react';
import { type List, useList } from '~/kit/ui/records';

export interface DirectoryUser {
  id: number;
  first_name: string;
  last_name: string;
  is_active: boolean;
}

/** Everybody who can be, or was, an assignee. */
export function useDirectory(): List<DirectoryUser> {
  return useList<DirectoryUser>({ entity: 'users', path: '/users/directory', whole: true });
}

/** The active users as choices of a select; one who is set already stays in it. */
export function useAssignees(chosen?: number | null): readonly { value: string; label: string }[] {
  const { rows } = useDirectory();
  return useMemo(
    () =>
      rows
        .filter((user) => user.is_active || user.id === chosen)
        .map((user) => ({ value: String(user.id), label: fullName(user) })),
    [rows, chosen],
  );
}

export function fullName(user: { first_name: string | null; last_name: string | null }): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ');
}
