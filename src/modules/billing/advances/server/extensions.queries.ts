import { sql } from 'kysely';
import { formatMoney } from '~/kit/shared/money/money';
import { registerTies, tiesBy } from '~/modules/records/batches/server/registry.service';
import { advances as ofInvoices } from '~/modules/billing/invoices/server/advances.service';
import { advanceAccounts } from '~/modules/sales/customers/server/accounts.service';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { fromAdvances } from '~/modules/billing/payments/server/from-advances.service';
import { type Advance, advanceStatuses } from '../advances.fields';
import { advances, sumRemaining } from './advances.queries';
import { creditRefundPaper } from './vouchers.queries';
import { followAdvance, takeAdvancesFor } from './adjusting.actions';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';

export function provideAdvances(): void {
  registerDocument(advances, {
    type: 'advance',
    kind: 'payments',
    number: sql`t.voucher_number`,
    refersTo: { orders: (id) => sql`t.order_id = ${id}` },
    events: {
      kind: 'payment',
      details: sql`t.id, t.amount, t.balance, t.status, t.voucher_number`,
      describe,
      of: { orders: (id) => sql`t.order_id = ${id}` },
    },
  });
  ofInvoices.provide({ takeFor: takeAdvancesFor });
  fromAdvances.provide({ follow: followAdvance, refundPaper: creditRefundPaper });
  advanceAccounts.provide({ read: sumRemaining });
  registerNumbered(
    'advances',
    sql`select 'receipt_voucher', number_year, number_sequence, voucher_number, status from advances
      union all select 'refund_voucher', number_year, number_sequence, voucher_number, 'issued'
      from advance_refunds`,
  );
  registerTies('advances', [
    ...tiesBy('customers', 'advances', { order_id: 'orders' }),
    {
      of: 'customers',
      one: 'advances',
      other: 'invoices',
      at: { table: 'payments', one: 'advance_id', other: 'invoice_id' },
    },
  ]);
}

type EventData = Pick<Advance, 'id' | 'amount' | 'balance' | 'status' | 'voucher_number'>;

function describe({ id, amount, balance, status, voucher_number }: EventData) {
  const word = advanceStatuses.find(({ value }) => value === status)?.label ?? status;
  const remaining = status === 'open' ? `, ${formatMoney(balance, 'INR')} left` : '';
  return {
    title: `Advance of ${formatMoney(amount, 'INR')}`,
    text: `${voucher_number}, ${word}${remaining}`,
    link: { type: 'advance', id },
  };
}
