import pg from 'pg';
import { orderScreenFigures } from './browser-figures';
import { type Bench } from './product';
import { post, ratePerSecond } from './load';
import { type Figure, type List, listFigures } from './server-figures';
import { median, percentile } from './statistics';

export const clients = 16;
const lines = 5;
const turnMs = 2500;

export async function orderFigures(bench: Bench): Promise<Figure[]> {
  const rate = await orderRate(bench, 3);
  await fillOrders(bench.pool, 20_000);
  return [
    ...rate,
    ...(await listFigures(bench, listOfOrders)),
    ...(await orderScreenFigures(bench)),
  ];
}

export const listOfOrders: List = {
  name: 'GET /orders, 20,000 orders',
  path: '/orders',
  select: `select o.*, c.company_name, c.workspace_id, exists (
      select from order_lines l join invoice_lines il on il.order_line_id = l.id
      join invoices i on i.id = il.invoice_id and i.status <> 'cancelled' where l.order_id = o.id) as is_invoiced
    from orders o join customers c on c.id = o.customer_id order by o.created_at desc, o.id desc`,
};

/** Orders of five lines by sixteen clients at once, against the same statements on sixteen plain connections. */
export async function orderRate(bench: Bench, turns: number): Promise<Figure[]> {
  await fillCatalogue(bench.pool);
  const bare = new pg.Pool({ ...bench.pool.options, max: clients });
  const ours: number[] = [];
  const theirs: number[] = [];
  const waits: number[] = [];
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      const taken: number[] = [];
      const own = await ratePerSecond((client) => postOrder(bench, client), {
        clients,
        turnMs,
        taken,
      });
      const raw = await ratePerSecond((client) => replayOrder(bare, client), { clients, turnMs });
      if (turn === 0) continue;
      ours.push(own);
      theirs.push(raw);
      waits.push(percentile(taken, 0.95));
    }
  } finally {
    await bare.end();
  }
  const ratio = median(ours) / median(theirs);
  return [
    {
      name: `POST /orders of ${lines} lines, ${clients} at once, against the same statements on ${clients} bare connections`,
      value: `${median(ours).toFixed(0)} : ${median(theirs).toFixed(0)} a second = ${ratio.toFixed(2)}`,
      mark: 'at least 0.4',
      holds: ratio >= 0.4,
      share: 0.4 / ratio,
    },
    {
      name: 'one of them, p95',
      value: `${median(waits).toFixed(0)} ms`,
      mark: 'under 50 ms',
      holds: median(waits) < 50,
    },
  ];
}

let made = 0;

function nextProducts(): number[] {
  made += 1;
  return Array.from({ length: lines }, (_, line) => 1 + ((made * 7 + line * 211) % 1000));
}

export async function postOrder(
  bench: Bench,
  client: number,
  sums: object = sentSums,
): Promise<void> {
  await post(bench, '/orders', {
    customer_id: catalogue.firstCustomer + client,
    items: nextProducts().map((place) => ({
      product_id: catalogue.firstProduct + place - 1,
      quantity: 3,
      unit_price: 125.5,
    })),
    ...sums,
  });
}

const sentSums = { subtotal: 1882.5, tax_amount: 188.25, total_amount: 2070.75 };

interface Catalogue {
  firstProduct: number;
  firstCustomer: number;
}

let catalogue: Catalogue = { firstProduct: 0, firstCustomer: 0 };

