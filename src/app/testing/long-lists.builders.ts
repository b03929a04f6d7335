import { figuresOf } from '~/kit/shared/filters/figures';
import type { Filter, FilterValues } from '~/kit/shared/filters/filters';
import { type Customer, paymentTerms } from '~/modules/sales/customers/customers.fields';
import { customerFigures, customerFilters } from '~/modules/sales/customers/customers.filters';
import { locationOf } from '~/modules/sales/customers/customers.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { type Lead, leadStatuses } from '~/modules/sales/leads/leads.fields';
import { leadFilters } from '~/modules/sales/leads/leads.filters';
import { assigneeOf } from '~/modules/sales/leads/leads.rules';
import { longPipelineFilters, pipelineFilters } from '~/modules/sales/leads/pipeline.filters';
import { stageSums } from '~/modules/sales/leads/pipeline.rules';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { productFilters } from '~/modules/catalogue/products/catalogue/products.filters';

export interface FigureOptions {
  today: string;
  timeZone: string;
  /** The customer of each invoice. */
  customers: ReadonlyMap<number, number>;
}

/** One screen on a list that may be too long to be loaded, with the queries to test on it. */
export interface LongKind {
  name: string;
  path: string;
  /** A statement that makes records on the bounds of every band, with names that are hard to sort and fold. */
  fill: string;
  filters: readonly Filter<never, never>[];
  /** The filters as the server knows them. */
  asks: (values: FilterValues) => FilterValues;
  /** Values of each filter, also such as it does not have. */
  values: Readonly<Record<string, readonly string[]>>;
  terms: readonly string[];
  sorts: Readonly<Record<string, (row: never) => string | number | boolean | null>>;
  /** What the server tells of all rows. */
  figures?: (rows: never, options: FigureOptions) => unknown;
}

export function by<Row>(
  ...keys: (keyof Row & string)[]
): Record<string, (row: Row) => string | number | boolean | null> {
  return Object.fromEntries(keys.map((key) => [key, (row: Row) => row[key] as string | null]));
}

export const instant = (row: { created_at: string }) => Date.parse(row.created_at);
export const labelOf =
  (choices: readonly { value: string; label: string }[]) => (value: string | null) =>
    choices.find((each) => each.value === value)?.label ?? null;

/** Names that sort and fold in unusual ways, and values on the bounds of every band. */
export const fillProducts = `
  insert into brands (brand_name, created_at, updated_at)
    select unnest(array['Zoë', 'anvaya 10', 'Anvaya 9', 'ŠKF', 'skf 2', 'Åkerströms', '東洋']), now(), now();
  insert into products (product_name, sku_code, description, barcode, category_id, subcategory_id, brand_id, unit_price,
      cost_price, stock_quantity, reorder_level, is_active, unit_of_measure, created_at, updated_at)
    select w[1 + n % 12] || ' ' || (n * 7919) % 40 || case n % 5 when 0 then ' (M' || n % 9 || ')' else '' end,
      case n % 3 when 0 then 'SKU-' when 1 then 'sku ' else 'É' end || n, case n % 4 when 0 then d[1 + n % 5] end,
      case n % 6 when 0 then '890' || n end, nullif(n % 5, 0), case when n % 10 = 1 then 1 end, nullif(n % 8, 0),
      p[1 + n % 9], case n % 4 when 0 then null when 1 then 0 else round(p[1 + n % 9] * (n % 13) / 10, 2) end,
      (n * 31) % 25, (n * 17) % 13, n % 7 <> 0, case n % 2 when 0 then 'each' else 'kg' end,
      timestamptz '2026-01-01' + (n % 50) * interval '1 hour', now()
    from generate_series(1, 420) n, (select
      array['Hex bolt', 'hex Bolt', 'Écrou', 'ecrou', 'Zange', 'İğne', 'ΣΊΣΥΦΟΣ', 'Bolt-', '_bolt%', 'बोल्ट', 'ﬁtting', '5 mm bolt'] as w,
      array['Zinc plated', 'Für Außen', 'box of\nten', 'ΣΊΣΥΦΟΣ', 'a_b%c\\d'] as d,
      array[0, 99.99, 100, 499.99, 500, 1000, 4999.99, 5000, 12.5] as p) words`;

