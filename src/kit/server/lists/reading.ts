import type pg from 'pg';
import { type Database, type Db, dbOn } from '~/kit/server/database/db';
import type { Stand } from './list-changes';
import { beginReading } from './list-stream';

export interface ReadingLimits {
  /** Ends the statement in progress when it aborts. */
  signal: AbortSignal;
  /** The longest that one statement may take. */
  patienceMs: number;
  /** Further settings of the transaction, as `set local enable_seqscan = off`. */
  settings?: string;
}

/** The server itself notices that a client has gone: the statement of one that asks no more would continue for its whole time. */
const bounded = ({ patienceMs, settings = '' }: ReadingLimits): string =>
  `set local statement_timeout = ${patienceMs}; ${settings}
  select set_config('client_connection_check_interval', '500', true) where version() ~ 'linux'`;

/** Reads in one snapshot, on a replica that is as far where there is one. */
export async function inReading<T>(
  { pool, readable }: Pick<Database, 'pool' | 'readable'>,
  limits: ReadingLimits,
  work: (db: Db, stand: Stand) => Promise<T>,
): Promise<T> {
  const { signal } = limits;
  const given = await pool.connect();
  const reader = await readable(given).catch((error: unknown) => {
    given.release(true);
    throw error;
  });
  const end = onceReleased(reader);
  const leave = () => end(true);
  signal.addEventListener('abort', leave, { once: true });
  try {
    signal.throwIfAborted();
    const stand = await beginReading(reader);
    await reader.query(bounded(limits));
    const result = await work(dbOn(reader), stand);
    await reader.query('commit');
    end(false);
    return result;
  } catch (error) {
    end(true);
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function onceReleased(reader: pg.PoolClient): (isBroken: boolean) => void {
  let isHeld = true;
  return (isBroken) => {
    if (isHeld) reader.release(isBroken);
    isHeld = false;
  };
}
