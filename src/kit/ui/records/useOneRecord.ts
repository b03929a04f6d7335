import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type ApiDetail, isRefusal } from '~/kit/ui/calls/api';
import { responseKey } from './computed';
import { listFeeds } from '~/kit/ui/feeds/list-feeds';
import type { Identified, List } from './list-store';
import { queryClient } from '~/kit/ui/calls/query-client';

interface Source {
  entity: string;
  path: string;
  /** Whose changes may change the record too. */
  dependsOn?: readonly string[];
}

type Versioned = Identified & { updated_at: string };

export interface OneRecord<Row extends Identified> {
  /** The record alone, as a list, for the forms and questions that a list has. */
  list: List<Row>;
  row: Row | null;
  state: 'loading' | 'failed' | 'ready' | 'missing';
  /** Which record it was merged into, where it is missing for that. */
  mergedInto: ApiDetail['record'] | null;
}

/** One record by its id, kept current while it is shown; missing where there is none, or none to be read. */
export function useOneRecord<Row extends Versioned>(source: Source, id: number): OneRecord<Row> {
  const { entity, path, dependsOn } = source;
  const call = `${path}/${id}`;
  const { data, error, refetch } = useQuery({
    queryKey: responseKey(call, 'record'),
    queryFn: () => api.get<Row>(call),
    meta: { dependsOn: [entity, ...(dependsOn ?? [])] },
  });
  const isMissing = isRefusal(error, 'record.not_found');
  const row = isMissing ? null : (data ?? null);
  const state = isMissing ? 'missing' : row ? 'ready' : error ? 'failed' : 'loading';
  const list = useMemo<List<Row>>(
    () => ({
      path,
      rows: row ? [row] : [],
      first: [],
      long: null,
      isSortedByServer: false,
      state: state === 'ready' || state === 'loading' ? state : 'failed',
      retry: () => void refetch(),
      put: (row) => {
        queryClient.setQueryData<Row>(responseKey(`${path}/${row.id}`, 'record'), (cached) =>
          cached && cached.updated_at <= row.updated_at ? { ...cached, ...row } : cached,
        );
        listFeeds.put(path, row);
      },
      remove: () => undefined,
    }),
    [path, row, state, refetch],
  );
  const mergedInto = isMissing
    ? (error.details.find(({ record }) => record)?.record ?? null)
    : null;
  return { list, row, state, mergedInto };
}
