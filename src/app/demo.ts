import { z } from 'zod';
import { type Database, type Db, lockName } from '~/kit/server/db';
import { inTransaction } from '~/kit/server/transaction';
import { AppError } from '~/kit/server/errors';
import { announce } from '~/kit/server/live';
import { type Api, route } from '~/kit/server/route';
import { fillDemoCustomers } from '~/modules/customers/server/customers.demo';
import { hasCustomers } from '~/modules/customers/server/customers.queries';
import { fillDemoInvoices } from '~/modules/invoices/server/invoices.demo';
import { hasInvoices } from '~/modules/invoices/server/invoices.queries';
import { fillDemoLeads } from '~/modules/leads/server/leads.demo';
import { hasLeads } from '~/modules/leads/server/leads.queries';
import { fillDemoOrders } from '~/modules/orders/server/orders.demo';
import { hasOrders } from '~/modules/orders/server/orders.queries';
import { fillDemoPayments } from '~/modules/payments/server/payments.demo';
import { hasPayments } from '~/modules/payments/server/samples.queries';
import { fillDemoProducts } from '~/modules/products/server/products.demo';
import { hasProducts } from '~/modules/products/server/products.queries';
import { fillDemoServices } from '~/modules/services/server/services.demo';
import { hasServices } from '~/modules/services/server/services.queries';
import { fillDemoBilling } from '~/modules/settings/server/billing.demo';
import { fillDemoUsers } from '~/modules/users/server/users.demo';
import { fillDemoWorkspaces } from '~/modules/workspaces/server/workspaces.demo';

interface Sample {
  what: string;
  has: (trx: Db) => Promise<boolean>;
  /** Gives how many records it made. */
  fill: (trx: Db, now: Date) => Promise<number>;
}

/** Each kind of invented record, after those that it points at. */
const samples: readonly Sample[] = [
  // Colleagues and accounts are no records: a company may know its own before it wants to see sample data.
  { what: 'users', has: async () => false, fill: fillDemoUsers },
  { what: 'workspaces', has: async () => false, fill: fillDemoWorkspaces },
  { what: 'payment methods', has: async () => false, fill: fillDemoBilling },
  { what: 'services', has: hasServices, fill: fillDemoServices },
  { what: 'products', has: hasProducts, fill: fillDemoProducts },
  { what: 'customers', has: hasCustomers, fill: fillDemoCustomers },
  { what: 'leads', has: hasLeads, fill: fillDemoLeads },
  { what: 'orders', has: hasOrders, fill: fillDemoOrders },
  { what: 'invoices', has: hasInvoices, fill: fillDemoInvoices },
  { what: 'payments', has: hasPayments, fill: fillDemoPayments },
];

const full = 'The database already holds records, so no sample data was added';

/** Puts invented records into an empty database; gives the line to tell, or null where records are left alone. */
async function fillEmpty(trx: Db, now: Date): Promise<string | null> {
  await lockName(trx, 'demo.fill');
  if (!(await isEmpty(trx))) return null;
  const made: string[] = [];
  for (const { what, fill } of samples) made.push(`${await fill(trx, now)} ${what}`);
  return `Sample data (invented): ${made.join(', ')}.`;
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const { has } of samples) if (await has(db)) return false;
  return true;
}

/** What `--demo` does at start (contract §1); gives the line to tell. */
export async function fillDemo(database: Database, now: Date): Promise<string> {
  const line = await inTransaction(database.db, (trx) => fillEmpty(trx, now));
  return line ?? `Sample data: ${full}.`;
}

/** The same for an administrator who looks at an empty product (contract §4). */
export function demoRoutes(api: Api): void {
  route(api, {
    method: 'GET',
    url: '/demo',
    access: 'admin',
    summary: 'Whether there are no records yet, so that sample data may be added',
    tag: 'Server',
    answer: z.object({ empty: z.boolean() }),
    handle: async ({ context }) => ({ empty: await isEmpty(context.db) }),
  });
  route(api, {
    method: 'POST',
    url: '/demo',
    access: 'admin',
    summary: 'Add invented sample data to an empty database',
    tag: 'Server',
    answer: z.object({ message: z.string() }),
    handle: ({ context }) =>
      context.transaction(async (trx) => {
        const message = await fillEmpty(trx, context.now);
        if (message === null) throw new AppError('demo.not_empty', 409, full);
        await announce(trx, { entity: '*', id: null, action: 'created', version: null });
        return { message };
      }),
  });
}
