import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '~/kit/ui/data/api';
import type { ListState } from '~/kit/ui/data/list-store';
import type { Beginning, RecoveryCodes, SecondFactor } from '../second-factor.fields';

const path = '/auth/second-factor';

export function useSecondFactor() {
  const { data, isError, refetch } = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => api.get<SecondFactor>(path),
    staleTime: 0,
  });
  const state: ListState = data ? 'ready' : isError ? 'failed' : 'loading';
  const reload = useCallback(async () => {
    await refetch();
  }, [refetch]);
  return { factor: data, state, reload };
}

export function beginFactor(password: string): Promise<Beginning> {
  return api.post<Beginning>(path, { password });
}

export async function confirmFactor(code: string): Promise<readonly string[]> {
  return (await api.post<RecoveryCodes>(path, { code })).recovery_codes;
}

export async function turnOffFactor(password: string): Promise<void> {
  await api.delete(path, { password });
}
