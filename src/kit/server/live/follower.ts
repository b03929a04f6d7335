import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import { locationText, readStand, type Stand } from '~/kit/server/lists/list-changes';
import type { Whereabouts } from '~/kit/shared/changes';

export interface EntityChanges {
  entity: string;
  ids: readonly number[];
  whole: boolean;
  departed: ReadonlyMap<number, readonly Whereabouts[]>;
}

export interface Followed {
  changes: readonly EntityChanges[];
  /** The state of the database up to which changes are sent. */
  location: string;
  snapshot: string;
}

export interface Follower {
  /** Looks at once, or as soon as it has rested. */
  poke: () => void;
  close: () => Promise<void>;
}

interface Row {
  entity: string;
  id: number | null;
  moved: boolean;
  workspace: number | null;
  owners: number[] | null;
}

interface Look {
  location: string;
  snapshot: string;
  is_unknown: boolean;
  changes: Row[];
}

const atOnce = 20_000;
/** The more there is to tell and the more people to tell it to, the more each look tells at once. */
const restAfter = (tookMs: number): number => Math.min(200, Math.max(20, 3 * tookMs));
const idleMs = 1000;

/**
 * Follows the table `changes` and tells of what committed, each change once and none left out, whichever
 * copy of the server or other program wrote it. `notify` gets null where it is unknown what changed: after a failover, or
 * when the database was away for longer than changes are kept.
 */
export async function followChanges(options: {
  db: Db;
  notify: (followed: Followed | null) => Promise<void>;
  log: { warn: (detail: unknown, line: string) => void };
}): Promise<Follower> {
  const { db, notify, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let at: Stand = await readStand(db);
  let wake: () => void = () => undefined;
  let poked = false;

  const look = async (): Promise<void> => {
    const found = await lookSince(db, at.snapshot);
    const isUnchanged =
      found.location === at.location && !found.is_unknown && found.changes.length <= atOnce;
    if (!isUnchanged) await notify(null);
    else if (found.changes.length > 0) await notify({ ...found, changes: grouped(found.changes) });
    // Not after a failure: the next look finds the same changes again.
    at = found;
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      if (!poked) await untilWoken(idleMs, signal, (woken) => (wake = woken));
      poked = false;
      if (signal.aborted) return;
      const began = performance.now();
      await look().catch((error: unknown) =>
        log.warn({ err: error }, 'live changes: not followed'),
      );
      const restMs = restAfter(performance.now() - began);
      await sleep(restMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    poke: () => {
      poked = true;
      wake();
    },
    close: async () => {
      stopping.abort();
      await following;
    },
  };
}

function untilWoken(
  ms: number,
  signal: AbortSignal,
  take: (wake: () => void) => void,
): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    take(end);
  });
}

async function lookSince(db: Db, snapshot: string): Promise<Look> {
  const result = await sql<Look>`with noted as materialized (
      select entity, id, moved, was_workspace as workspace, was_owners as owners from changes
      where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
      order by xid limit ${atOnce + 1}
    ) select ${sql.raw(locationText)} as location, pg_current_snapshot()::text as snapshot,
      (select since from changes_kept) > pg_snapshot_xmin(${snapshot}::pg_snapshot) as is_unknown,
      (select coalesce(json_agg(noted), '[]') from noted) as changes`.execute(db);
  const [found] = result.rows;
  if (!found) throw new Error('The changes cannot be read');
  return found;
}

function grouped(rows: readonly Row[]): EntityChanges[] {
  const byEntity = new Map<string, Row[]>();
  for (const row of rows) {
    const own = byEntity.get(row.entity);
    if (own) own.push(row);
    else byEntity.set(row.entity, [row]);
  }
  return [...byEntity].map(([entity, own]) => {
    const departed = new Map<number, Whereabouts[]>();
    for (const { id, moved, workspace, owners } of own) {
      if (id === null || !moved) continue;
      const whereabouts = departed.get(id) ?? [];
      departed.set(id, whereabouts);
      if (owners) whereabouts.push({ workspace, owners });
    }
    return {
      entity,
      ids: [...new Set(own.flatMap(({ id }) => id ?? []))],
      whole: own.some(({ id }) => id === null),
      departed,
    };
  });
}
