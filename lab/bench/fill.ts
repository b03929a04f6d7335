import type pg from 'pg';

/** Removes all business records, so that no part of the bench depends on another. */
export async function emptyRecords(pool: pg.Pool): Promise<void> {
  await pool.query(
    'truncate leads, customers, products, stock_movements, orders, invoices, payments cascade',
  );
}

/** Numbered from 1, newest first; SQL of `n` are `suffix`, for the end of each person's name, and `custom`, their own fields. */
export async function fillLeads(
  pool: pg.Pool,
  count: number,
  suffix = `''`,
  custom = `'{}'`,
): Promise<void> {
  await pool.query(
    `insert into leads (company_name, contact_person, email, phone, industry, company_size, annual_revenue, website,
       address, city, state, country, postal_code, lead_source, initial_inquiry, lead_score, current_stage_id, status,
       created_at, updated_at, custom)
     select 'Company ' || md5(n::text), 'Person ' || n || ${suffix}, 'person' || n || '@company.example', '+91 98200 ' || 10000 + n % 90000,
       (array['Automotive','Textiles','Plastics','Steel'])[1 + n % 4], (array['small','medium','large','enterprise'])[1 + n % 4],
       n * 137 % 9000000, 'https://company' || n || '.example', 'Plot ' || n, 'Pune', 'Maharashtra', 'India', '411026',
       (array['trade_show','referral','website','cold_outreach','other'])[1 + n % 5], 'Asks for a quotation, number ' || n,
       n % 101, 1 + n % 6, (array['active','contacted','qualified','lost','inactive'])[1 + n % 5],
       now() - n * interval '1 minute', now() - n * interval '1 minute', ${custom}
     from generate_series(1, $1::int) n`,
    [count],
  );
  await pool.query('analyze leads');
}

const batch = 100_000;

/** With the SKUs `SKU-0000000` and on; `suffix` is SQL of `n`, for the end of each name. */
export async function fillProducts(pool: pg.Pool, count: number, suffix = `''`): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    await pool.query(
      `insert into products (product_name, sku_code, description, category_id, unit_price, cost_price, stock_quantity,
         reorder_level, unit_of_measure, is_active, created_at, updated_at)
       select w[1 + (n * 7919::bigint) % 8] || ' M' || n % 40 || ' grade ' || (n * 104729::bigint) % 1000000 || ${suffix},
         'SKU-' || lpad(n::text, 7, '0'), 'Zinc plated, box of ' || n % 100 || ', for general use', nullif(n % 5, 0),
         round((n * 31::bigint) % 900000 / 100.0, 2), round((n * 17::bigint) % 700000 / 100.0, 2), n % 500, 10, 'each',
         n % 20 <> 0, now(), now()
       from generate_series($1::int, $2::int) n, (select array['Hex bolt', 'Hex nut', 'Hex washer', 'Écrou', 'Flat washer',
         'Bearing', 'Bracket', 'Seal ring'] as w) words`,
      [from, Math.min(from + batch, count) - 1],
    );
  }
  await pool.query('select settle_search()');
  await pool.query('select keep_products_in_order(1)');
  await pool.query('vacuum analyze products');
}

/** The first ids of records that follow each other. */
export interface Catalogue {
  customer: number;
  product: number;
}

/** So many customers, and 1,000 products to order. */
export async function fillCatalogue(pool: pg.Pool, customers: number): Promise<Catalogue> {
  await pool.query(
    `insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
     select 'Order product ' || n, 'ORDERED-' || n, 125.5, 1000, now(), now() from generate_series(1, 1000) n`,
  );
  await pool.query(
    `insert into customers (company_name, contact_person, customer_code, email, city, created_at, updated_at)
     select 'Orderer ' || n, 'Person ' || n, 'ORDERER-' || n, 'person' || n || '@orderer.example', 'Pune',
       now() - n * interval '2 hours', now()
     from generate_series(1, $1::int) n`,
    [customers],
  );
  await pool.query('analyze products, customers');
  const { rows } = await pool.query<Catalogue>(
    'select (select min(id) from customers) as customer, (select min(id) from products) as product',
  );
  return rows[0] ?? { customer: 0, product: 0 };
}

/**
 * Orders of three lines over a year in place of those that there are; of each `invoiced` orders one has an invoice, of
 * any status, and a payment.
 */
export async function fillSales(
  pool: pg.Pool,
  { customer, product }: Catalogue,
  { customers, orders, invoiced }: Record<'customers' | 'orders' | 'invoiced', number>,
): Promise<void> {
  await pool.query('truncate orders, invoices, payments cascade');
  await pool.query(
    `insert into orders (order_number, customer_id, order_date, delivery_date, status, notes, item_count, service_names,
       subtotal, tax_rate, tax_amount, total_amount, created_by, created_by_name, created_at, updated_at)
     select 'BENCHED-' || lpad(n::text, 5, '0'), $2::int + n % $3::int, current_date - n % 365, current_date - n % 365 + 20,
       (array['pending','confirmed','processing','shipped','delivered','cancelled'])[1 + n % 6],
       case when n % 4 = 0 then 'Deliver to gate ' || n end, 3, case when n % 5 = 0 then 'Installation, Training' end,
       a, 10, round(a / 10, 2), a + round(a / 10, 2), 1, 'System Administrator',
       now() - n * interval '20 minutes', now() - n * interval '19 minutes'
     from (select n, (100 + n * 7919 % 500000)::numeric(14,2) as a from generate_series(1, $1::int) n) s`,
    [orders, customer, customers],
  );
  await pool.query(
    `insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
     select o.id, place, $1::int + (o.id + place * 37) % 1000, 'Bench product', 1, 1, 1
     from orders o, generate_series(1, 3) place`,
    [product],
  );
  await pool.query(
    `insert into invoices (invoice_number, customer_id, order_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, paid_amount, status, created_at, updated_at)
     select 'BENCHED-' || id, customer_id, id, order_date, order_date + 30, subtotal, tax_rate, tax_amount, total_amount,
       case st when 'paid' then total_amount else 0 end, st, created_at, created_at
     from (select o.*, (array['sent', 'pending', 'paid', 'paid', 'paid', 'overdue'])[1 + id / $1::int % 6] as st
       from orders o where id % $1::int = 0) s`,
    [invoiced],
  );
  await pool.query(
    `insert into invoice_lines (invoice_id, position, order_line_id, description, quantity, unit_price, line_total)
     select i.id, l.position, l.id, l.description, l.quantity, l.unit_price, l.line_total
     from invoices i join order_lines l on l.order_id = i.order_id`,
  );
  await pool.query(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     select id, 'bank_transfer', total_amount, invoice_date + 3, case status when 'paid' then 'completed' else 'pending' end,
       created_at, created_at from invoices`,
  );
  await pool.query('analyze orders, order_lines, invoices, invoice_lines, payments');
}
