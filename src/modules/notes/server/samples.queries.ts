import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

export interface SampleNote {
  text: string;
  created_at: string;
}

/** Puts the notes on the newest customers and leads in turn, by the people of the company in turn. */
export async function insertSampleNotes(
  trx: Transaction,
  notes: readonly SampleNote[],
): Promise<number> {
  const made = await sql`with r as (
      (select 'customers' as kind, id, 2 * row_number() over (order by id desc) as place
        from customers where is_active)
      union all
      (select 'leads', id, 2 * row_number() over (order by id desc) - 1 from leads)),
    n as (select *, row_number() over () as place
      from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as n (text text, created_at timestamptz)),
    u as (select id, trim(first_name || ' ' || last_name) as name,
        row_number() over (order by id) - 1 as place, count(*) over () as people
      from users where is_active)
    insert into record_notes (kind, record_id, text, created_by, created_by_name, created_at, updated_at)
    select r.kind, r.id, n.text, u.id, u.name, n.created_at, n.created_at
    from n join r on r.place = (n.place + 1) / 2 join u on u.place = n.place % u.people
    order by n.place returning id`.execute(trx);
  return made.rows.length;
}
