import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** So long a read waits for the replica to have what is committed; the primary reads it then. */
const patienceMs = 200;
const betweenMs = 10;
const restMs = 10_000;

/** Exchanges a client of the primary for one of a replica that has all which is committed by now; gives it back where none has. */
export type Readable = (client: pg.PoolClient) => Promise<pg.PoolClient>;

/**
 * Reads from a replica, where a read is never older than anything that anyone has seen (docs/decisions/0051). `lost`
 * gets the reason why the primary reads instead, once for each rest.
 */
export function readingFrom(pool: pg.Pool, lost: (error: Error) => void): Readable {
  let restsUntil = -restMs;
  return async (client) => {
    if (performance.now() < restsUntil) return client;
    const reader = await readerAsFarAs(client, pool).catch(asError);
    if (reader && !(reader instanceof Error)) {
      client.release();
      return reader;
    }
    restsUntil = performance.now() + restMs;
    lost(
      reader ??
        new Error('The replica is behind: the primary reads whole lists until it has caught up'),
    );
    return client;
  };
}

interface Position {
  /** Of which installation of PostgreSQL, and which database there. */
  location: string;
  timeline: number;
  at: string;
}

const positionOfPrimary = `select concat(system_identifier, ' ', current_database()) as location,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::integer as timeline,
  pg_current_wal_flush_lsn()::text as at
  from pg_control_system()`;

/** What a replica has of another history, from before a failover, is behind regardless of its position. */
const hasReplayed = `select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)
    and concat(system_identifier, ' ', current_database()) = $2
    and greatest(timeline_id, min_recovery_end_timeline) = $3 as has
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;

async function readerAsFarAs(primary: pg.PoolClient, pool: pg.Pool): Promise<pg.PoolClient | null> {
  const { rows } = await primary.query<Position>(positionOfPrimary);
  const [position] = rows;
  if (!position) return null;
  const reader = await pool.connect();
  const end = performance.now() + patienceMs;
  try {
    for (;;) {
      const { rows } = await reader.query<{ has: boolean }>(hasReplayed, [
        position.at,
        position.location,
        position.timeline,
      ]);
      if (rows[0]?.has) return reader;
      if (performance.now() > end) break;
      await sleep(betweenMs);
    }
  } catch (error) {
    reader.release(true);
    throw error;
  }
  reader.release();
  return null;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
