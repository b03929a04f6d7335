import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Mentionable } from '../mentions.rules';
import type { Channel } from '~/modules/records/records/channels.fields';
import type { RecordKind } from '~/modules/organization/kinds/kinds.rules';

/** Who may be informed of notes, the first administrator first. */
export async function listWriters(trx: Transaction): Promise<Mentionable[]> {
  const found = await sql<Mentionable>`select id, trim(first_name || ' ' || last_name) as name
    from users where is_active order by id limit 20`.execute(trx);
  return found.rows;
}

interface SampleNote {
  kind: RecordKind;
  text: string;
  mentions: number[];
  channel: Channel | null;
  by: number;
  name: string;
  created_at: string;
}

/** Puts the notes on the newest records of their kinds, each on another one, at the earliest when that was made. */
export async function insertSampleNotes(
  trx: Transaction,
  notes: readonly SampleNote[],
): Promise<number> {
  const created = await sql`with r as (
      (select 'customers' as kind, id, created_at, row_number() over (order by id desc) as place from customers where is_active)
      union all (select 'leads', id, created_at, row_number() over (order by id desc) from leads)
      union all (select 'orders', id, created_at, row_number() over (order by id desc) from orders
        where status in ('confirmed', 'processing'))
      union all (select 'invoices', id, created_at, row_number() over (order by id desc) from invoices
        where status not in ('draft', 'cancelled'))
      union all (select 'products', id, created_at, row_number() over (order by id desc) from products where is_active)
      union all (select 'transfers', id, created_at, row_number() over (order by id desc) from transfers
        where status = 'done')),
    n as (select *, row_number() over () as line, row_number() over (partition by kind) as place
      from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb)
        as n (kind text, text text, mentions jsonb, channel text, by integer, name text, created_at timestamptz))
    insert into record_notes (kind, record_id, text, mentions, channel, created_by, created_by_name, created_at, updated_at)
    select n.kind, r.id, n.text, array(select jsonb_array_elements_text(n.mentions)::integer), n.channel, n.by, n.name,
      said.at, said.at
    from n join r on r.kind = n.kind and r.place = n.place
      cross join lateral (select greatest(n.created_at, r.created_at) as at) said
    order by n.line returning id`.execute(trx);
  return created.rows.length;
}
