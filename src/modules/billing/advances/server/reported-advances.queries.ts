import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Day } from '~/kit/shared/time/days';
import type { ReportedAdvance, ReportedVoucher } from '../reported-advances.fields';

interface Days {
  from: Day;
  to: Day;
}

export async function selectAdvances(db: Db, { from, to }: Days): Promise<ReportedAdvance[]> {
  const found = await sql<ReportedAdvance>`with events as (
      select advance_id, payment_date as date, amount, created_at, id from payments
      where advance_id is not null and status <> 'failed'
      union all
      select advance_id, refund_date, amount, created_at, id from advance_refunds where advance_id is not null
    ), concerned as (
      select id from advances where advance_date between ${from} and ${to}
      union select advance_id from events where date between ${from} and ${to}
    )
    select a.id, a.advance_date as date, a.status, a.amount, a.voucher,
      coalesce((select json_agg(json_build_object('date', e.date, 'amount', e.amount)
        order by e.created_at, e.id) from events e where e.advance_id = a.id), '[]') as events
    from concerned join advances a on a.id = concerned.id
    order by a.advance_date, a.number_sequence, a.id`.execute(db);
  return found.rows;
}

export async function selectVouchers(db: Db, { from, to }: Days): Promise<ReportedVoucher[]> {
  const found = await sql<ReportedVoucher>`select * from (
      select id as advance_id, null::integer as refund_id, voucher, status, number_sequence
      from advances where advance_date between ${from} and ${to}
      union all
      select advance_id, id, voucher, 'issued', number_sequence
      from advance_refunds where advance_id is not null and refund_date between ${from} and ${to}
    ) v order by voucher ->> 'kind', voucher ->> 'date', number_sequence`.execute(db);
  return found.rows;
}
