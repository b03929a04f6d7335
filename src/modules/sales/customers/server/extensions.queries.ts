import { sql } from 'kysely';
import type { SqlPart } from '~/kit/server/database/db';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { buying } from '~/modules/sales/documents/lines/server/buying.service';
import { findBuyer } from './buyers.service';
import { customerBulk } from './bulk.internal';
import { addresses, contacts } from './customer-parts.queries';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { customerImports } from './customer-imports.internal';
import {
  registerKindPlacement,
  registerPlacement,
} from '~/modules/organization/workspaces/server/whereabouts.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import {
  addressName,
  customerCodes,
  customerLinks,
  customerNames,
  customers,
  lockCustomer,
  namesOfCustomer,
} from './customers.queries';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { registerParty } from './parties.queries';

export function provideCustomers(): void {
  buying.provide({ lockCustomer, findBuyer });
  registerRecords('customers', { entity: customers, links: customerLinks });
  registerParty({
    kind: 'customers',
    codes: customerCodes,
    search: { text: textOf(...namesOfCustomer), indexed: customerNames },
    parts: {
      from: sql`customer_contacts`,
      of: sql`p.customer_id`,
      values: { email: sql`p.email`, phone: sql`p.phone` },
    },
  });
  registerImports(customerImports);
  registerKindPlacement('customers', 'customers', sql`customers t`);
  for (const part of [addresses, contacts]) {
    const table = part.name;
    const label = part === contacts ? sql`t.name` : addressName;
    registerUndo({ table, noun: part.noun, label });
    const noun = part.noun.toLowerCase();
    registerPart({ of: 'customers', table, owner: sql`t.customer_id`, label, noun });
    registerPlacement(part.name, {
      from: sql`${sql.table(part.name)} t join customers c on c.id = t.customer_id`,
      workspace: sql`c.workspace_id`,
      owners: [sql`c.created_by`],
    });
  }
  registerBulk(customerBulk);
  provideMoves();
}

function provideMoves(): void {
  registerMove({
    of: 'customers',
    table: 'customer_addresses',
    column: 'customer_id',
    beside: (to) => noDefaults('customer_addresses', to, ['is_billing', 'is_shipping']),
  });
  registerMove({
    of: 'customers',
    table: 'customer_contacts',
    column: 'customer_id',
    beside: (to) => noDefaults('customer_contacts', to, ['is_primary']),
  });
}

/** Of each kind of default a customer has one: its own stay where it has any. */
function noDefaults(table: string, customer: number, flags: readonly string[]): SqlPart {
  const none = JSON.stringify(Object.fromEntries(flags.map((flag) => [flag, false])));
  return sql`case when exists (select from ${sql.table(table)} o where o.customer_id = ${customer})
    then ${none}::jsonb else '{}' end`;
}
