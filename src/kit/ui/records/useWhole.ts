import { useEffect, useMemo } from 'react';
import { type Computed, useComputed } from './computed';
import type { Identified, List } from './list-store';
import type { LongList } from '~/kit/ui/feeds/long-list';

type Part<Row extends Identified> = Pick<List<Row>, 'rows' | 'long' | 'state'>;

const restMs = 5000;
const patienceMs = 10_000;

/** Figures of all rows of a list, from the server's call where the list is too long to be here; keep `of` stable. */
export function useFigures<Row extends Identified, Figures>(
  { rows, long, state }: Part<Row>,
  call: string,
  of: (rows: readonly Row[]) => Figures,
): Computed<Figures> {
  const figures = useComputed<Figures>(call, dependingOn(long));
  const own = useMemo(() => (long ? null : of(rows)), [rows, long, of]);
  return own ? { data: own, state, isEarlier: false, retry: figures.retry } : figures;
}

/** How many rows a long list has in all; null until that is known, NaN where it could not be loaded. */
export function useLongTotal(
  long: Pick<LongList<Identified>, 'path' | 'entity'> | null,
): number | null {
  const call = `${long?.path ?? ''}?count=0`;
  const { data, state } = useComputed<{ total: number }>(call, dependingOn(long));
  if (!long) return null;
  return data?.total ?? (state === 'failed' ? Number.NaN : null);
}

function dependingOn(long: Pick<LongList<Identified>, 'entity'> | null) {
  return { dependsOn: long ? [long.entity] : [], day: '', isEnabled: long !== null, restMs };
}

/** A row by its id, requested where it is not here: undefined until then, null where there is none. */
export function useRowOf<Row extends Identified>(
  { rows, long, state }: Part<Row>,
  id: number | null,
): Row | null | undefined {
  useEffect(() => {
    if (!long || id === null) return;
    const who = {};
    long.need(who, [id]);
    return () => long.need(who, []);
  }, [long, id]);
  return useMemo(() => {
    const found = rows.find((each) => each.id === id);
    if (found || id === null) return found ?? null;
    return long ? long.row(id) : state === 'ready' ? null : undefined;
  }, [rows, long, state, id]);
}

/** Gives a row by its id, at once where it is here; null where there is none, or no answer. */
export function withRowOf<Row extends Identified>(
  { rows, long }: Part<Row>,
  id: number,
  give: (row: Row | null) => void,
): void {
  const cached = rows.find((each) => each.id === id) ?? null;
  if (cached || !long) return give(cached);
  const request = long.calls.rows([id], AbortSignal.timeout(patienceMs));
  request.then(
    ({ rows: [row] }) => give(row ?? null),
    () => give(null),
  );
}
