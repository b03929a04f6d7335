import { withValue } from '~/kit/shared/fields/custom';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { Queue, WaitingChange } from './waiting-change';

export type WaitingFields = ReadonlyMap<string, WaitingChange>;

const marks = new WeakMap<object, WaitingFields>();
const drawn = new WeakMap<object, { changes: Queue; row: object }>();

/** What waits in a row that a list gave (`withWaiting`), by field. */
export function waitingIn(row: object): WaitingFields | undefined {
  return marks.get(row);
}

export function firstWaiting(row: object): WaitingChange | undefined {
  return marks.get(row)?.values().next().value;
}

/** The rows of a list with what waits in them; a row is the same object while it and its changes are. */
export function withWaiting<Row extends Identified>(
  rows: readonly Row[],
  changes: Queue,
): readonly Row[] {
  if (changes.length === 0) return rows;
  const byRecord = new Map<number, WaitingChange[]>();
  for (const change of changes) {
    byRecord.set(change.record, [...(byRecord.get(change.record) ?? []), change]);
  }
  return rows.map((row) => {
    const own = byRecord.get(row.id);
    return own ? drawnOver(row, own) : row;
  });
}

function drawnOver<Row extends object>(row: Row, changes: Queue): Row {
  const cached = drawn.get(row);
  const isCached =
    cached?.changes.length === changes.length &&
    changes.every((change, index) => change === cached.changes[index]);
  if (isCached) return cached.row as Row;
  const over = changes.reduce<Row>(
    (now, { field, value, shown }) => ({ ...withValue(now, field, value), ...shown }),
    { ...row },
  );
  marks.set(over, new Map(changes.map((change) => [change.field, change])));
  drawn.set(row, { changes, row: over });
  return over;
}
