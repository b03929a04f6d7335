import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Day } from '~/kit/shared/time/days';

export interface SampleInvoice {
  id: number;
  invoice_date: Day;
  line_id: number;
  quantity: number;
  unit_price: number;
  has_product: boolean;
}

/** Issued invoices, the oldest first, each with its first line. */
export async function listSampleInvoices(trx: Transaction): Promise<SampleInvoice[]> {
  const result = await sql<SampleInvoice>`
    select i.id, i.invoice_date, l.id as line_id, l.quantity, l.unit_price,
      l.product_id is not null as has_product
    from invoices i join lateral (
      select * from invoice_lines where invoice_id = i.id order by position limit 1) l on true
    where i.status not in ('draft', 'cancelled') and l.quantity > 1 and l.unit_price > 10
    order by i.invoice_date, i.id`.execute(trx);
  return result.rows;
}
