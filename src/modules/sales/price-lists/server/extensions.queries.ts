import { findNamesake } from '~/kit/server/database/namesakes';
import { uniqueName } from './price-lists.actions';
import { sql } from 'kysely';
import { registerDependents } from '~/kit/server/database/dependents';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import {
  registerMove,
  registerPart,
  registerUndo,
} from '~/modules/records/batches/server/registry.service';
import { registerRecords } from '~/modules/records/records/server/records.service';
import { registerSearch, textOf } from '~/modules/records/records/server/search-sources.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { priceListBulk } from './bulk.internal';
import { priceListLines, priceListLinks, priceLists } from './price-lists.queries';

export function providePriceLists(): void {
  registerSearch({
    type: 'price_list',
    kind: 'price_lists',
    from: sql`price_lists`,
    label: sql`t.name`,
    detail: sql`(select c.company_name from customers c where c.id = t.customer_id)`,
    text: textOf(sql`t.name`),
  });
  registerRecords('price_lists', {
    entity: priceLists,
    links: priceListLinks,
    lines: priceListLines,
  });
  registerDependents({
    table: 'price_lists',
    type: 'price_list',
    label: sql`t.name`,
    join: sql``,
    readableBy: (person) => readable(person, 'price_lists'),
    of: {
      customers: (id) => sql`t.customer_id = ${id}`,
      products: (id) =>
        sql`t.id in (select price_list_id from price_list_items where product_id = ${id})`,
    },
  });
  registerUndo({
    table: 'price_lists',
    noun: 'Price list',
    label: sql`t.name`,
    clash: async ({ trx }, image) => {
      const name = String(image['name']);
      return (await findNamesake(trx, uniqueName, name)) ? uniqueName.message(name) : null;
    },
  });
  for (const table of ['price_list_items', 'price_list_limits']) {
    registerPart({
      of: 'price_lists',
      table,
      owner: sql`t.price_list_id`,
      label: sql`t.description`,
      noun: null,
    });
  }
  registerMoves();
  registerBulk(priceListBulk);
}

function registerMoves(): void {
  registerMove({
    of: 'customers',
    table: 'price_lists',
    column: 'customer_id',
    kind: 'price_lists',
  });
  registerMove({
    of: 'products',
    table: 'price_list_items',
    column: 'product_id',
    duplicate: (to) => sql`(select o.id from price_list_items o where o.product_id = ${to}
      and o.price_list_id = t.price_list_id and o.from_quantity = t.from_quantity)`,
  });
}
