import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { heldStatuses } from '../payments.rules';
import { registerPaymentTimelines } from './timelines.queries';
import { paymentSums } from '~/modules/billing/invoices/server/payment-sums.service';
import {
  detailOf,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';

export function providePayments(): void {
  registerSearch({
    type: 'payment',
    kind: 'payments',
    from: sql`payments`,
    follows: sql`join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`,
    label: sql`t.reference_number`,
    detail: detailOf(sql`i.invoice_number`, sql`c.company_name`),
    text: textOf(sql`t.reference_number`),
  });
  registerPaymentTimelines();
  registerDependents({
    table: 'payments',
    type: 'payment',
    label: sql`'Payment #' || t.id`,
    join: sql`join invoices i on i.id = t.invoice_id join customers c on c.id = i.customer_id`,
    readableBy: (person) => readable(person, 'payments'),
    of: { invoices: (id) => sql`t.invoice_id = ${id}` },
  });
  registerKindPlacement(
    'payments',
    'payments',
    sql`payments t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
  );
  const held = sql.join(heldStatuses.map((status) => sql.lit(status)));
  paymentSums.provide({
    join: sql`cross join lateral (
      select max(payment_date) filter (where status = 'completed' and amount > 0) as paid_on,
        coalesce(sum(amount) filter (where status in (${held})), 0) as held_amount,
        coalesce(sum(amount) filter (where status = 'completed' and kind = 'write_off'), 0) as written_off_amount
      from payments where invoice_id = t.id) p`,
  });
}
