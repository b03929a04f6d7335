import { type Database, type Db, inTransaction } from '~/kit/server/db';
import { fillDemoCustomers } from '~/modules/customers/server/customers.demo';
import { hasCustomers } from '~/modules/customers/server/customers.queries';
import { fillDemoLeads } from '~/modules/leads/server/leads.demo';
import { hasLeads } from '~/modules/leads/server/leads.queries';
import { fillDemoProducts } from '~/modules/products/server/products.demo';
import { hasProducts } from '~/modules/products/server/products.queries';
import { fillDemoServices } from '~/modules/services/server/services.demo';
import { hasServices } from '~/modules/services/server/services.queries';
import { fillDemoUsers } from '~/modules/users/server/users.demo';

interface Sample {
  what: string;
  has: (trx: Db) => Promise<boolean>;
  /** Gives how many records it made. */
  fill: (trx: Db, now: Date) => Promise<number>;
}

/** Each kind of invented record, after those that it points at. */
const samples: readonly Sample[] = [
  // Colleagues are no records: a company may know its own before it wants to see sample data.
  { what: 'users', has: async () => false, fill: fillDemoUsers },
  { what: 'services', has: hasServices, fill: fillDemoServices },
  { what: 'products', has: hasProducts, fill: fillDemoProducts },
  { what: 'customers', has: hasCustomers, fill: fillDemoCustomers },
  { what: 'leads', has: hasLeads, fill: fillDemoLeads },
];

/** Puts invented records into an empty database; one that has records is left as it is. Gives the line to tell. */
export async function fillDemo(database: Database, now: Date): Promise<string> {
  return inTransaction(database.db, async (trx) => {
    for (const { has } of samples) {
      if (await has(trx))
        return 'Sample data: the database already holds records, nothing was added.';
    }
    const made: string[] = [];
    for (const { what, fill } of samples) made.push(`${await fill(trx, now)} ${what}`);
    return `Sample data (invented): ${made.join(', ')}.`;
  });
}
