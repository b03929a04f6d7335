import { sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Payment, paymentMethods, paymentStatuses } from '../payments.fields';

type EventData = Pick<
  Payment,
  'id' | 'amount' | 'kind' | 'status' | 'payment_method' | 'invoice_number' | 'notes'
>;

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'amount', t.amount, 'kind', t.kind,
      'status', t.status, 'payment_method', t.payment_method, 'notes', t.notes,
      'invoice_number', i.invoice_number) as facts
  from payments t join invoices i on i.id = t.invoice_id
  join customers c on c.id = i.customer_id
  where ${where} and ${readable(person, 'payments')}`;

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
  const payments = { name: 'payment', kind: 'payment', describe } as const;
  registerTimeline({
    ...payments,
    of: 'invoices',
    select: (person, id) => eventsWhere(person, sql`t.invoice_id = ${id}`),
  });
  registerTimeline({
    ...payments,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`i.customer_id = ${id}`),
  });
}
