import { sql } from 'kysely';
import { databaseCode, type Db } from '~/kit/server/database/db';
import type { Whereabouts } from '~/kit/shared/changes';
import type { Job } from '~/kit/server/jobs/jobs';
import type { ListSource } from './list-source';

export const mostChanges = 5000;

const invalidText = '22P02';

/** SQL: what tells this installation, server and timeline from others; a failover begins another timeline. */
export const locationText = `concat_ws(' ',
  (select id from installation),
  (select oid from pg_database where datname = current_database()),
  (select system_identifier from pg_control_system()),
  case when pg_is_in_recovery() then (
      select upper(lpad(to_hex(greatest(timeline_id, min_recovery_end_timeline)), 8, '0'))
      from pg_control_checkpoint(), pg_control_recovery())
    else left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`;

const databaseLocation = sql.raw<string>(locationText);

const isUnseen = (snapshot: string) => sql`xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
  and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)`;

export const entitiesOf = ({ entity, also }: ListSource): string[] =>
  also === undefined ? [entity] : [entity, also];

/** SQL: changes since then may have been removed, or have not happened in this database. */
const isUnknown = (snapshot: string) => sql<boolean>`
  (select since from changes_kept) > pg_snapshot_xmin(${snapshot}::pg_snapshot)
  or pg_snapshot_xmax(${snapshot}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())`;

/** The state of a database at a moment: the rows visible then, and in which database. */
export interface Stand {
  location: string;
  snapshot: string;
}

export async function readStand(db: Db): Promise<Stand> {
  const result = await sql<Stand>`select ${databaseLocation} as location,
    pg_current_snapshot()::text as snapshot`.execute(db);
  return result.rows[0] ?? { location: '', snapshot: '1:1:' };
}

/**
 * The database in which no record of these entities changed since a snapshot, if it is one of it; null where one may
 * have changed.
 */
export async function findUnchanged(
  db: Db,
  entities: readonly string[],
  snapshot: string,
): Promise<string | null> {
  const result = await sql<{
    location: string;
    changed: boolean;
  }>`select ${databaseLocation} as location,
    ${isUnknown(snapshot)} or exists (select from changes
      where entity = any (${entities}::text[]) and ${isUnseen(snapshot)}) as changed`
    .execute(db)
    .catch(nullWhereMalformed);
  const found = result?.rows[0];
  return found && !found.changed ? found.location : null;
}

/** Whether records of these entities may have changed since a state. */
export async function hasChanged(
  db: Db,
  entities: readonly string[],
  { snapshot, location }: Stand,
): Promise<boolean> {
  return (await findUnchanged(db, entities, snapshot)) !== location;
}

export interface ListChanges {
  location: string;
  snapshot: string;
  /** The changed records that are in the list now, each the text of an object. */
  rows: string[];
  gone: number[];
}

interface FoundChanges {
  location: string;
  snapshot: string;
  is_unknown: boolean;
  is_whole: boolean;
  rows: string;
  departed: { id: number; workspace: number | null; owners: number[] | null }[];
}

/** What changed in a list since it was read with a snapshot; null where it has to be loaded whole. */
export async function readListChanges(
  db: Db,
  source: ListSource,
  snapshot: string,
): Promise<ListChanges | null> {
  const result = await sql<FoundChanges>`with noted as materialized (
      select id, moved, was_workspace, was_owners from changes
      where entity = any (${entitiesOf(source)}::text[]) and ${isUnseen(snapshot)} limit ${mostChanges + 1}
    ), few as materialized (
      select distinct id from noted
      where (select count(*) <= ${mostChanges} and count(*) = count(id) from noted)
    ), found as materialized (
      select row_to_json(r)::text as json, r.id from (${source.select}) r
      where r.id = any (array(select id from few))
    )
    select ${databaseLocation} as location, pg_current_snapshot()::text as snapshot,
      ${isUnknown(snapshot)} as is_unknown,
      (select count(*) > ${mostChanges} or count(*) > count(id) from noted) as is_whole,
      (select coalesce(string_agg(json, E',\\n'), '') from found) as rows,
      (select coalesce(json_agg(json_build_object(
          'id', id, 'workspace', was_workspace, 'owners', was_owners)), '[]')
        from noted where moved and not exists (select from found where found.id = noted.id)) as departed`
    .execute(db)
    .catch(nullWhereMalformed);
  const found = result?.rows[0];
  if (!found || found.is_unknown || found.is_whole) return null;
  return {
    location: found.location,
    snapshot: found.snapshot,
    rows: found.rows === '' ? [] : found.rows.split(',\n'),
    gone: [...new Set(found.departed.filter((each) => wasSeen(source, each)).map(({ id }) => id))],
  };
}

function wasSeen(
  { reads }: ListSource,
  { workspace, owners }: { workspace: number | null; owners: number[] | null },
): boolean {
  if (!reads || owners === null) return true;
  const at: Whereabouts = { workspace, owners };
  return reads(at);
}

function nullWhereMalformed(error: unknown): null {
  if (databaseCode(error) === invalidText) return null;
  throw error;
}

const retentionDays = 14;
const atOnce = 20_000;

/** Removes what changed longer ago than any browser remembers; who comes with an older cursor loads the list whole. */
export const changesJob: Job = {
  name: 'changes',
  everySeconds: 600,
  run: async ({ db }, now, signal) => {
    const before = new Date(now.getTime() - retentionDays * 86_400_000);
    for (let removed = atOnce; removed === atOnce && !signal?.aborted; ) {
      removed = await removeChanges(db, before);
    }
  },
};

/** Removes some changes from before that moment and gives how many; which are kept is known in the same statement. */
async function removeChanges(db: Db, before: Date): Promise<number> {
  const result = await sql<{ removed: number }>`with removed as (
      delete from changes where ctid = any (array(
        select ctid from changes where at < ${before} limit ${atOnce})) returning xid
    ), newest as (
      select max(xid::text::bigint) as xid from removed
    ), kept as (
      update changes_kept set since = greatest(since::text::bigint, newest.xid + 1)::text::xid8
      from newest where newest.xid is not null
    ) select count(*) as removed from removed`.execute(db);
  return result.rows[0]?.removed ?? 0;
}
