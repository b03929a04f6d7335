import { sql } from 'kysely';
import { registerPlace } from '~/modules/organization/workspaces/server/whereabouts.service';
import { registerPaymentTimelines } from './timelines.queries';
import { lastPayment } from '~/modules/billing/invoices/server/last-payments.service';

export function providePayments(): void {
  registerPaymentTimelines();
  registerPlace('payments', {
    from: sql`payments t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    workspace: sql`c.workspace_id`,
    owners: [sql`t.created_by`],
  });
  lastPayment.provide({
    paidOn: sql`(select max(p.payment_date) from payments p
       where p.invoice_id = t.id and p.status = 'completed')`,
  });
}
