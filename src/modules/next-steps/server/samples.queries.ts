import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';

export interface SampleStep {
  text: string;
  due_date: Day;
  done: boolean;
}

/** Puts each step on one of the newest open leads, for who has the lead, or else for the first administrator. */
export async function insertSampleSteps(
  trx: Transaction,
  steps: readonly SampleStep[],
  now: Date,
): Promise<number> {
  const made = await sql`with l as (
      select id, assigned_to, row_number() over (order by created_at desc, id desc) as place
      from leads where status in ('active', 'contacted', 'qualified')),
    s as (select *, row_number() over () as place
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (text text, due_date date, done boolean)),
    someone as (select min(id) as id from users where role = 'admin' and is_active)
    insert into next_steps (kind, record_id, text, due_date, assigned_to, done_at, reminded_at, created_at, updated_at)
    select 'leads', l.id, s.text, s.due_date,
      case when s.place % 2 = 0 then coalesce(l.assigned_to, someone.id) else someone.id end,
      case when s.done then ${now}::timestamptz end, ${now}, ${now}, ${now}
    from s join l on l.place = s.place * 2 cross join someone returning id`.execute(trx);
  return made.rows.length;
}
