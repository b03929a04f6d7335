import { sql } from 'kysely';
import { foldedText, textSort } from '~/kit/server/lists/window-terms';
import type { Person } from '~/kit/server/database/context';
import { type LongList, windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { kindWindows } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { textOf } from '~/modules/records/records/server/search-sources.service';
import { customersNamed } from '~/modules/sales/customers/server/customers.service';
import { paymentFilters } from '../payments.filters';
import { ofReceipts } from './of-receipts.service';
import { payments, paymentsFrom } from './payments.queries';

const customerName = sql`c.company_name`;
const invoiceNumber = sql`i.invoice_number`;

export const paymentList = (person: Person): LongList => ({
  ...kindWindows(person, 'payments', payments),
  from: paymentsFrom,
  filters: paymentFilters,
  columns: {
    customer_name: customerName,
    invoice_number: invoiceNumber,
    receipt_number: ofReceipts.get().receiptNumber,
  },
  sorted: ['receipt_number'],
  ranked: ['status'],
  sorts: { payment_method: textSort(sql`t.payment_method`) },
  search: {
    // As the index has them (migrations/0185-search.sql).
    texts: [textOf(sql`t.reference_number`), foldedText([sql`t.notes`])],
    links: [],
    joined: {
      texts: [textOf(invoiceNumber), foldedText([customerName])],
      ids: (patterns) => sql`select p.id from payments p where p.invoice_id in (
        ${sql.join(
          patterns.map(
            (each) => sql`select i.id from invoices i where ${textOf(invoiceNumber)} like ${each}`,
          ),
          sql` union all `,
        )}
        union all select i.id from invoices i where i.customer_id in (${customersNamed(patterns)}))`,
    },
  },
});

/** The payments that a person reads, by windows (docs/product/wire.md#very-long-lists). */
export const paymentWindows = windowsOf(paymentList);
