import { sql } from 'kysely';
import { columnsOf, type ListSource } from '~/kit/server/db';
import type { Entity } from '~/kit/server/write';
import type { RowOf } from '~/kit/shared/fields';
import { paymentFields } from '../payments.fields';

export const payments: Entity<typeof paymentFields> = {
  name: 'payments',
  type: 'payment',
  noun: 'Payment',
  fields: paymentFields,
  select: (where) => sql`select ${columnsOf(paymentFields, 't')},
      i.invoice_number, c.company_name as customer_name
    from payments t
    join invoices i on i.id = t.invoice_id
    join customers c on c.id = i.customer_id
    where ${where}`,
  label: (payment: RowOf<typeof paymentFields>) => `Payment #${payment.id}`,
};

/** Newest first. */
export function listPayments(): ListSource {
  return {
    select: sql`${payments.select(sql`true`)} order by t.created_at desc, t.id desc`,
    tables: ['payments', 'invoices', 'customers'],
  };
}
