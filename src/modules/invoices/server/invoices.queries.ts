import { sql } from 'kysely';
import { columnsOf, type ListSource } from '~/kit/server/db';
import type { Entity } from '~/kit/server/write';
import { invoiceFields } from '../invoices.fields';

export const invoices: Entity<typeof invoiceFields> = {
  name: 'invoices',
  type: 'invoice',
  noun: 'Invoice',
  fields: invoiceFields,
  // Lines have no table yet, so that every invoice has none.
  select: (where) => sql`select ${columnsOf(invoiceFields, 't')},
      c.company_name as customer_name, t.paid_amount as total_paid, 0 as item_count
    from invoices t
    join customers c on c.id = t.customer_id
    where ${where}`,
  label: (invoice) => invoice.invoice_number,
};

/** Newest first. */
export function listInvoices(): ListSource {
  return {
    select: sql`${invoices.select(sql`true`)} order by t.created_at desc, t.id desc`,
    tables: ['invoices', 'customers'],
  };
}
