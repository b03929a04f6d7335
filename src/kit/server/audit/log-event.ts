import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';

interface LogEvent {
  /** What happened, as a verb in the past: "signed in". */
  action: string;
  entity: string;
  /** The key of the record that it is about; null for none, such as an unknown name at sign-in. */
  record: string | number | null;
  details?: Record<string, unknown>;
  /** Who did it, where the transaction's actor is not yet known to be that person. */
  user?: number;
}

/**
 * An entry of the audit log for what changes no record, such as a sign-in (docs/product/log.md#events). Changes of records
 * need none: the database logs them itself.
 */
export async function logEvent(db: Db, event: LogEvent): Promise<void> {
  const { action, entity, record, details, user = null } = event;
  await sql`select log_event(${action}, ${entity}, ${record === null ? null : String(record)}, null,
    ${details ? JSON.stringify(details) : null}::jsonb, ${user}::integer)`.execute(db);
}
