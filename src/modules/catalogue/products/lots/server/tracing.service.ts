import type { Context } from '~/kit/server/database/context';
import type { TraceStep } from '../trace.rules';

type Reading = Pick<Context, 'db' | 'person'>;

/** The documents of a module that link lots: where the goods of lots came from (`back`), and where they went (`forward`). */
export interface TraceSource {
  back?: (reading: Reading, lots: readonly number[]) => Promise<readonly TraceStep[]>;
  forward?: (reading: Reading, lots: readonly number[]) => Promise<readonly TraceStep[]>;
}

const sources = new Map<string, TraceSource>();

/** Called by modules whose documents link lots (docs/product/lots.md#trace). */
export function registerTrace(kind: string, source: TraceSource): void {
  sources.set(kind, source);
}

/** The links of all modules in a direction, oldest first. */
export async function listSteps(
  reading: Reading,
  direction: keyof TraceSource,
  lots: readonly number[],
): Promise<TraceStep[]> {
  const found = await Promise.all(
    [...sources.values()].map(async (source) => (await source[direction]?.(reading, lots)) ?? []),
  );
  return found
    .flat()
    .toSorted(
      (one, other) => (one.date ?? '').localeCompare(other.date ?? '') || one.id - other.id,
    );
}
