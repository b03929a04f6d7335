import type { Write } from '~/kit/server/database/context';
import { hiddenRecord, type Reasons } from './skipped-rows.internal';
import { kindWithin, type Tie, tiesOf } from './registry.service';
import { findShownLabel, listTied, type RowState } from './undo.queries';

interface Rows {
  rows: ReadonlyMap<string, readonly RowState[]>;
  reasons: ReadonlyMap<string, Reasons>;
}

interface TiePlacement {
  table: string;
  id: number;
}

/** What refers to each other goes back together: with a row that stays, those that are tied to it stay (docs/product/bulk.md#merging). */
export async function keepTied(write: Write, list: string, { rows, reasons }: Rows): Promise<void> {
  const moving = (table: string): number[] =>
    (rows.get(table) ?? [])
      .filter(({ id, operation }) => operation === 'change' && !reasons.get(table)?.has(id))
      .map(({ id }) => id);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const tie of tiesOf(list)) {
      for (const { goes, stays } of await listParted(write, tie, moving)) {
        reasons.get(goes.table)?.set(goes.id, await whyTied(write, list, stays));
        isSettled = false;
      }
    }
  }
}

async function listParted(
  { trx }: Write,
  tie: Tie,
  moving: (table: string) => number[],
): Promise<{ goes: TiePlacement; stays: TiePlacement }[]> {
  const [ones, others] = [moving(tie.one), moving(tie.other)];
  if (ones.length + others.length === 0) return [];
  const [isOne, isOther] = [new Set(ones), new Set(others)];
  return (await listTied(trx, tie, { ones, others })).flatMap(({ one, other }) => {
    if (isOne.has(one) === isOther.has(other)) return [];
    const placements = [
      { table: tie.one, id: one },
      { table: tie.other, id: other },
    ] as const;
    const [goes, stays] = isOne.has(one) ? placements : placements.toReversed();
    return goes && stays ? [{ goes, stays }] : [];
  });
}

async function whyTied(write: Write, list: string, { table, id }: TiePlacement): Promise<string> {
  const label = await findShownLabel(write, { table, kind: kindWithin(list, table) }, id);
  return `It belongs with ${label ?? hiddenRecord.toLowerCase()}, which stays`;
}
