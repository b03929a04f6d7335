import { type Invoice, invoiceStatuses } from '~/modules/billing/invoices/invoices.fields';
import { invoiceFigures, invoiceFilters } from '~/modules/billing/invoices/invoices.filters';
import { type Payment, paymentStatuses } from '~/modules/billing/payments/payments.fields';
import { paymentFigures, paymentFilters } from '~/modules/billing/payments/payments.filters';
import { figuresOf } from '~/kit/shared/filters/figures';
import {
  type Order,
  orderFields,
  orderProgress,
  orderStatuses,
  searchedColumns,
} from '~/modules/sales/orders/orders.fields';
import type { LongChoices } from '~/modules/sales/documents/lines/long-choices.fields';
import { orderFigures, orderFilters } from '~/modules/sales/orders/orders.filters';
import type { Filter } from '~/kit/shared/filters/filters';
import { fieldText } from '~/kit/shared/fields/field-text';
import { columnSearchKey, folded, isIn, phraseOf } from '~/kit/shared/filters/searching';
import { by, type FigureOptions, instant, labelOf, type LongKind } from './long-lists.builders';

const rankOf = (choices: readonly { value: string }[], status: string) =>
  choices.findIndex(({ value }) => value === status);

const dayRanges = ['today', 'week', 'month', 'quarter', 'year', '2020-01-01..2099-12-31', 'x'];
const amounts = ['under-1000', '1000-5000', '5000-10000', '10000-50000', 'over-50000', 'x'];
const terms = [
  'sahy',
  'AKERS 1',
  'ärz',
  '100%',
  '東',
  'long-1',
  'po 7',
  'site',
  'rz',
  'q7',
  'zoe',
  "'",
  ' ',
];

function choicesOf(
  rows: readonly (Order | Invoice | Payment)[],
  { customers }: FigureOptions,
): LongChoices {
  const creators = new Map<number, string>();
  for (const { created_by: id, created_by_name: name } of rows)
    if (id !== null && name > (creators.get(id) ?? '')) creators.set(id, name);
  const named = rows.map((row) => {
    const id = 'customer_id' in row ? row.customer_id : (customers.get(row.invoice_id) ?? 0);
    return [id, row.customer_name] as const;
  });
  return {
    customers: [...new Map(named)].map(([customer_id, customer_name]) => ({
      customer_id,
      customer_name,
    })),
    creators: [...creators].map(([id, name]) => ({ id, name })),
  };
}

const phrases = [
  'PEND',
  'SITE b',
  'b site',
  'po 7',
  'zoe',
  'akers',
  'ord-long-',
  '98200 12345',
  "'",
  '%',
];

const shownIn = (row: Order, name: (typeof searchedColumns)[number]) =>
  fieldText(orderFields[name], row[name], '');

/** What is typed into the heads of columns, as a table finds it. */
const columnFilters = searchedColumns.map((name): Filter<Order, unknown> => {
  const key = columnSearchKey({ key: name });
  const test = (row: Order, typed: string) => isIn(folded(shownIn(row, name)), phraseOf(typed));
  return { key, label: key, kind: 'text', test };
});

/** What all three are made of: names of customers, amounts on the bounds of bands, and days about today. */
const parts = `from generate_series(1, 420) n,
  (select array['Sahyadri', 'site B', 'Åkers', 'PO 7', 'PO 11', null] as w) words,
  (select array[0, 0.5, 999.99, 1000, 4999.99, 5000, 5000.5, 9999.99, 10000, 10000.01, 50000] as a) amounts`;

const orders: LongKind = {
  name: 'orders',
  path: '/orders',
  fill: `
    insert into orders (order_number, customer_id, order_date, status, item_count, service_names, subtotal, tax_rate, tax_amount,
        total_amount, delivery_date, delivery_state, notes, reference, created_by, created_by_name, created_at, updated_at)
      select 'ORD-LONG-' || (n * 7919) % 1000, 1 + n % 60, current_date - n % 130, (array['pending', 'confirmed', 'processing',
          'shipped', 'delivered', 'cancelled'])[1 + n % 6], n % 9, w[1 + n % 5], a[1 + n % 11], 0, 0, a[1 + n % 11],
        case when n % 7 > 0 then current_date - 4 + (n * 7) % 15 end, (array['none', 'partly', 'fully'])[1 + n % 3],
        w[1 + n % 6], w[1 + n % 4], nullif(n % 3, 0), (array['Zoë', 'asha', 'Bench'])[1 + n % 3], now() - (n % 50) * interval '1 hour', now()
      ${parts}`,
  filters: [...orderFilters, ...columnFilters],
  asks: (values) => values,
  values: {
    status: ['pending', 'shipped,delivered', 'x', 'x,cancelled'],
    customer_id: ['1', '7', '60', 'none', 'x', '01'],
    date_range: dayRanges,
    amount_range: amounts,
    priority: ['high', 'medium', 'low', 'x'],
    delivery_status: ['overdue', 'due-soon', 'on-schedule', 'delivered', 'no-date', 'x'],
    urgency: ['critical', 'high', 'medium', 'low', 'x'],
    ...Object.fromEntries(columnFilters.map(({ key }) => [key, phrases])),
  },
  terms,
  figures: (rows: readonly Order[], options) => ({
    ...figuresOf(orderFigures, rows, options),
    ...choicesOf(rows, options),
  }),
  sorts: {
    ...by<Order>('order_number', 'customer_name', 'item_count', 'service_names', 'total_amount'),
    ...by<Order>('delivery_date', 'created_by_name', 'notes', 'order_date', 'subtotal', 'id'),
    created_at: instant,
    status: (row: Order) => rankOf(orderStatuses, row.status),
    delivery_state: (row: Order) => labelOf(orderProgress)(row.delivery_state),
    invoice_state: (row: Order) => labelOf(orderProgress)(row.invoice_state),
  },
};

