import { QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, ApiError, getList, type KeptList } from './api';

export interface Identified {
  id: number;
}

interface ListSource {
  /** As the server names it on the live channel. */
  entity: string;
  path: string;
  /** Entities whose change may change what these rows show. */
  dependsOn?: readonly string[];
  /** No call gives one of its records: every change loads it anew. */
  whole?: boolean;
  /** The same list wherever the person works; the others hold what belongs there (`holdOnly`). */
  unscoped?: boolean;
}

/** Lists live in memory, whole; changes arrive one by one. */
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
  /** Puts a record on the list: in its place, or at the top when it is new. */
  put: (row: Row) => void;
  remove: (id: number) => void;
}

// Lists as they last came from the server, with their tags: asking again costs nothing while nothing changed.
const received = new Map<string, KeptList<unknown>>();

/** Forgets all that was loaded: the next person must not see it. */
export function forgetRecords(): void {
  queryClient.clear();
  received.clear();
}

let belongs: (row: Identified) => boolean = () => true;

/** Says which records a list holds where the person works now; asked of each that comes by itself. */
export function holdOnly(rule: (row: Identified) => boolean): void {
  belongs = rule;
}

/** The person works elsewhere now: what was loaded is forgotten, and what is shown is loaded anew. */
export async function reloadRecords(client: QueryClient): Promise<void> {
  await client.resetQueries({
    predicate: ({ queryKey: [kind], meta }) => {
      const source = meta?.['list'] as ListSource | undefined;
      return kind === 'answer' || (kind === 'list' && !source?.unscoped);
    },
  });
}

const none: readonly never[] = [];

/** A whole list, kept for as long as the page is open and current by itself. */
export function useList<Row extends Identified>(source: ListSource): List<Row> {
  const client = useQueryClient();
  const query = useQuery(listQuery<Row>(source));
  const { data, refetch } = query;
  const { path, unscoped = false } = source;
  return useMemo(
    () => ({
      rows: data ?? none,
      state: data ? 'ready' : query.isError ? 'failed' : 'loading',
      retry: () => void refetch(),
      put: (row) => putRow(client, { path, unscoped }, row),
      remove: (id) => removeRow(client, path, id),
    }),
    [data, query.isError, refetch, client, path, unscoped],
  );
}

/** Fetches a list ahead of the screen that shows it, unless it is there; a failure is that screen's to tell. */
export async function preloadList(source: ListSource): Promise<void> {
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

export interface Change {
  entity: string;
  id: number | null;
  action: 'created' | 'updated' | 'deleted';
  version: string | null;
}

/** Brings the lists up to date with what happened elsewhere; more than a handful at once reload the list. */
export async function applyChanges(client: QueryClient, changes: readonly Change[]): Promise<void> {
  for (const query of client.getQueryCache().getAll()) {
    const source = query.meta?.['list'] as ListSource | undefined;
    if (!source) continue;
    const own = changes.filter((change) => change.entity === source.entity);
    // While a list is still on its way there is no row to change: what it was read from may be older.
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
    if (error instanceof ApiError && error.status === 404) removeRow(client, source.path, id);
    else await client.invalidateQueries({ queryKey: listKey(source.path) });
  }
}
