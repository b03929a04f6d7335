import type { Historical } from '~/kit/server/audit/history';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { RecordKind } from '../records.rules';
import type { Said, TimelineKind } from '../timeline.fields';

/** What a module has for the timelines of records of a kind (docs/product/records.md#timeline). */
export interface TimelineSource<Facts = never> {
  of: RecordKind;
  /** A word of its own among the sources of that kind. */
  name: string;
  kind: TimelineKind;
  /** SQL: `ref` (an id), `at`, `actor` and `facts` (json) of what this person may read of a record. */
  select: (person: Person, id: number) => SqlPart;
  say: (facts: Facts) => Said;
}

const sources = new Map<RecordKind, Map<string, TimelineSource>>();
const histories = new Map<RecordKind, Historical>();

/** Called by src/app/modules.ts through each module. */
export function registerTimeline<Facts>(source: TimelineSource<Facts>): void {
  const known = sources.get(source.of) ?? new Map<string, TimelineSource>();
  sources.set(source.of, known.set(source.name, source));
}

export function timelineSources(kind: RecordKind): readonly TimelineSource[] {
  return [...(sources.get(kind)?.values() ?? [])];
}

/** Says what of a kind's records the log keeps, for their timelines. */
export function registerHistory(kind: RecordKind, historical: Historical): void {
  histories.set(kind, historical);
}

export function historicalOf(kind: RecordKind): Historical {
  const historical = histories.get(kind);
  if (!historical) throw new Error(`No history is registered for ${kind}`);
  return historical;
}
