import type { Steps } from '~/kit/ui/hooks/slices';
import type { Sort, SortValue } from './tableColumn';
import { collator, isEmpty, stepRows } from './tableView';

interface Candidate<Row> {
  row: Row;
  value: SortValue;
  at: number;
}

interface Wanted<Row> extends Pick<Sort, 'direction'> {
  valueOf: (this: void, row: Row) => SortValue;
  count: number;
}

/**
 * The first rows of what sortRows gives, without sorting the others: what a screen shows of a long list while that goes
 * on. The rows are looked at out of turn, so that no order of theirs makes it slow.
 */
export function* firstInOrder<Row>(
  rows: readonly Row[],
  { valueOf, direction, count }: Wanted<Row>,
): Steps<readonly Row[]> {
  const values: SortValue[] = [];
  for (const row of rows) {
    values.push(valueOf(row));
    if (values.length % stepRows === 0) yield;
  }
  const hasTexts = values.some((value) => typeof value === 'string');
  const compare = comparison<Row>(direction, hasTexts);
  const stride = strideOf(rows.length);
  let best: Candidate<Row>[] = [];
  let last: Candidate<Row> | undefined;
  for (let step = 0, at = 0; step < rows.length; step++, at = (at + stride) % rows.length) {
    const row = rows[at] as Row;
    const candidate = { row, value: values[at] ?? null, at };
    if (!last || compare(candidate, last) < 0) best.push(candidate);
    if (best.length >= 2 * count) {
      best = best.sort(compare).slice(0, count);
      last = best.at(-1);
    }
    if (step % stepRows === 0) yield;
  }
  return best
    .sort(compare)
    .slice(0, count)
    .map(({ row }) => row);
}

function comparison<Row>(direction: Sort['direction'], hasTexts: boolean) {
  const sign = direction === 'asc' ? 1 : -1;
  const isLast = (value: SortValue) => isEmpty(value) || (!hasTexts && Number.isNaN(Number(value)));
  return (a: Candidate<Row>, b: Candidate<Row>): number => {
    const [lastA, lastB] = [isLast(a.value), isLast(b.value)];
    if (lastA || lastB) return Number(lastA) - Number(lastB) || a.at - b.at;
    const order = hasTexts
      ? collator.compare(String(a.value), String(b.value))
      : Number(a.value) - Number(b.value);
    return sign * order || a.at - b.at;
  };
}

/** A step that comes to each of so many places once before the first again. */
function strideOf(length: number): number {
  let stride = Math.max(1, Math.floor(length * 0.618));
  while (divisor(stride, length) > 1) stride += 1;
  return stride;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
