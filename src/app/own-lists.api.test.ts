import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anonymous, type Person } from '~/kit/server/database/context';
import { inTransaction } from '~/kit/server/database/transaction';
import { listCustomers } from '~/modules/sales/customers/server/customers.queries';
import { listInvoices } from '~/modules/billing/invoices/server/invoices.queries';
import { listLeads } from '~/modules/sales/leads/server/leads.queries';
import { listOrders } from '~/modules/sales/orders/server/orders.queries';
import { listPayments } from '~/modules/billing/payments/server/payments.queries';
import { everything, mergeRights } from '~/modules/organization/users/rights.rules';
import { fileServer } from './testing/test-file-server';
import { kindNames } from '~/modules/organization/kinds/kinds.rules';

const test = fileServer();

const lists = {
  leads: listLeads,
  customers: listCustomers,
  orders: listOrders,
  invoices: listInvoices,
  payments: listPayments,
};

const reader = (read: 'own' | 'workspace'): Person => ({
  ...anonymous,
  id: 7,
  workspaces: [3],
  rights: mergeRights(everything, Object.fromEntries(kindNames.map((kind) => [kind, { read }]))),
});

/** The plan of a list where reading a whole table counts as very dear, however few rows there are. */
async function planOf(kind: keyof typeof lists, read: 'own' | 'workspace'): Promise<string> {
  const { select } = lists[kind](reader(read));
  return inTransaction(test.server.database.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const plan = await sql<Record<string, string>>`explain ${select}`.execute(trx);
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}

it.each(Object.keys(lists) as (keyof typeof lists)[])(
  'the list of a user’s own %s is found by an index, that of one’s workspaces too',
  async (kind) => {
    expect(await planOf(kind, 'own')).toContain(`${kind}_created_by`);
    const workspace = kind === 'leads' ? 'leads_workspace' : 'customers_workspace';
    expect(await planOf(kind, 'workspace')).toContain(workspace);
  },
);
