import { type RawBuilder, sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { instantText } from '~/kit/server/database/db';
import {
  type TimelineSource,
  timelineSources,
} from '~/modules/records/records/server/timeline-sources.service';
import { idOfPosition, pageSize, type TimelinePosition, type Placed } from '../timeline.rules';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

interface FoundEvent {
  source: string;
  ref: number;
  at: string;
  actor: string;
  facts: never;
}

interface TimelineQuery {
  kind: RecordKind;
  id: number;
  before: TimelinePosition | null;
}

/** What the modules have for one page of a record's timeline: of each no more than the page, in one statement. */
export async function listHappened(
  { db, person }: Pick<Context, 'db' | 'person'>,
  { kind, id, before }: TimelineQuery,
): Promise<Placed[]> {
  const sources = timelineSources(kind);
  const byName = new Map(sources.map((source) => [source.name, source]));
  const parts = sources.map(
    (
      source,
    ) => sql`(select ${source.name}::text collate "C" as source, s.ref, s.at, s.actor, s.facts
      from (${source.select(person, id)}) s
      where ${before === null ? sql`true` : olderThan(before, source)}
      order by s.at desc, s.ref desc limit ${pageSize})`,
  );
  const found =
    await sql<FoundEvent>`select source, ref, ${instantText(sql`at`)} as at, actor, facts
    from (${sql.join(parts, sql` union all `)}) happened
    order by happened.at desc, source desc, ref desc limit ${pageSize}`.execute(db);
  return found.rows.flatMap((row) => {
    const source = byName.get(row.source);
    return source ? [placedOf(row, source)] : [];
  });
}

function olderThan(
  before: TimelinePosition,
  { name }: Pick<TimelineSource, 'name'>,
): RawBuilder<unknown> {
  const at = sql`${new Date(before.at)}::timestamptz`;
  if (name === before.source) return sql`(s.at, s.ref) < (${at}, ${before.ref}::bigint)`;
  return name < before.source ? sql`s.at <= ${at}` : sql`s.at < ${at}`;
}

function placedOf(
  { source, ref, at, actor, facts: data }: FoundEvent,
  { kind, describe }: TimelineSource,
): Placed {
  const position = { at: Date.parse(at), source, ref };
  return { position, item: { id: idOfPosition(position), at, kind, actor, ...describe(data) } };
}
