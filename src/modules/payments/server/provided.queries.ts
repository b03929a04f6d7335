import { sql } from 'kysely';
import { lastPayment } from '~/modules/invoices/server/last-payments.service';

export function providePayments(): void {
  lastPayment.provide({
    paidOn: sql`(select max(p.payment_date) from payments p
       where p.invoice_id = t.id and p.status = 'completed')`,
    tables: ['payments'],
  });
}
