import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { Said, TimelineKind } from '../timeline.fields';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

/** What a module has for the timelines of records of a kind (docs/product/records.md#timeline). */
export interface TimelineSource<Facts = never> {
  of: RecordKind;
  /** Its own word among the sources of that kind. */
  name: string;
  kind: TimelineKind;
  /** SQL: `ref` (an id), `at`, `actor` and `facts` (json) of what this person may read of a record. */
  select: (person: Person, id: number) => SqlPart;
  say: (facts: Facts) => Said;
}

const sources = new Map<RecordKind, Map<string, TimelineSource>>();

/** Called by src/app/modules.ts through each module. */
export function registerTimeline<Facts>(source: TimelineSource<Facts>): void {
  const known = sources.get(source.of) ?? new Map<string, TimelineSource>();
  sources.set(source.of, known.set(source.name, source));
}

export function timelineSources(kind: RecordKind): readonly TimelineSource[] {
  return [...(sources.get(kind)?.values() ?? [])];
}
