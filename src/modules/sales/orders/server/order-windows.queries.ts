import { sql } from 'kysely';
import { foldedText } from '~/kit/server/lists/window-terms';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { customersNamed } from '~/modules/sales/customers/server/customers.service';
import type { Person } from '~/kit/server/database/context';
import { type LongList, windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { kindWindows } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { orderFilters } from '../orders.filters';
import { searchedColumns, searchedTexts } from '../orders.fields';
import { invoicing } from './invoicing.service';
import { orders, ordersFrom } from './orders.queries';

const customerName = sql`c.company_name`;

// As the index has them (migrations/0185-search.sql).
const indexed = [
  textOf(sql`t.order_number`),
  foldedText(
    searchedTexts
      .filter((name) => name !== 'order_number' && name !== 'customer_name')
      .map((name) => sql.ref(`t.${name}`)),
  ),
];

export const orderList = (person: Person): LongList => ({
  ...kindWindows(person, 'orders', orders),
  from: ordersFrom,
  filters: orderFilters,
  columns: { customer_name: customerName, invoice_state: invoicing.get().invoiceState },
  sorted: ['service_names', 'created_by_name', 'notes'],
  ranked: ['status'],
  headed: searchedColumns,
  search: {
    texts: indexed,
    links: [],
    joined: {
      texts: [foldedText([customerName])],
      ids: (patterns) =>
        sql`select o.id from orders o where o.customer_id in (${customersNamed(patterns)})`,
    },
  },
});

/** The orders that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export const orderWindows = windowsOf(orderList);
