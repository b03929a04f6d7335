import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/data/api';
import { compareTexts } from '~/kit/ui/data/list-rows';
import { type List, type ListState, useList } from '~/kit/ui/data/list-store';
import { queryClient } from '~/kit/ui/data/query-client';
import type { UserSession } from '../../sessions/sessions.fields';
import type { DirectoryUser, NewAccount, User, UserPatch } from '../../users.fields';

type Patch = UserPatch & { updated_at?: string };

export function useUsers() {
  const list = useList<User>({ entity: 'users', path: '/users', unscoped: true });
  return useMemo(() => ({ ...list, ...actions(list) }), [list]);
}

export type Users = ReturnType<typeof useUsers>;

function actions(list: List<User>) {
  const stored = (user: User): User => {
    list.put(user);
    return user;
  };
  return {
    create: async (values: NewAccount & { role_id?: number }) =>
      stored(await api.post<User>('/users', values)),
    update: async (id: number, patch: Patch) => stored(await api.put<User>(`/users/${id}`, patch)),
    resetPassword: async (id: number, password: string) =>
      stored(await api.put<User>(`/users/${id}/reset-password`, { password })),
    resetFactor: async (id: number) => {
      await api.delete(`/users/${id}/second-factor`);
    },
    unlink: async (id: number) => {
      await api.delete(`/users/${id}/single-sign-on`);
      await queryClient.invalidateQueries({ queryKey: linked });
    },
    delete: async (id: number) => {
      await api.delete(`/users/${id}`);
      list.remove(id);
    },
  };
}

const linked = ['linked-users'];

/** The users who are known at the provider of single sign-on; none until the server has said so. */
export function useLinkedUsers(): ReadonlySet<number> {
  const { data } = useQuery({
    queryKey: linked,
    queryFn: () => api.get<{ id: number }[]>('/users/single-sign-on'),
    staleTime: 0,
  });
  return useMemo(() => new Set(data?.map(({ id }) => id)), [data]);
}

/** Where a user is signed in, fetched again each time it is shown. */
export function useUserSessions(user: number) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['user-sessions', user],
    queryFn: () => api.get<UserSession[]>(`/users/${user}/sessions`),
    staleTime: 0,
    gcTime: 0,
  });
  const state: ListState = data ? 'ready' : isError ? 'failed' : 'loading';
  return {
    sessions: data ?? [],
    state,
    retry: () => void refetch(),
    endAll: async () => {
      await api.delete(`/users/${user}/sessions`);
      await refetch();
    },
  };
}

/** All current and former assignees. */
export function useDirectory(): List<DirectoryUser> {
  return useList<DirectoryUser>({
    entity: 'users',
    path: '/users/directory',
    unscoped: true,
    order: byName,
  });
}

function byName(a: DirectoryUser, b: DirectoryUser): number {
  return (
    compareTexts(a.first_name, b.first_name) ||
    compareTexts(a.last_name, b.last_name) ||
    a.id - b.id
  );
}

/** The active users as choices of a select, plus the one that is currently set. */
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