const invoices: LongKind = {
  name: 'invoices',
  path: '/invoices',
  fill: `
    insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount, total_amount,
        paid_amount, status, notes, reference, terms_conditions, place_of_supply, is_opening, created_by, created_by_name,
        created_at, updated_at)
      select 'INV-LONG-' || (n * 7919) % 1000, 1 + n % 60, current_date - n % 97, 
        -- A job marks sent invoices past their day as overdue.
        case when n % 6 < 2 then current_date + 1 + n % 12 else current_date - n % 97 + (n * 7) % 110 end,
        a[1 + n % 11], 0, 0, a[1 + n % 11], a[1 + n % 11] * (array[0, 0.5, 1, 1.25])[1 + n % 4], (array['sent', 'pending',
          'paid', 'partially_paid', 'overdue', 'cancelled'])[1 + n % 6], w[1 + n % 6], w[1 + n % 5], w[1 + n % 4],
        case when n % 3 > 0 then (array['27', '29', '33'])[1 + n % 3] end, n % 5 = 0, nullif(n % 3, 0),
        (array['Zoë', 'asha', 'Bench'])[1 + n % 3], now() - (n % 50) * interval '1 hour', now()
      ${parts}`,
  filters: invoiceFilters,
  asks: (values) => values,
  values: {
    status: ['sent', 'paid,cancelled', 'x'],
    customer: ['Sahyadri 1', 'Sahyadri', 'none', "'"],
    dateRange: dayRanges,
    amountRange: amounts,
    dueStatus: ['overdue', 'due-soon', 'current', 'paid-on-time', 'x'],
    paymentStatus: ['unpaid', 'partially-paid', 'fully-paid', 'overpaid', 'x'],
    aging: ['0-30', '31-60', '61-90', 'over-90', 'x'],
    created_by: ['1', '2', 'none', 'x'],
    opening: ['yes', 'no', 'x'],
    place_of_supply: ['27', '29,33', 'none', 'x'],
  },
  terms,
  figures: (rows: readonly Invoice[], options) => ({
    ...figuresOf(invoiceFigures, rows, options),
    ...choicesOf(rows, options),
  }),
  sorts: {
    ...by<Invoice>('invoice_number', 'customer_name', 'invoice_date', 'due_date', 'total_amount'),
    ...by<Invoice>('paid_amount', 'balance_due', 'paid_on', 'promised_on', 'id'),
    created_at: instant,
    status: (row: Invoice) => rankOf(invoiceStatuses, row.status),
  },
};

const payments: LongKind = {
  name: 'payments',
  path: '/payments',
  fill: `
    insert into payments (invoice_id, payment_method, amount, payment_date, reference_number, notes, status, kind, created_by,
        created_by_name, created_at, updated_at)
      select (select min(id) from invoices) + (n * 7) % 400, (array['cash', 'check', 'bank_transfer', 'credit_card', 'other'])[1 + n % 5],
        greatest(a[1 + n % 11], 0.01), current_date - n % 97, w[1 + n % 6], w[1 + n % 5], (array['completed', 'pending', 'failed',
          'processing'])[1 + n % 4], (array['cash', 'cash', 'write_off'])[1 + n % 3], nullif(n % 3, 0),
        (array['Zoë', 'asha', 'Bench'])[1 + n % 3], now() - (n % 50) * interval '1 hour', now()
      ${parts}`,
  filters: paymentFilters,
  asks: (values) => values,
  values: {
    status: ['completed', 'pending,failed', 'x'],
    payment_method: ['cash', 'check,other', 'x'],
    customer: ['Sahyadri 1', 'Sahyadri', 'none', "'"],
    dateRange: dayRanges,
    amountRange: amounts,
    verification: ['verified', 'pending', 'x'],
    reconciliation: ['reconciled', 'pending', 'manual', 'x'],
    kind: ['cash', 'write_off,tds', 'x'],
    created_by: ['1', '2', 'none', 'x'],
  },
  terms,
  figures: (rows: readonly Payment[], options) => ({
    ...figuresOf(paymentFigures, rows, options),
    ...choicesOf(rows, options),
  }),
  sorts: {
    ...by<Payment>('id', 'invoice_number', 'customer_name', 'amount', 'payment_date'),
    ...by<Payment>('payment_method', 'receipt_number'),
    created_at: instant,
    status: (row: Payment) => rankOf(paymentStatuses, row.status),
  },
};

export const longDocuments: readonly LongKind[] = [orders, invoices, payments];
