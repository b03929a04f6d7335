import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { LongList } from '~/kit/ui/feeds/long-list';
import { type LongRows, LongTable } from '~/kit/ui/feeds/long-table';
import { useWaitingAt } from '~/kit/ui/waiting/waiting';

/** The rows of a long list in one order and filter; null without a list, one that is here whole. */
export function useLongTable<Row extends Identified>(
  list: LongList<Row> | null,
  query: string,
): LongRows<Row> | null {
  const table = useMemo(() => list && new LongTable(list), [list]);
  useEffect(() => table?.open(), [table]);
  useEffect(() => table?.show(query), [table, query]);
  const rows = useSyncExternalStore<LongRows<Row> | null>(
    table?.listen ?? listenToNone,
    table?.snapshot ?? nothing,
  );
  return useWaitingAt(list?.path ?? '', rows);
}

const listenToNone = () => () => undefined;
const nothing = () => null;
