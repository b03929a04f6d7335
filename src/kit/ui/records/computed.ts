import { keepPreviousData, type Query, type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '~/kit/ui/calls/api';
import type { Change } from '~/kit/shared/changes';
import type { ListState } from './list-store';

type DependsOn = readonly string[] | 'everything';

export interface Computed<T> {
  data: T | null;
  state: ListState;
  isEarlier: boolean;
  retry: () => void;
}

interface ComputedOptions {
  dependsOn: DependsOn;
  day: string;
  isEnabled?: boolean;
  restMs?: number;
  /** An answer from before the screen opened counts as earlier: a form starts with the current one. */
  isFresh?: boolean;
}

/**
 * A result computed by the server from many records, such as a count: fetched again, at most once a second or in
 * `restMs`, when one of those entities or `day` changes.
 */
export function useComputed<T>(
  path: string,
  { dependsOn, day, isEnabled = true, restMs = usualRestMs, isFresh = false }: ComputedOptions,
): Computed<T> {
  const { data, isError, isPlaceholderData, isFetchedAfterMount, refetch } = useQuery({
    queryKey: responseKey(path, day),
    queryFn: () => api.get<T>(path),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchOnMount: isFresh ? 'always' : true,
    meta: { dependsOn, restMs },
  });
  const isEarlier = isPlaceholderData || (isFresh && !isFetchedAfterMount);
  return useMemo(
    () => ({
      data: data ?? null,
      state: data === undefined ? (isError ? 'failed' : 'loading') : 'ready',
      isEarlier,
      retry: () => void refetch(),
    }),
    [data, isError, isEarlier, refetch],
  );
}

const responseKeyPrefix = 'answer';

/** The key of a stored answer of the server, which is requested again when the records that it depends on change. */
export function responseKey(path: string, day: string): [string, string, string] {
  return [responseKeyPrefix, path, day];
}

const usualRestMs = 1000;
const resting = new WeakMap<Query, boolean>();

export function refreshComputed(client: QueryClient, changes: readonly Change[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [responseKeyPrefix] })) {
    const dependsOn = query.meta?.['dependsOn'] as DependsOn | undefined;
    if (!dependsOn || !isTouched(dependsOn, changes)) continue;
    if (resting.has(query)) resting.set(query, true);
    else void refresh(client, query);
  }
}

function isTouched(dependsOn: DependsOn, changes: readonly Change[]): boolean {
  return changes.some(
    ({ entity }) => entity === '*' || dependsOn === 'everything' || dependsOn.includes(entity),
  );
}

async function refresh(client: QueryClient, query: Query): Promise<void> {
  do {
    resting.set(query, false);
    await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    await new Promise((done) => setTimeout(done, Number(query.meta?.['restMs'] ?? usualRestMs)));
  } while (resting.get(query));
  resting.delete(query);
}
