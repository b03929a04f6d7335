import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import {
  registerMove,
  registerTies,
  registerUndo,
  tieBy,
} from '~/modules/records/batches/server/registry.service';
import { advances as ofInvoices } from '~/modules/billing/invoices/server/advances.service';
import { advanceAccounts } from '~/modules/sales/customers/server/accounts.service';
import { registerNumbered } from '~/modules/billing/invoices/server/numbered.service';
import { fromAdvances } from '~/modules/billing/payments/server/from-advances.service';
import { registerKindPlacement } from '~/modules/organization/workspaces/server/whereabouts.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { sumRemaining } from './advances.queries';
import { followAdvance, takeAdvancesFor } from './adjusting.actions';
import { registerAdvanceTimelines } from './timelines.queries';
import { documentSearch } from '~/modules/sales/customers/server/customers.service';
import { registerSearch } from '~/modules/records/records/server/search-sources.service';

export function provideAdvances(): void {
  registerSearch({
    type: 'advance',
    kind: 'payments',
    ...documentSearch('advances', sql`t.voucher_number`),
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
  registerKindPlacement(
    'advances',
    'payments',
    sql`advances t join customers c on c.id = t.customer_id`,
  );
  registerDependents({
    table: 'advances',
    type: 'advance',
    label: sql`t.voucher_number`,
    join: sql`join customers c on c.id = t.customer_id`,
    readableBy: (person) => readable(person, 'payments'),
    of: {
      customers: (id) => sql`t.customer_id = ${id}`,
      orders: (id) => sql`t.order_id = ${id}`,
    },
  });
  registerUndo({ table: 'advances', noun: 'Advance', label: sql`t.voucher_number` });
  registerMove({ of: 'customers', table: 'advances', column: 'customer_id', kind: 'payments' });
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