const products: LongKind = {
  name: 'products',
  path: '/products',
  fill: fillProducts,
  filters: productFilters,
  asks: (values) => values,
  values: {
    category_id: ['1', '4', 'none', '77', 'x', '01'],
    brand_id: ['1', '3', 'none', '9999999999'],
    price_range: ['under-100', '100-500', '500-1000', '1000-5000', 'over-5000', 'x'],
    profit_margin: ['high', 'medium', 'low', 'negative', 'toString'],
    reorder_alert: ['needs-reorder', 'normal', 'well-stocked'],
    stock_status: ['in', 'low', 'out'],
    status: ['active', 'inactive', ' '],
  },
  terms: [
    'bolt',
    'BOLT',
    'écrou',
    'ecrou 1',
    'sku-4',
    'zo',
    'z',
    '%',
    '_',
    '\\d',
    'ten',
    'aussen',
    'außen',
    'ﬁ',
    'fitting',
    'iğne',
    'σισυφος',
    'ΣΊΣ',
    'बोल्ट',
    '東',
    'electronics',
    'anvaya 9 hex',
    '8906',
    "'",
    '"',
    ' ',
  ],
  sorts: {
    ...by<Product>('product_name', 'sku_code', 'unit_price', 'cost_price', 'stock_quantity'),
    ...by<Product>('reorder_level', 'unit_of_measure', 'is_active'),
    category: (row: Product) => row.category_name,
    category_name: (row: Product) => row.category_name,
    subcategory: (row: Product) => row.subcategory_name,
    brand: (row: Product) => row.brand_name,
    created_at: instant,
  },
};

const fillLeads = `
  insert into leads (company_name, contact_person, email, phone, industry, company_size, annual_revenue, city, lead_source,
      lead_score, current_stage_id, assigned_to, status, lost_reason, created_at, updated_at)
    select w[1 + n % 8] || ' ' || (n * 7919) % 40, w[1 + n % 5] || ' ' || w[1 + n % 7],
      case when n % 3 > 0 then 'mail' || n || '@firm-' || n % 9 || '.example' end, case when n % 4 > 0 then '+91 98' || n || ' 1234' end,
      case when n % 6 > 0 then (array['Automotive', 'automotive', 'Énergie', 'Textiles'])[1 + n % 4] end,
      (array['small', 'medium', 'large', 'enterprise', null])[1 + n % 5],
      (array[null, 0, 0.01, 499999.99, 500000, 999999.99, 1000000, 7000000])[1 + n % 8], nullif(w[1 + n % 3], 'Åkers'),
      (array['trade_show', 'referral', 'website', null])[1 + n % 4], (array[null, 0, 49, 50, 59, 60, 79, 80, 100])[1 + n % 9],
      nullif(n % 7, 0), (select id from users where id = 1 + n % 4),
      (array['active', 'contacted', 'qualified', 'converted', 'lost', 'inactive'])[1 + n % 6],
      case when n % 6 = 4 then (array['Price', 'No budget', null])[1 + n / 6 % 3] end,
      timestamptz '2026-01-01' + (n % 50) * interval '1 hour', now()
    from generate_series(1, 420) n,
      (select array['Sahyadri', 'sahyadri', 'Åkers', 'Ärzte', 'arzte', 'Kaveri 100%', '東洋', 'O_Brien'] as w) words`;

const leadSorts: LongKind['sorts'] = {
  ...by<Lead>(
    'company_name',
    'contact_person',
    'email',
    'annual_revenue',
    'industry',
    'lead_score',
  ),
  created_at: instant,
  status: (row: Lead) => leadStatuses.findIndex(({ value }) => value === row.status),
  // The ids of the stages of a fresh database follow their order.
  current_stage_id: (row: Lead) => row.current_stage_id,
  assigned_to: (row: Lead) => assigneeOf(row),
};
const leadTerms = [
  'sahy',
  'SAHYADRI 1',
  'akers',
  'åk',
  '100%',
  '_',
  'mail4',
  'firm-3',
  '98',
  '東',
  'auto',
  'energie',
  'o_b',
  ' ',
  '9812',
];
const leadValues = {
  status: ['active', 'converted', 'lost', 'converted,lost', 'x,active', 'x', 'toString'],
  current_stage_id: ['1', '3', 'none', '99', '01'],
  assigned_to: ['1', '2', 'none', 'x'],
  lead_source: ['trade_show', 'referral', 'none', ''],
  company_size: ['small', 'enterprise', 'x'],
  industry: ['auto', 'ENERGIE', 'tex auto', '%'],
};

const leads: LongKind = {
  name: 'leads',
  path: '/leads',
  fill: fillLeads,
  filters: leadFilters,
  asks: (values) => values,
  values: {
    ...leadValues,
    lost_reason: ['Price', 'none', 'x'],
    score: ['high', 'medium', 'low', 'x'],
    date_range: [
      'year',
      '2026-01-01..2026-01-01',
      '2026-01-02..2026-01-31',
      '2026-01-02..2026-01-01',
      'x',
    ],
  },
  terms: leadTerms,
  sorts: leadSorts,
  figures: (rows: readonly Lead[]) => ({
    stages: stageSums(rows).sort((a, b) => (a.id ?? 1e9) - (b.id ?? 1e9)),
  }),
};

