import { sql } from 'kysely';
import { registerTies, tieBy } from '~/modules/records/batches/server/registry.service';
import { advances as ofInvoices } from '~/modules/billing/invoices/server/advances.service';
import { advanceAccounts } from '~/modules/sales/customers/server/accounts.service';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { fromAdvances } from '~/modules/billing/payments/server/from-advances.service';
import { advances, sumRemaining } from './advances.queries';
import { followAdvance, takeAdvancesFor } from './adjusting.actions';
import { registerAdvanceTimelines } from './timelines.queries';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';

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
