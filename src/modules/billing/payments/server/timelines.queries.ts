import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerEvents } from '~/modules/records/records/server/timeline-sources.service';
import { type Payment, paymentMethods, paymentStatuses } from '../payments.fields';

type EventData = Pick<
  Payment,
  'id' | 'amount' | 'kind' | 'status' | 'payment_method' | 'invoice_number' | 'notes'
>;

const kindTexts = {
  cash: 'Payment',
  tds: 'TDS',
  round_off: 'Round-off',
  write_off: 'Write-off',
} as const;

function describe({ id, amount, kind, status, payment_method, invoice_number, notes }: EventData) {
  const method = paymentMethods.find(({ value }) => value === payment_method)?.label;
  const word = paymentStatuses.find(({ value }) => value === status)?.label ?? status;
  return {
    title: `${kindTexts[kind]} of ${formatMoney(amount, 'INR')}`,
    text:
      kind === 'write_off'
        ? `${status === 'failed' ? 'Reversed, for' : 'For'} ${invoice_number}: ${notes}`
        : `${word}, ${method ?? payment_method}, for ${invoice_number}`,
    link: { type: 'payment', id },
  };
}

/** Payments on the timelines of their invoice and its customer. */
export function registerPaymentTimelines(): void {
  registerEvents({
    name: 'payment',
    kind: 'payment',
    describe,
    from: sql`payments t join invoices i on i.id = t.invoice_id
      join customers c on c.id = i.customer_id`,
    rightsOf: 'payments',
    details: sql`t.id, t.amount, t.kind, t.status, t.payment_method, t.notes, i.invoice_number`,
    of: {
      invoices: (id) => sql`t.invoice_id = ${id}`,
      customers: (id) => sql`i.customer_id = ${id}`,
    },
  });
}
