import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { AppError } from '~/kit/server/errors';
import { registerStockUse } from '~/modules/organization/company/server/stock-uses.service';
import { linkTo, readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerMove, registerPart } from '~/modules/records/batches/server/registry.service';
import {
  jobWorkers,
  listWith,
} from '~/modules/catalogue/products/locations/server/locations.service';
import { registerParty } from '~/modules/sales/customers/server/customers.service';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { vendorBulk } from './bulk.internal';
import { gstPartyLines } from '~/modules/sales/documents/print/parties.print';
import { readParties } from '~/modules/sales/papers/server/parties.service';
import { lotVendors } from '~/modules/catalogue/products/lots/server/lots.service';
import { holdVendor, vendorParty } from './vendors.service';
import { noteBankUndo } from './vendors.actions';
import { vendorImports } from './vendor-imports.internal';
import { hiddenFrom, termLines, vendorCodes, vendors, vendorText } from './vendors.queries';

export function provideVendors(): void {
  registerRecords('vendors', { entity: vendors, lines: [termLines], hiddenFrom });
  registerStockUse('vendors', sql`exists (select from vendors)`);
  registerParty({
    kind: 'vendors',
    codes: vendorCodes,
    search: { text: vendorText },
    prepare: noteBankUndo,
  });
  registerImports(vendorImports);
  registerBulk(vendorBulk);
  provideTerms();
  provideJobWorkers();
  lotVendors.provide({
    ...linkTo('vendors', sql`vendors t`, sql`t.company_name`),
    isUnnamed: true,
  });
}

/** The locations of goods that vendors work on. */
function provideJobWorkers(): void {
  jobWorkers.provide({
    name: sql`(select company_name from vendors where id = t.vendor_id)`,
    hold: (write, id) => holdVendor(write, id, { isNew: true }),
    print: async (db, id) =>
      gstPartyLines((await readParties(db, { party: vendorParty(id) })).buyer),
  });
  registerDependents({
    table: 'locations',
    type: 'location',
    label: sql`t.name`,
    join: sql``,
    readableBy: () => sql`true`,
    of: { vendors: (id) => sql`t.vendor_id = ${id}` },
  });
  registerMove({
    of: 'vendors',
    table: 'locations',
    column: 'vendor_id',
    enforceMove: async ({ trx }, { from, to }) => {
      const [one, other] = await listWith(trx, [from, to]);
      if (!one || !other) return;
      const message = `Goods of both vendors lie in a location: "${one.label}" and "${other.label}"`;
      throw new AppError('location.vendor_taken', message, {
        details: [one, other].map((record) => ({ message: `Location "${record.label}"`, record })),
      });
    },
  });
}

/** What a vendor's terms keep of products, and where they go when vendors or products are merged. */
function provideTerms(): void {
  registerDependents({
    table: 'vendors',
    type: 'vendor',
    label: sql`t.company_name`,
    join: sql``,
    readableBy: (person) => readable(person, 'vendors'),
    of: {
      products: (id) =>
        sql`t.id in (select vendor_id from vendor_products where product_id = ${id})`,
    },
    keeps: { products: 'unit_of_measure' },
  });
  registerPart({
    of: 'vendors',
    table: 'vendor_products',
    owner: sql`t.vendor_id`,
    label: sql`t.description`,
    noun: null,
  });
  registerMove({
    of: 'vendors',
    table: 'vendor_products',
    column: 'vendor_id',
    duplicate: (to) => sql`(select o.id from vendor_products o where o.vendor_id = ${to}
      and o.product_id = t.product_id)`,
  });
  registerMove({
    of: 'products',
    table: 'vendor_products',
    column: 'product_id',
    duplicate: (to) => sql`(select o.id from vendor_products o where o.product_id = ${to}
      and o.vendor_id = t.vendor_id)`,
    beside: (to) => sql`case when exists (select from vendor_products o where o.product_id = ${to}
      and o.is_preferred) then '{"is_preferred": false}'::jsonb else '{}' end`,
  });
}
