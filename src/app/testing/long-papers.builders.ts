import type { Fields } from '~/kit/shared/fields/fields';
import type { Filter } from '~/kit/shared/filters/filters';
import { advanceFields } from '~/modules/billing/advances/advances.fields';
import { advanceFilters } from '~/modules/billing/advances/advances.filters';
import { noteFields } from '~/modules/billing/credit-notes/credit-notes.fields';
import { noteFilters } from '~/modules/billing/credit-notes/credit-notes.filters';
import { receiptFields } from '~/modules/billing/receipts/receipts.fields';
import { receiptFilters } from '~/modules/billing/receipts/receipts.filters';
import { serviceFields } from '~/modules/catalogue/services/services.fields';
import { serviceFilters } from '~/modules/catalogue/services/services.filters';
import { userFields } from '~/modules/organization/users/users.fields';
import { userFilters } from '~/modules/organization/users/users.filters';
import { deliveryFields } from '~/modules/sales/deliveries/deliveries.fields';
import { deliveryFilters } from '~/modules/sales/deliveries/deliveries.filters';
import { priceListFields } from '~/modules/sales/price-lists/price-lists.fields';
import { priceListFilters } from '~/modules/sales/price-lists/price-lists.filters';
import { quotationFields } from '~/modules/sales/quotations/quotations.fields';
import { quotationFilters } from '~/modules/sales/quotations/quotations.filters';
import type { LongKind } from './long-lists.builders';

/** Rows with names, amounts on the bounds of bands, and days about today. */
export const parts = `from generate_series(1, 310) n,
  (select array['Sahyadri', 'site B', 'Åkers', 'PO 7', 'PO 11', null] as w) texts,
  (select array[0.5, 999.99, 1000, 4999.99, 5000, 9999.99, 10000, 50000] as a) amounts`;
export const createdColumns = 'created_by, created_by_name, created_at, updated_at';
export const maker = `nullif(n % 3, 0), (array['Zoë', 'asha', 'Bench'])[1 + n % 3], now() - (n % 50) * interval '1 hour', now()`;
export const numbered = `'26-27', n, ${maker}`;

export interface Paper extends Pick<LongKind, 'name' | 'path' | 'fill'> {
  filters: readonly Filter<never, never>[];
  fields: Fields;
  values?: LongKind['values'];
}

