import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Days } from '~/kit/shared/filters/day-ranges';
import type { Day } from '~/kit/shared/time/days';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

export interface DueStep {
  id: number;
  kind: RecordKind;
  record_id: number;
  text: string;
  due_date: Day;
  assigned_to: number;
}

/** Whether anyone is to be reminded; without it nothing is locked. */
export async function isAnyDue(db: Db, { from, to }: Days): Promise<boolean> {
  const found = await sql`select from next_steps where done_at is null and reminded_at is null
    and due_date between ${from} and ${to} and assigned_to is not null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Takes due steps without a reminder, locks them and marks them as reminded; concurrent callers get different ones. */
export async function takeDue(
  trx: Transaction,
  { from, to, now, most }: Days & { now: Date; most: number },
): Promise<DueStep[]> {
  const taken = await sql<DueStep>`update next_steps set reminded_at = ${now}
    where id in (select id from next_steps where done_at is null and reminded_at is null
      and due_date between ${from} and ${to} and assigned_to is not null
      order by due_date, id limit ${most} for update skip locked)
    returning id, kind, record_id, text, due_date, assigned_to`.execute(trx);
  return taken.rows;
}
