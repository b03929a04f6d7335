import { sql } from 'kysely';
import { findByCode } from '~/kit/server/database/codes';
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
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerDuplicates } from '~/modules/records/duplicates/server/duplicates.service';
import {
  detailOf,
  registerSearch,
  type SearchSource,
  textOf,
} from '~/modules/records/records/server/search-sources.service';

const customerSearch: SearchSource = {
  type: 'customer',
  kind: 'customers',
  from: sql`customers`,
  label: sql`t.company_name`,
  detail: detailOf(sql`t.customer_code`, sql`t.contact_person`, sql`t.email`, sql`t.phone`),
  text: textOf(...namesOfCustomer),
  indexed: customerNames,
  isWhole: (whole) => sql`(name_sound(t.company_name) = name_sound(${whole})
    or folded(t.email) = ${whole} or lower(t.customer_code) = ${whole})`,
  isBeginning: (beginning) => sql`folded(t.company_name) like ${beginning}`,
};

export function provideCustomers(): void {
  buying.provide({ lockCustomer, findBuyer });
  registerSearch(customerSearch);
  registerRecords('customers', { entity: customers, links: customerLinks });
  registerDuplicates('customers', {
    table: sql`customers`,
    label: sql`t.company_name`,
    detail: sql`concat_ws(' · ', t.customer_code, t.contact_person, t.email, t.phone, t.gstin,
      case when not t.is_active then 'inactive' end)`,
    values: {
      tax_id: sql`t.gstin`,
      email: sql`t.email`,
      phone: sql`t.phone`,
      name: sql`t.company_name`,
    },
    parts: {
      from: sql`customer_contacts`,
      of: sql`p.customer_id`,
      values: { email: sql`p.email`, phone: sql`p.phone` },
    },
    readableBy: (person) => readable(person, 'customers'),
  });
  registerImports(customerImports);
  registerKindPlacement('customers', 'customers', sql`customers t`);
  registerUndo({
    table: 'customers',
    noun: 'Customer',
    label: sql`t.company_name`,
    clash: async ({ trx }, image) => {
      const code = String(image['customer_code']);
      return (await findByCode(trx, customerCodes, code))
        ? `The customer code ${code} is in use`
        : null;
    },
  });
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
