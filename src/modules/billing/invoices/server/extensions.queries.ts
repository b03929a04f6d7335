import { sql } from 'kysely';
import type { Context } from '~/kit/server/database/context';
import { registerBulk } from '~/modules/records/batches/server/batches.service';
import { registerTies, tiesBy } from '~/modules/records/batches/server/registry.service';
import { companyDay } from '~/modules/organization/company/server/settings.service';
import type { InvoiceAccount } from '~/modules/sales/customers/accounts.fields';
import { accounts } from '~/modules/sales/customers/server/accounts.service';
import { billing } from '~/modules/sales/deliveries/server/billing.service';
import { invoicing } from '~/modules/sales/orders/server/invoicing.service';
import { readable } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { registerImports } from '~/modules/records/imports/server/imports.service';
import { crediting } from './crediting.service';
import { invoiceEvents, registerInvoiceMails } from './timelines.queries';
import { invoiceLines, invoiceLinks, invoices } from './invoices.queries';
import { sumUninvoiced } from './order-shares.service';
import {
  isCharging,
  listInvoicesOfDelivery,
  listInvoicesOfOrder,
  takenDiscount,
} from './lines.queries';
import { invoiceBulk, invoiceOneByOne } from './bulk.internal';
import { openingImports } from './opening-imports.internal';
import { registerDocument } from '~/modules/sales/customers/server/customers.service';

const isInvoiced = sql`exists (
    select from order_lines l
    join invoice_lines il on il.order_line_id = l.id
    join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
    where l.order_id = t.id
  )`;

export function provideInvoices(): void {
  registerDocument(invoices, {
    type: 'invoice',
    kind: 'invoices',
    number: sql`t.invoice_number`,
    lines: invoiceLines,
    goods: ['products', 'services'],
    links: invoiceLinks,
    each: invoiceOneByOne,
    events: invoiceEvents,
  });
  registerInvoiceMails();
  accounts.provide({ read: readAccount });
  registerImports(openingImports);
  provideInvoicing();
  provideBatches();
}

function provideInvoicing(): void {
  invoicing.provide({
    isInvoiced,
    sumUninvoiced,
    get invoiceState() {
      return sql`case when not ${isInvoiced} then 'none' when exists (
        select from order_lines l where l.order_id = t.id and l.quantity - l.closed_quantity > coalesce((
          select sum(il.quantity - case when i.credited_amount = 0 then 0 else ${crediting.get().creditedQuantity} end)
          from invoice_lines il join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
          where il.order_line_id = l.id), 0)
        ) then 'partly' else 'fully' end`;
    },
    get invoicedQuantity() {
      return sql`coalesce((
        select sum(il.quantity - ${crediting.get().creditedQuantity}) from invoice_lines il
        join invoices i on i.id = il.invoice_id and i.status <> 'cancelled'
        where il.order_line_id = l.id), 0)`;
    },
    get invoicedDiscount() {
      return takenDiscount(sql`o.id`);
    },
    listInvoices: listInvoicesOfOrder,
  });
  billing.provide({
    get isInvoiced() {
      return sql`exists (select from invoices i
        where i.delivery_id = t.id and i.status <> 'cancelled' and ${isCharging(sql`i.id`)})`;
    },
    listInvoices: listInvoicesOfDelivery,
  });
}

function provideBatches(): void {
  registerTies(
    'invoices',
    tiesBy('customers', 'invoices', {
      order_id: 'orders',
      delivery_id: 'deliveries',
      billing_address_id: 'customer_addresses',
      shipping_address_id: 'customer_addresses',
    }),
  );
  registerBulk(invoiceBulk);
}

async function readAccount(
  context: Pick<Context, 'db' | 'person' | 'now'>,
  customer: number,
): Promise<InvoiceAccount> {
  const { db, person } = context;
  const today = await companyDay(context);
  const isOwed = sql`t.status in ('pending', 'sent', 'partially_paid', 'overdue')`;
  const result = await sql<InvoiceAccount>`select
      coalesce(sum(t.balance_due) filter (where ${isOwed}), 0) as outstanding,
      coalesce(sum(t.balance_due) filter (where ${isOwed} and t.due_date < ${today}::date), 0) as overdue,
      coalesce(sum(greatest(t.paid_amount + t.credited_amount - t.total_amount - t.debited_amount, 0))
        filter (where t.status not in ('draft', 'cancelled')), 0) as customer_credit
    from invoices t join customers c on c.id = t.customer_id
    where t.customer_id = ${customer} and ${readable(person, 'invoices')}`.execute(db);
  return result.rows[0] ?? { outstanding: 0, overdue: 0, customer_credit: 0 };
}
