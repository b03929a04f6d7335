import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

interface SampleStep {
  kind: RecordKind;
  text: string;
  due_date: Day;
  done: boolean;
}

/** Puts each step on one of the newest open records of its kind, for a person who has the lead, or else for the first administrator. */
export async function insertSampleSteps(
  trx: Transaction,
  steps: readonly SampleStep[],
  now: Date,
): Promise<number> {
  const created = await sql`with r as (
      (select 'leads' as kind, id, assigned_to, row_number() over (order by created_at desc, id desc) as place
        from leads where status in ('active', 'contacted', 'qualified'))
      union all (select 'customers', id, null, row_number() over (order by id desc) from customers where is_active)
      union all (select 'orders', id, null, row_number() over (order by id desc) from orders
        where status in ('confirmed', 'processing'))
      union all (select 'invoices', id, null, row_number() over (order by id) from invoices where status = 'overdue')
      union all (select 'products', id, null, row_number() over (order by id desc) from products where is_active)),
    s as (select *, row_number() over (partition by kind) as place
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (kind text, text text, due_date date, done boolean)),
    someone as (select min(id) as id from users where role = 'admin' and is_active)
    insert into next_steps (kind, record_id, text, due_date, assigned_to, done_at, reminded_at, created_at, updated_at)
    select s.kind, r.id, s.text, s.due_date,
      case when s.place % 2 = 0 then coalesce(r.assigned_to, someone.id) else someone.id end,
      case when s.done then ${now}::timestamptz end, ${now}, ${now}, ${now}
    from s join r on r.kind = s.kind and r.place = s.place * 2 cross join someone returning id`.execute(
    trx,
  );
  return created.rows.length;
}
