import type { Change } from '~/kit/shared/changes';
import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, getList, isRefusal, type KeptList } from './api';

export interface Identified {
  id: number;
}

interface ListSource {
  entity: string;
  path: string;
  dependsOn?: readonly string[];
  /** Its records cannot be fetched one by one: every change reloads it. */
  whole?: boolean;
  /** Independent of the current workspace; other lists hold only what belongs there (`holdOnly`). */
  unscoped?: boolean;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      retry: false,
    },
  },
});

export type ListState = 'loading' | 'failed' | 'ready';

export interface List<Row> {
  rows: readonly Row[];
  state: ListState;
  retry: () => void;
  put: (row: Row) => void;
  remove: (id: number) => void;
}

const received = new Map<string, KeptList<unknown>>();

/** Drops everything loaded: the next person must not see it. */
export function forgetRecords(): void {
  queryClient.clear();
  received.clear();
}

let belongs: (row: Identified) => boolean = () => true;

/** Sets which records belong to the current workspace; applied to each record that arrives by itself. */
export function holdOnly(rule: (row: Identified) => boolean): void {
  belongs = rule;
}

let isRead: (entity: string) => boolean = () => true;

/** Sets which entities the signed-in person reads; lists of others stay empty and are never asked for. */
export function readOnlyThese(rule: (entity: string) => boolean): void {
  isRead = rule;
}

/** After a change of workspace: drops what was loaded and reloads what is shown. */
export async function reloadRecords(client: QueryClient): Promise<void> {
  await client.resetQueries({
    predicate: ({ queryKey: [kind], meta }) => {
      const source = meta?.['list'] as ListSource | undefined;
      return kind === 'answer' || (kind === 'list' && !source?.unscoped);
    },
  });
}

const none: readonly never[] = [];

export function useList<Row extends Identified>(source: ListSource): List<Row> {
  const client = useQueryClient();
  const isAsked = isRead(source.entity);
  const query = useQuery({ ...listQuery<Row>(source), enabled: isAsked });
  const { data, refetch } = query;
  const { path, unscoped = false } = source;
  return useMemo(
    () => ({
      rows: data ?? none,
      state: data || !isAsked ? 'ready' : query.isError ? 'failed' : 'loading',
      retry: () => void refetch(),
      put: (row) => putRow(client, { path, unscoped }, row),
      remove: (id) => removeRow(client, path, id),
    }),
    [data, isAsked, query.isError, refetch, client, path, unscoped],
  );
}

/** Fetches a list ahead of its screen, unless it is loaded; failures are left to that screen. */
export async function preloadList(source: ListSource): Promise<void> {
  if (!isRead(source.entity)) return;
  await queryClient.query(listQuery<Identified>(source)).catch(() => undefined);
}

function listQuery<Row extends Identified>(source: ListSource) {
  return {
    queryKey: listKey(source.path),
    queryFn: async (): Promise<readonly Row[]> => {
      const list = await getList<Row>(
        source.path,
        received.get(source.path) as KeptList<Row> | undefined,
      );
      received.set(source.path, list);
      return list.rows;
    },
    meta: { list: source },
  };
}

function listKey(path: string): [string, string] {
  return ['list', path];
}

function putRow<Row extends Identified>(
  client: QueryClient,
  { path, unscoped }: Pick<ListSource, 'path' | 'unscoped'>,
  row: Row,
): void {
  if (!unscoped && !belongs(row)) return removeRow(client, path, row.id);
  client.setQueryData<readonly Row[]>(listKey(path), (rows) => {
    if (!rows) return rows;
    const at = rows.findIndex((each) => each.id === row.id);
    return at < 0 ? [row, ...rows] : rows.with(at, row);
  });
}

function removeRow(client: QueryClient, path: string, id: number): void {
  client.setQueryData<readonly Identified[]>(listKey(path), (rows) =>
    rows?.filter((each) => each.id !== id),
  );
}

/** Applies changes made elsewhere to the lists; more than a handful at once reload the list. */
export async function applyChanges(client: QueryClient, changes: readonly Change[]): Promise<void> {
  for (const query of client.getQueryCache().getAll()) {
    const source = query.meta?.['list'] as ListSource | undefined;
    if (!source) continue;
    const own = changes.filter((change) => change.entity === source.entity);
    // While a list is loading there is no row to change, and its snapshot may be older than the change.
    const whole =
      own.length > (source.whole || query.state.data === undefined ? 0 : 10) ||
      own.some((change) => change.id === null) ||
      changes.some((change) => change.entity === '*' || source.dependsOn?.includes(change.entity));
    if (whole) await client.invalidateQueries({ queryKey: query.queryKey });
    else await Promise.all(own.map((change) => applyChange(client, source, change)));
  }
}

async function applyChange(client: QueryClient, source: ListSource, change: Change): Promise<void> {
  const { id, version } = change;
  if (id === null) return;
  if (change.action === 'deleted') return removeRow(client, source.path, id);
  const known = client
    .getQueryData<readonly (Identified & { updated_at?: string })[]>(listKey(source.path))
    ?.find((row) => row.id === id);
  if (known && known.updated_at === version) return;
  try {
    putRow(client, source, await api.get<Identified>(`${source.path}/${id}`));
  } catch (error) {
    if (isRefusal(error, 'record.not_found')) removeRow(client, source.path, id);
    else await client.invalidateQueries({ queryKey: listKey(source.path) });
  }
}
