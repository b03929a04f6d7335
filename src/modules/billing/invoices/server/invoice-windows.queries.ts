import { sql } from 'kysely';
import { foldedText } from '~/kit/server/lists/window-terms';
import type { Person } from '~/kit/server/database/context';
import { type LongList, windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { kindWindows } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { customersNamed } from '~/modules/sales/customers/server/customers.service';
import { invoiceTexts } from '../invoices.fields';
import { invoiceFilters } from '../invoices.filters';
import { invoices } from './invoices.queries';
import { paymentSums } from './payment-sums.service';

const customerName = sql`c.company_name`;

// As the index has them (migrations/0185-search.sql).
const texts = [
  textOf(sql`t.invoice_number`),
  foldedText(invoiceTexts.map((name) => sql.ref(`t.${name}`))),
];

export const invoiceList = (person: Person): LongList => ({
  ...kindWindows(person, 'invoices', invoices),
  // The sums of all payments of each row would cost a search among a million more than the search itself.
  from: sql`invoices t join customers c on c.id = t.customer_id`,
  filters: invoiceFilters,
  columns: {
    customer_name: customerName,
    paid_on: sql`(select p.paid_on from (select) one ${paymentSums.get().join})`,
  },
  ranked: ['status'],
  search: {
    texts,
    links: [],
    joined: {
      texts: [foldedText([customerName])],
      ids: (patterns) =>
        sql`select i.id from invoices i where i.customer_id in (${customersNamed(patterns)})`,
    },
  },
});

/** The invoices that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export const invoiceWindows = windowsOf(invoiceList);
