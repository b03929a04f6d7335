import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { heldStatuses } from '../payments.rules';
import { paymentSums } from '~/modules/billing/invoices/server/payment-sums.service';
import {
  detailOf,
  registerSearch,
  textOf,
} from '~/modules/records/records/server/search-sources.service';
import { formatMoney } from '~/kit/shared/money/money';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { type Payment, paymentMethods, paymentStatuses } from '../payments.fields';

type EventData = Pick<
  Payment,
  | 'id'
  | 'amount'
  | 'kind'
  | 'status'
  | 'payment_method'
  | 'invoice_number'
  | 'notes'
  | 'reference_number'
>;

const kindTexts = {
  cash: 'Payment',
  tds: 'TDS',
  round_off: 'Round-off',
  write_off: 'Write-off',
  set_off: 'Set-off',
  refund: 'Refund',
} as const;

function describe(event: EventData) {
  const { id, kind, amount } = event;
  const isUse = kind === 'set_off' || kind === 'refund';
  return {
    title: `${kindTexts[kind]} of ${formatMoney(isUse ? Math.abs(amount) : amount, 'INR')}`,
    text: textFor(event),
    link: { type: 'payment', id },
  };
}

function textFor(event: EventData): string {
  const { amount, kind, status, payment_method, invoice_number, notes } = event;
  const isReversed = status === 'failed';
  if (kind === 'write_off')
    return `${isReversed ? 'Reversed, for' : 'For'} ${invoice_number}: ${notes}`;
  if (kind === 'set_off') {
    const ends = [invoice_number, event.reference_number];
    const [from, to] = amount < 0 ? ends : ends.toReversed();
    return `${isReversed ? 'Reversed, credit' : 'Credit'} of ${from} against ${to}`;
  }
  const method = paymentMethods.find(({ value }) => value === payment_method)?.label;
  const word = paymentStatuses.find(({ value }) => value === status)?.label ?? status;
  return `${word}, ${method ?? payment_method}, for ${invoice_number}`;
}

/** Payments on the timelines of their invoice and its customer. */
function registerPaymentTimelines(): void {
  registerEvents({
    name: 'payment',
    kind: 'payment',
    describe,
    from: sql`payments t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    rightsOf: 'payments',
    details: sql`t.id, t.amount, t.kind, t.status, t.payment_method, t.notes, t.reference_number, i.invoice_number`,
    of: {
      invoices: (id) => sql`t.invoice_id = ${id}`,
      customers: (id) => sql`i.customer_id = ${id}`,
    },
  });
}

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
        coalesce(sum(amount) filter (where status = 'completed' and kind = 'write_off'), 0) as written_off_amount,
        coalesce(sum(amount) filter (where status = 'completed' and kind = 'tds'), 0) as tds_amount
      from payments where invoice_id = t.id) p`,
  });
}
