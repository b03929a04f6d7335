import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '~/kit/ui/data/api';
import type { ListState } from '~/kit/ui/data/list-store';
import type { Passkey } from '../passkeys.fields';

const path = '/auth/passkeys';

export function usePasskeys() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => api.get<Passkey[]>(path),
    staleTime: 0,
  });
  const state: ListState = data ? 'ready' : isError ? 'failed' : 'loading';
  const reload = useCallback(async () => {
    await refetch();
  }, [refetch]);
  return {
    passkeys: data ?? [],
    state,
    reload,
    rename: async (id: number, name: string) => {
      await api.put(`${path}/${id}`, { name });
      await reload();
    },
    remove: async (id: number) => {
      await api.delete(`${path}/${id}`);
      await reload();
    },
  };
}