const pipeline: LongKind = {
  ...leads,
  name: 'the pipeline',
  fill: 'select',
  filters: pipelineFilters,
  asks: (values) => {
    const { has_stage: _staged, ...query } = longPipelineFilters(values);
    return query;
  },
  values: {
    current_stage_id: leadValues.current_stage_id,
    score: ['high', 'medium', 'low', 'x'],
    industry: leadValues.industry,
    company_size: leadValues.company_size,
    lead_source: leadValues.lead_source,
    revenue: ['high', 'medium', 'low', 'none', 'x'],
    status: leadValues.status,
  },
};

const customers: LongKind = {
  name: 'customers',
  path: '/customers',
  fill: `
  insert into customers (customer_code, company_name, contact_person, email, phone, industry, company_size, employee_count,
      city, state, country, credit_limit, payment_terms, gst_category, is_active, created_at, updated_at)
    select 'CUST-' || (n * 7919) % 100000, w[1 + n % 8] || ' ' || (n * 7919) % 40, w[1 + n % 5] || ' ' || w[1 + n % 7],
      case when n % 3 > 0 then 'mail' || n || '@firm-' || n % 9 || '.example' end, case when n % 4 > 0 then '+91 98' || n || ' 1234' end,
      case when n % 6 > 0 then (array['Automotive', 'automotive', 'Énergie', 'Textiles'])[1 + n % 4] end,
      (array['small', 'medium', 'large', 'enterprise', null])[1 + n % 5], nullif(n % 11, 0),
      case when n % 4 > 0 then w[1 + n % 3] end, case when n % 5 > 1 then w[1 + n % 6] end, case when n % 3 > 1 then 'India' end,
      (array[null, 0, 0.5, 99999.99, 100000, 999999.99, 1000000])[1 + n % 7],
      (array['net_15', 'net_30', 'net_60', 'cod', 'prepaid', null])[1 + n % 6],
      (array['regular', 'unregistered', null])[1 + n % 3], n % 4 > 0,
      now() - (n % 23) * interval '9 hours' - (n % 5) * interval '40 days', now()
    from generate_series(1, 420) n,
      (select array['Sahyadri', 'sahyadri', 'Åkers', 'Ärzte', 'arzte', 'Kaveri 100%', '東洋', 'O_Brien'] as w) words;
  insert into orders (order_number, customer_id, order_date, status, item_count, subtotal, tax_rate, tax_amount, total_amount,
      created_by_name, created_at, updated_at)
    select 'LONG-' || n, (array[1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3])[1 + n % 12], current_date, 'pending', 0, 0, 0, 0, 0, 'Bench', now(), now()
    from generate_series(1, 48) n`,
  filters: customerFilters,
  asks: (values) => values,
  values: {
    status: ['active', 'inactive', 'x'],
    industry: ['Automotive', 'automotive', 'Énergie', 'Energie', 'none'],
    location: ['akers', 'india 100%', 'sahy', '_'],
    payment_terms: ['net_15', 'cod', 'none'],
    company_size: ['small', 'enterprise', 'x'],
    order_count: ['none', 'few', 'regular', 'high', 'x'],
    date_range: ['today', 'week', 'month', 'quarter', 'year', '2000-01-01..2026-10-31', 'x'],
    credit_limit: ['none', 'low', 'medium', 'high', 'x'],
  },
  terms: [...leadTerms, 'cust-7', 'CUST 9'],
  sorts: {
    ...by<Customer>('company_name', 'customer_code', 'contact_person', 'email', 'industry', 'city'),
    ...by<Customer>('employee_count', 'gstin', 'state', 'country', 'credit_limit', 'order_count'),
    ...by<Customer>('is_active'),
    gst_category: (row: Customer) => labelOf(gstCategories)(row.gst_category),
    payment_terms: (row: Customer) => labelOf(paymentTerms)(row.payment_terms),
    location: (row: Customer) => locationOf(row),
    created_at: instant,
  },
  figures: (rows: readonly Customer[], options) => ({
    ...figuresOf(customerFigures, rows, options),
    industryNames: [...new Set(rows.flatMap(({ industry }) => industry || []))],
  }),
};

export const longKinds: readonly LongKind[] = [products, leads, pipeline, customers];