/** The statements of `createOrder` (src/modules/sales/orders), from begin to commit: prepared, and one after the other. */
export async function replayOrder(pool: pg.Pool, client: number): Promise<void> {
  const products = nextProducts().map((place) => catalogue.firstProduct + place - 1);
  const customer = catalogue.firstCustomer + client;
  const connection = await pool.connect();
  const run = async (name: keyof typeof statements, values: unknown[] = []) =>
    connection.query<{ id: number; order_number: string }>({
      name,
      text: statements[name],
      values,
    });
  try {
    await connection.query('begin');
    await run('settings');
    await run('point', [customer, products]);
    const made = (await run('order', [customer, JSON.stringify(products.map(lineOf))])).rows[0];
    const changes = ['{"entity":"orders"}', '{"entity":"customers"}'];
    await run('log', [made?.id, made?.order_number, JSON.stringify(made), changes]);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

const lineOf = (product_id: number, index: number) => ({
  position: index + 1,
  product_id,
  description: 'Bench product',
  quantity: 3,
  unit_price: 125.5,
  line_total: 376.5,
});

const statements = {
  settings: 'select name, value from settings',
  point: `with customer as (select id, company_name, is_active, workspace_id from customers where id = $1 for share),
    product as (select id, product_name, sku_code, is_active, stock_quantity from products
      where id = any ($2::integer[]) order by id for share)
    select (select row_to_json(customer) from customer), (select json_agg(product) from product)`,
  order: `with orders as (
      insert into orders (order_number, customer_id, order_date, item_count, subtotal, tax_rate, tax_amount,
        total_amount, created_by, created_by_name, created_at, updated_at)
      values ('BENCH-' || next_order_number('00'), $1, current_date, 5, 1882.5, 10, 188.25, 2070.75, 1, 'Bench', now(),
        now())
      returning *),
    parts as (
      insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
      select (select id from orders), position, product_id, description, quantity, unit_price, line_total
      from jsonb_to_recordset($2::jsonb) as w (position integer, product_id integer, description text,
        quantity numeric, unit_price numeric, line_total numeric) returning id, position)
    select t.*, c.company_name, (select json_agg(p) from parts p) as parts
    from orders t join customers c on c.id = t.customer_id`,
  log: `with logged as (
      insert into activity (type, action, record_id, record_label, title, message, user_id, user_name, after, created_at)
      values ('order', 'created', $1::integer, $2, 'Order created', $2, 1, 'Bench', $3::jsonb, now()))
    select pg_notify('live', message) from unnest($4::text[]) message`,
} as const;

export async function fillCatalogue(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
     select 'Order product ' || n, 'ORDERED-' || n, 125.5, 1000, now(), now() from generate_series(1, 1000) n
     on conflict do nothing`,
  );
  await pool.query(
    `insert into customers (company_name, contact_person, customer_code, created_at, updated_at)
     select 'Orderer ' || n, 'Person ' || n, 'ORDERER-' || n, now(), now() from generate_series(1, $1::int) n
     on conflict do nothing`,
    [clients],
  );
  const found = await pool.query<Catalogue>(`select
    (select min(id) from products where sku_code like 'ORDERED-%') as "firstProduct",
    (select min(id) from customers where customer_code like 'ORDERER-%') as "firstCustomer"`);
  catalogue = found.rows[0] ?? catalogue;
  await pool.query('analyze products, customers');
}

export async function fillOrders(pool: pg.Pool, count: number): Promise<void> {
  await pool.query('truncate orders, order_lines, invoices, invoice_lines cascade');
  await pool.query(
    `insert into orders (order_number, customer_id, order_date, delivery_date, status, notes, item_count, service_names,
       subtotal, tax_rate, tax_amount, total_amount, created_by, created_by_name, created_at, updated_at)
     select 'ORD-26-27-' || lpad(n::text, 5, '0'), $2::int + n % $3::int, current_date - n % 365, current_date - n % 365 + 20,
       (array['pending','confirmed','processing','shipped','delivered','cancelled'])[1 + n % 6],
       case when n % 4 = 0 then 'Deliver to gate ' || n end, 3, case when n % 5 = 0 then 'Installation, Training' end,
       a, 10, round(a / 10, 2), a + round(a / 10, 2), 1, 'System Administrator',
       now() - n * interval '20 minutes', now() - n * interval '19 minutes'
     from (select n, (100 + n * 7919 % 500000)::numeric(14,2) as a from generate_series(1, $1::int) n) s`,
    [count, catalogue.firstCustomer, clients],
  );
  await pool.query(
    `insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
     select o.id, place, $1::int + (o.id + place * 37) % 1000, 'Bench product', 1, 1, 1
     from orders o, generate_series(1, 3) place`,
    [catalogue.firstProduct],
  );
  await pool.query(
    `insert into invoices (invoice_number, customer_id, order_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, status, created_at, updated_at)
     select 'BENCHED-' || id, customer_id, id, current_date, current_date + 30, subtotal, tax_rate, tax_amount, total_amount,
       'sent', now(), now() from orders where id % 3 = 0`,
  );
  await pool.query(
    `insert into invoice_lines (invoice_id, position, order_line_id, description, quantity, unit_price, line_total)
     select i.id, l.position, l.id, l.description, l.quantity, l.unit_price, l.line_total
     from invoices i join order_lines l on l.order_id = i.order_id`,
  );
  await pool.query('analyze orders, order_lines, invoices, invoice_lines');
}
