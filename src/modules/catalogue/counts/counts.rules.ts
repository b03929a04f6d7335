import type { ErrorTable } from '~/kit/shared/error-codes';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import type { Count, CountLine, CountPatch, Scan } from './counts.fields';

export const countRefusals = {
  'count.posted': [409, 'The count is posted, and final'],
  'count.open': [409, 'Another open count has this location and category'],
  'count.has_lines': [409, 'Location, category and date are fixed once something is counted'],
  'count.other_category': [409, 'The product belongs to another category than the count'],
  'count.code_unknown': [404, 'Nothing carries the code'],
  'count.code_ambiguous': [409, 'Several records carry the code'],
} as const satisfies ErrorTable;

type Named = Pick<Count, 'count_number' | 'status'>;

/** A posted count is final: count again instead (docs/product/counts.md#posting). */
export function canCountIn({ count_number, status }: Named): Verdict {
  if (status === 'draft') return allowed;
  return refused('count.posted', `${count_number} is posted and final. Start another count.`);
}

/** Why a second count of the same location and category cannot be open. */
export function openProblem({ count_number }: Pick<Count, 'count_number'>): string {
  return `${count_number} is an open count of the same location and category`;
}

const fixed = {
  location_id: 'Location',
  category_id: 'Category',
  count_date: 'Count Date',
} as const;

/** What was counted belongs to its place and day: these change before the first line only. */
export function canChange(
  count: Named & Pick<Count, keyof typeof fixed | 'line_count'>,
  patch: CountPatch,
): Verdict {
  const verdict = canCountIn(count);
  if (!verdict.ok || count.line_count === 0) return verdict;
  const names = Object.keys(fixed) as (keyof typeof fixed)[];
  const name = names.find((each) => patch[each] !== undefined && patch[each] !== count[each]);
  if (!name) return allowed;
  return refused(
    'count.has_lines',
    `${fixed[name]} cannot be changed: something is counted already`,
  );
}

/** What a line has after a scan (docs/product/counts.md#scanning). */
export function quantityAfter(
  before: number | null,
  { quantity, mode = 'add' }: Pick<Scan, 'quantity' | 'mode'>,
): number {
  const own = quantity ?? 1;
  return mode === 'set' ? own : sumOfQuantities([before ?? 0, own]);
}

/** Newest first: the line that was counted last is on top. */
export function latestLines(lines: readonly CountLine[], most: number): CountLine[] {
  const byLast = (one: CountLine, other: CountLine) =>
    other.updated_at.localeCompare(one.updated_at) || other.id - one.id;
  return [...lines].sort(byLast).slice(0, most);
}

/** The lines of a count as it was read, with those that the server answered since. */
export function currentLines(
  { lines, updated_at }: { lines: readonly CountLine[]; updated_at: string },
  counted: readonly CountLine[],
): CountLine[] {
  const newer = new Map(counted.map((line) => [line.id, line]));
  const stored = lines.map((line) => {
    const answered = newer.get(line.id);
    newer.delete(line.id);
    return answered && answered.updated_at > line.updated_at ? answered : line;
  });
  return [...stored, ...[...newer.values()].filter((line) => line.updated_at >= updated_at)];
}
