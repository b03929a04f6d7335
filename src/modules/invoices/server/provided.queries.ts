import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Detail } from '~/kit/server/errors';
import { invoicing } from '~/modules/orders/server/invoicing.service';

export function provideInvoices(): void {
  invoicing.provide({
    isInvoiced: sql`exists (
        select from order_lines l
        join invoice_lines il on il.order_line_id = l.id
        join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
        where l.order_id = t.id
      )`,
    invoicedQuantity: sql`coalesce((
      select sum(il.quantity) from invoice_lines il
      join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
      where il.order_line_id = l.id), 0)`,
    tables: ['invoices'],
    listInvoices: listInvoicesOf,
  });
  const invoices = { table: 'invoices', type: 'invoice', label: 'invoice_number' };
  registerDependents({
    ...invoices,
    of: 'customers',
    where: (id) => sql`customer_id = ${id}`,
  });
  registerDependents({
    ...invoices,
    of: 'products',
    where: (id) => sql`id in (select invoice_id from invoice_lines where product_id = ${id})`,
  });
  registerDependents({
    ...invoices,
    of: 'services',
    where: (id) => sql`id in (select invoice_id from invoice_lines where service_id = ${id})`,
  });
}

type RecordLink = NonNullable<Detail['record']>;

async function listInvoicesOf(trx: Transaction, order: number): Promise<RecordLink[]> {
  const result = await sql<RecordLink>`
    select 'invoice' as type, i.id, i.invoice_number as label from invoices i
    where i.status <> 'cancelled' and (i.order_id = ${order} or exists (
      select from invoice_lines il join order_lines l on l.id = il.order_line_id
      where il.invoice_id = i.id and l.order_id = ${order}))
    order by i.id`.execute(trx);
  return result.rows;
}