const papers: readonly Paper[] = [
  {
    name: 'services',
    path: '/services',
    fields: serviceFields,
    filters: serviceFilters,
    fill: `insert into services (service_name, service_type, sku_code, category, priority, is_active, tags, created_at, updated_at)
      select coalesce(w[1 + n % 6], 'Repair') || ' ' || n, (array['AMC', 'Repair', 'Training'])[1 + n % 3], 'S-' || n, w[1 + n % 6],
        (array['Low', 'Medium', 'High'])[1 + n % 3], n % 4 > 0, w[1 + n % 5], now(), now() ${parts}`,
  },
  {
    name: 'price lists',
    path: '/price-lists',
    fields: priceListFields,
    filters: priceListFilters,
    fill: `insert into price_lists (name, customer_id, valid_from, valid_until, notes, created_at, updated_at)
      select 'List ' || n, nullif(n % 40, 0), current_date - 3 + n % 7,
        case when n % 3 > 0 then current_date - 3 + n % 7 + n % 5 end, w[1 + n % 6], now(), now() ${parts}`,
  },
  {
    name: 'quotations',
    path: '/quotations',
    fields: quotationFields,
    filters: quotationFilters,
    // A job ends those that are sent, once their last day is over.
    fill: `insert into quotations (quotation_number, customer_id, lead_id, quotation_date, valid_until, status, reference, notes,
        item_count, service_names, subtotal, tax_rate, tax_amount, total_amount, ${createdColumns})
      select 'QUO-LONG-' || n, case when n % 2 = 0 then 1 + n % 60 end, case when n % 2 = 1 then 1 + n % 60 end,
        current_date - n % 130,
        current_date + case when n % 5 in (1, 2) then 1 + n % 11 else greatest(- n % 130, n % 21 - 10) end, (array['draft', 'sent', 'sent', 'declined', 'expired'])[1 + n % 5],
        w[1 + n % 6], w[1 + n % 5], 1, w[1 + n % 4], a[1 + n % 8], 0, 0, a[1 + n % 8], ${maker} ${parts}`,
  },
  {
    name: 'deliveries',
    path: '/deliveries',
    fields: deliveryFields,
    filters: deliveryFilters,
    fill: `insert into deliveries (delivery_number, order_number, customer_id, delivery_date, status, item_count, transporter_name,
        vehicle_number, notes, delivered_on, number_year, number_sequence, ${createdColumns})
      select 'DEL-LONG-' || n, 'ORD-' || n % 9, 1 + n % 60, current_date - n % 130,
        (array['dispatched', 'delivered', 'cancelled'])[1 + n % 3], 1, w[1 + n % 6], w[1 + n % 5], w[1 + n % 4],
        case when n % 3 = 1 then current_date - n % 40 end, ${numbered} ${parts}`,
  },
  {
    name: 'receipts',
    path: '/receipts',
    fields: receiptFields,
    filters: receiptFilters,
    fill: `insert into receipts (receipt_number, customer_id, receipt_date, payment_method, reference_number, amount,
        allocated_amount, status, notes, number_year, number_sequence, ${createdColumns})
      select 'RCT-LONG-' || n, 1 + n % 60, current_date - n % 130, (array['cash', 'check', 'other'])[1 + n % 3], w[1 + n % 6],
        a[1 + n % 8], case when n % 2 = 0 then a[1 + n % 8] else 0 end, (array['completed', 'cancelled'])[1 + n % 2],
        w[1 + n % 5], ${numbered} ${parts}`,
  },
  {
    name: 'advances',
    path: '/advances',
    fields: advanceFields,
    filters: advanceFilters,
    fill: `insert into advances (voucher_number, customer_id, order_id, advance_date, amount, payment_method, reference_number,
        notes, status, supply_type, taxable_value, tax_amount, voucher, number_year, number_sequence, ${createdColumns})
      select 'ADV-LONG-' || n, 1 + n % 60, case when n % 3 = 0 then (select min(id) from orders) end, current_date - n % 130,
        a[1 + n % 8], (array['cash', 'check', 'other'])[1 + n % 3], w[1 + n % 6], w[1 + n % 5],
        (array['open', 'cancelled'])[1 + n % 2], 'b2b', a[1 + n % 8], 0, '{}', ${numbered} ${parts}`,
  },
  ...(['credit', 'debit'] as const).map((kind) => ({
    name: `${kind} notes`,
    path: `/${kind}-notes`,
    fields: noteFields,
    filters: noteFilters,
    fill: `insert into credit_notes (kind, note_number, invoice_id, note_date, reason, status, subtotal, tax_rate, tax_amount,
        total_amount, item_count, notes, number_year, number_sequence, ${createdColumns})
      select '${kind}', 'NOTE-LONG-' || n, (select min(id) from invoices) + n % 60, current_date - n % 130,
        (array['return', 'price', 'other'])[1 + n % 3], (array['issued', 'cancelled'])[1 + n % 2], a[1 + n % 8], 0, 0,
        a[1 + n % 8], 1, w[1 + n % 6], ${numbered} ${parts}`,
  })),
  {
    name: 'users',
    path: '/users',
    fields: userFields,
    filters: userFilters,
    values: { last_login: ['today', 'week', 'month', 'inactive', 'never', 'x'] },
    fill: `insert into users (username, email, first_name, last_name, role, is_active, password_hash, last_login, created_at, updated_at)
      select (array['Ops', 'north-sales', 'Admin', 'asha'])[1 + n % 4] || n, 'u' || n || '@' ||
          (array['Sales', 'admin', 'example', 'support'])[1 + n % 4] || '.example', coalesce(w[1 + n % 6], 'Zoë'), 'Rao ' || n,
        (array['user', 'user', 'admin'])[1 + n % 3], n % 4 > 0, 'x',
        case when n % 6 > 0 then now() - (n % 37) * interval '24 hours' - interval '5 minutes' end,
        now() - (n % 50) * interval '1 hour', now() ${parts}`,
  },
];

export const texts = [
  'sahy',
  'AKERS',
  'po 7',
  'site',
  'long-1',
  'zoe',
  '%',
  "'",
  'rao 3',
  'x',
  'none',
];
export const days = ['today', 'week', 'month', 'quarter', 'year', '2020-01-01..2099-12-31', 'x'];
const customers = ['Sahyadri 1', 'Sahyadri', 'none', "'"];

/** The choices of each filter, and values that it does not have. */
function valuesOf(filters: Paper['filters']): LongKind['values'] {
  const others = filters.filter(({ key }) => key !== 'search');
  return Object.fromEntries(
    others.map(({ key, kind, choices }) => {
      if (kind === 'text') return [key, texts];
      if (key === 'customer' || key === 'vendor') return [key, customers];
      if (key.startsWith('date')) return [key, days];
      const named = Array.isArray(choices) ? choices.map(({ value }) => String(value)) : [];
      return [key, [...named, named.slice(0, 2).join() || '2', '1', 'none', 'x', 'toString']];
    }),
  );
}

/** By the fields that are sorted by their value. */
function sortsOf(fields: Fields): LongKind['sorts'] {
  const plain = Object.entries(fields).filter(
    ([, { sortable, kind }]) => sortable && kind !== 'choice',
  );
  return Object.fromEntries(
    plain.map(([name, { kind }]) => [
      name,
      (row: Record<string, string | null>) => {
        const value = row[name] ?? null;
        return kind === 'instant' && value !== null ? Date.parse(value) : value;
      },
    ]),
  );
}

export function longPaper({ fields, filters, values, ...kind }: Paper): LongKind {
  return {
    ...kind,
    filters,
    asks: (query) => query,
    values: { ...valuesOf(filters), ...values },
    terms: texts,
    sorts: sortsOf(fields),
  };
}

/** The other lists of records, with rows on the bounds of their filters. */
export const longPapers: readonly LongKind[] = papers.map(longPaper);
