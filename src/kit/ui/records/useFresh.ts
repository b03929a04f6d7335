import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '~/kit/ui/calls/api';
import type { ListState } from './list-store';

interface Options {
  gcTime?: number;
  refetchOnWindowFocus?: boolean;
}

/** What a call responds, requested again each time that it is shown. */
export function useFresh<T>(path: string, options: Options = {}) {
  const { data, isError, refetch } = useQuery({
    queryKey: [path],
    queryFn: () => api.get<T>(path),
    staleTime: 0,
    ...options,
  });
  const state: ListState = data ? 'ready' : isError ? 'failed' : 'loading';
  const reload = useCallback(async () => {
    await refetch();
  }, [refetch]);
  return { data, state, reload };
}
