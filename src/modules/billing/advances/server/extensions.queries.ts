import { sql } from 'kysely';
import { registerTies, tieBy } from '~/modules/records/batches/server/registry.service';
import { advances as ofInvoices } from '~/modules/billing/invoices/server/advances.service';
import { advanceAccounts } from '~/modules/sales/customers/server/accounts.service';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { fromAdvances } from '~/modules/billing/payments/server/from-advances.service';
import { advances, sumRemaining } from './advances.queries';
import { followAdvance, takeAdvancesFor } from './adjusting.actions';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';
import type { Person } from '~/kit/server/database/context';
import type { SqlPart } from '~/kit/server/database/db';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTimeline } from '~/modules/records/records/server/timeline-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { type Advance, advanceStatuses } from '../advances.fields';

type EventData = Pick<Advance, 'id' | 'amount' | 'balance' | 'status' | 'voucher_number'>;

const eventsWhere = (person: Person, where: SqlPart) => sql`select t.id as ref, t.created_at as at,
    t.created_by_name as actor, json_build_object('id', t.id, 'amount', t.amount, 'balance', t.balance,
      'status', t.status, 'voucher_number', t.voucher_number) as facts
  from advances t join customers c on c.id = t.customer_id
  where ${where} and ${readable(person, 'payments')}`;

function describe({ id, amount, balance, status, voucher_number }: EventData) {
  const word = advanceStatuses.find(({ value }) => value === status)?.label ?? status;
  const remaining = status === 'open' ? `, ${formatMoney(balance, 'INR')} left` : '';
  return {
    title: `Advance of ${formatMoney(amount, 'INR')}`,
    text: `${voucher_number}, ${word}${remaining}`,
    link: { type: 'advance', id },
  };
}

/** Advances on the timelines of their order and their customer. */
function registerAdvanceTimelines(): void {
  const advances = { name: 'advance', kind: 'payment', describe } as const;
  registerTimeline({
    ...advances,
    of: 'orders',
    select: (person, id) => eventsWhere(person, sql`t.order_id = ${id}`),
  });
  registerTimeline({
    ...advances,
    of: 'customers',
    select: (person, id) => eventsWhere(person, sql`t.customer_id = ${id}`),
  });
}

export function provideAdvances(): void {
  registerDocument(advances, {
    type: 'advance',
    kind: 'payments',
    number: sql`t.voucher_number`,
    refersTo: { orders: (id) => sql`t.order_id = ${id}` },
  });
  registerAdvanceTimelines();
  ofInvoices.provide({ takeFor: takeAdvancesFor });
  fromAdvances.provide({ follow: followAdvance });
  advanceAccounts.provide({ remaining: sumRemaining });
  registerNumbered(
    'advances',
    sql`select 'receipt_voucher', number_year, number_sequence, voucher_number, status from advances
      union all select 'refund_voucher', number_year, number_sequence, voucher_number, 'issued'
      from advance_refunds`,
  );
  registerTies('advances', [
    tieBy('customers', 'advances', { column: 'order_id', other: 'orders' }),
    {
      of: 'customers',
      one: 'advances',
      other: 'invoices',
      at: { table: 'payments', one: 'advance_id', other: 'invoice_id' },
    },
  ]);
}
