import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ListFeed } from '~/kit/ui/feeds/list-feed';
import { listFeeds } from '~/kit/ui/feeds/list-feeds';
import { type Identified, type Order, tooLong } from '~/kit/ui/feeds/list-rows';
import { ListShelf, wipeOtherLists } from '~/kit/ui/feeds/list-cache';
import { LongList } from '~/kit/ui/feeds/long-list';
import { longCalls } from '~/kit/ui/feeds/long-calls';
import { onForget, queryClient } from '~/kit/ui/calls/query-client';
import { useWaitingRows } from '~/kit/ui/waiting/waiting';

export type { Identified } from '~/kit/ui/feeds/list-rows';

export interface ListSource<Row> {
  entity: string;
  path: string;
  /** Entities whose changes the server does not count as changes of this list. */
  dependsOn?: readonly string[];
  /** Independent of the current workspace; other lists hold only what belongs there (`holdOnly`). */
  unscoped?: boolean;
  order?: Order<Row>;
  /** Where the page also shows the list when it is too long to be loaded whole: whose changes may change its rows. */
  longDependsOn?: readonly string[];
}

export type ListState = 'loading' | 'failed' | 'ready';

export interface List<Row extends Identified> {
  path: string;
  /** All rows or, of a long list, those that are here. */
  rows: readonly Row[];
  /** While a list that comes newest first is loading: its first rows, as soon as they are there. */
  first: readonly Row[];
  /** Null of a list that is here whole. */
  long: LongList<Row> | null;
  /** Whether the server also sorts and filters the list. */
  isSortedByServer: boolean;
  state: ListState;
  retry: () => void;
  put: (row: Row) => void;
  remove: (id: number) => void;
}

onForget(() => {
  listFeeds.forget();
  longLists.clear();
});

const longLists = new Map<string, { list: LongList<Identified>; entities: readonly string[] }>();

listFeeds.listen((changed) => {
  for (const { list, entities } of longLists.values()) {
    if (changed.has('*') || entities.some((entity) => changed.has(entity))) list.changed();
  }
});

let belongs: (row: Identified) => boolean = () => true;

/** Sets which records belong to the current workspace; applied to each record that arrives on its own. */
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
  void wipeOtherLists();
  listFeeds.startOver();
  longLists.clear();
  await client.resetQueries({
    predicate: ({ queryKey: [kind], meta }) =>
      kind === 'answer' || (kind === 'list' && meta?.['unscoped'] !== true),
  });
}

interface Loaded<Row> {
  rows: readonly Row[];
  isWhole: boolean;
}

const none: readonly never[] = [];

export function useList<Row extends Identified>(source: ListSource<Row>): List<Row> {
  const isEnabled = isRead(source.entity);
  const feed = feedOf(source);
  useEffect(() => (isEnabled ? feed.show() : undefined), [feed, isEnabled]);
  const { data, refetch, isError } = useQuery({ ...listQuery(source), enabled: isEnabled });
  const { path } = source;
  const isSortedByServer = source.longDependsOn !== undefined;
  const { isWhole = false } = data ?? {};
  const long = data?.rows === tooLong ? longListOf(source) : null;
  const cached = useSyncExternalStore(long?.listen ?? listenToNone, long?.rows ?? noRows);
  const rows = useWaitingRows(path, long ? cached : (data?.rows ?? none));
  const state = isWhole || !isEnabled ? 'ready' : isError ? 'failed' : 'loading';
  const actions = useMemo(
    () => ({
      retry: () => (long ? long.retry() : void refetch()),
      put: (row: Row) => (long ?? feed).put(row),
      remove: (id: number) => (long ?? feed).remove(id),
    }),
    [long, feed, refetch],
  );
  return useMemo(
    () => ({
      path,
      rows: isWhole ? rows : none,
      first: state === 'loading' ? rows : none,
      long,
      isSortedByServer,
      state,
      ...actions,
    }),
    [path, rows, long, isSortedByServer, isWhole, state, actions],
  );
}

/** Puts a record into its list, where that is loaded. */
export function putInList<Row extends Identified>({ path }: ListSource<Row>, row: Row): void {
  listFeeds.put(path, row);
}

const listenToNone = () => () => undefined;
const noRows = () => none;

function longListOf<Row extends Identified>(source: ListSource<Row>): LongList<Row> {
  const { path, entity, longDependsOn = [] } = source;
  const cached = longLists.get(path)?.list as unknown as LongList<Row> | undefined;
  if (cached) return cached;
  const list = new LongList<Row>(path, longCalls(path), entity);
  const stored = list as unknown as LongList<Identified>;
  longLists.set(path, { list: stored, entities: [entity, ...longDependsOn] });
  return list;
}

/** Fetches a list ahead of its screen, unless it is loaded; failures are left to that screen. */
export async function preloadList(source: ListSource<Identified>): Promise<void> {
  if (!isRead(source.entity)) return;
  await queryClient.query(listQuery(source)).catch(() => undefined);
}

function listQuery<Row extends Identified>(source: ListSource<Row>) {
  return {
    queryKey: listKey(source.path),
    queryFn: async (): Promise<Loaded<Row>> => {
      const feed = feedOf(source);
      await feed.open();
      return { rows: feed.rows, isWhole: true };
    },
    // Rows that did not change are the same objects already.
    structuralSharing: false,
    meta: { unscoped: source.unscoped === true },
  };
}

function feedOf<Row extends Identified>(source: ListSource<Row>): ListFeed<Row> {
  const { path, unscoped = false, entity, dependsOn = [], order, longDependsOn } = source;
  const queryKey = listKey(path);
  const show = (loaded: Loaded<Row>) => {
    if (queryClient.getQueryState(queryKey)) queryClient.setQueryData(queryKey, loaded);
  };
  return listFeeds.of<Row>({ path, unscoped, entities: [entity, ...dependsOn] }, (line) => {
    return new ListFeed<Row>({
      path,
      line,
      order,
      mayBeLong: longDependsOn !== undefined,
      belongs: (row) => unscoped || belongs(row),
      deliver: (rows) => show({ rows, isWhole: true }),
      begin: (rows) => {
        if (!order) show({ rows, isWhole: false });
      },
      shelf: new ListShelf({ path, unscoped }),
      reload: () => void queryClient.resetQueries({ queryKey, exact: true }),
    });
  });
}

function listKey(path: string): [string, string] {
  return ['list', path];
}
