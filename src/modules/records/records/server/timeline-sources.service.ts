import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import type { TimelineText, TimelineKind } from '../timeline.fields';
import { lists, type RecordKind } from '~/modules/organization/kinds/kinds.rules';
import { type EventRows, selectEvents } from './records.queries';

/** What a module has for the timelines of records of a kind (docs/product/records.md#timeline). */
export interface TimelineSource<EventData = never> {
  of: RecordKind;
  /** Its own word among the sources of that kind. */
  name: string;
  kind: TimelineKind;
  /** SQL: `ref` (an id), `at`, `actor` and `data` (json) of what this person may read of a record. */
  select: (person: Person, id: number) => SqlPart;
  describe: (data: EventData) => TimelineText;
}

export { attachedTo, registerFormer } from './records.queries';

/** The link of something that is attached to a former record of the one whose timeline shows it. */
export function linkToFormer(
  kind: RecordKind,
  at: { kind: RecordKind; record_id: number },
): Pick<TimelineText, 'link'> {
  return at.kind === kind ? {} : { link: { type: lists[at.kind].type, id: at.record_id } };
}

const sources = new Map<RecordKind, Map<string, TimelineSource>>();

/** Called by src/app/modules.ts through each module. */
export function registerTimeline<EventData>(source: TimelineSource<EventData>): void {
  const registered = sources.get(source.of) ?? new Map<string, TimelineSource>();
  sources.set(source.of, registered.set(source.name, source));
}

/** What the rows of a table are on the timelines of records, by their kind; SQL says which belong to one of these. */
export interface Events<EventData>
  extends EventRows,
    Pick<TimelineSource<EventData>, 'name' | 'kind' | 'describe'> {
  of: Partial<Record<RecordKind, (id: number) => SqlPart>>;
}

/** Called by src/app/modules.ts through each module. */
export function registerEvents<EventData>({ of, ...events }: Events<EventData>): void {
  const { name, kind, describe } = events;
  for (const [target, where] of Object.entries(of))
    registerTimeline<EventData>({
      of: target as RecordKind,
      name,
      kind,
      describe,
      select: (person, id) => selectEvents(events, person, where(id)),
    });
}

export function timelineSources(kind: RecordKind): readonly TimelineSource[] {
  return [...(sources.get(kind)?.values() ?? [])];
}
