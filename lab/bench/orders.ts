import pg from 'pg';
import { atMost, type Figure, median, repeated } from '../figures';
import { make } from '../faults/people';
import { ratePerSecond } from './calls';
import { type Catalogue, emptyRecords, fillCatalogue, fillSales } from './fill';
import { listFigures, orders } from './lists';
import type { Bench } from './product';

const clients = 16;
const lines = 5;
const turnMs = 2500;

/**
 * Orders of five lines by sixteen clients at once, against the same statements on sixteen plain connections, and the
 * list of 20,000 orders.
 */
export async function orderFigures(bench: Bench, turns = 3): Promise<Figure[]> {
  const { pool } = bench;
  await emptyRecords(pool);
  const catalogue = await fillCatalogue(pool, clients);
  const bare = new pg.Pool({ ...pool.options, max: clients });
  const measured = await repeated(turns, async () => {
    const order = (client: number) => postOrder(bench, catalogue, client);
    const { rate: ours, p95: wait } = await ratePerSecond(order, { clients, turnMs });
    const replay = (client: number) => replayOrder(bare, catalogue, client);
    const { rate: theirs } = await ratePerSecond(replay, { clients, turnMs });
    return { ours, theirs, wait };
  });
  await bare.end();
  const ours = median(measured.map((each) => each.ours));
  const theirs = median(measured.map((each) => each.theirs));
  const wait = median(measured.map((each) => each.wait));
  await fillSales(pool, catalogue, { customers: clients, orders: 20_000, invoiced: 3 });
  return [
    {
      name: `POST /orders of ${lines} lines, ${clients} at once, against the same statements on ${clients} bare connections`,
      value: `${ours.toFixed(0)} : ${theirs.toFixed(0)} a second = ${(ours / theirs).toFixed(2)}`,
      mark: 'at least 0.4',
      holds: ours / theirs >= 0.4,
      share: (0.4 * theirs) / ours,
    },
    atMost('one of them, p95', wait, 50),
    ...(await listFigures(bench, orders)),
  ];
}

let count = 0;

/** Lines of other products each time. */
function nextItems({ product }: Catalogue) {
  count += 1;
  return Array.from({ length: lines }, (_, line) => ({
    product_id: product + ((count * 7 + line * 211) % 1000),
    quantity: 3,
    unit_price: 125.5,
  }));
}

export async function postOrder(
  { admin }: Bench,
  catalogue: Catalogue,
  client: number,
): Promise<void> {
  const items = nextItems(catalogue);
  await make(admin, '/orders', { customer_id: catalogue.customer + client, items });
}

/** The statements of `createOrder` (src/modules/sales/orders), from begin to commit: prepared, and one after the other. */
async function replayOrder(pool: pg.Pool, catalogue: Catalogue, client: number): Promise<void> {
  const items = nextItems(catalogue);
  const customer = catalogue.customer + client;
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
    await run('point', [customer, items.map(({ product_id }) => product_id)]);
    const created = (await run('order', [customer, JSON.stringify(items.map(lineOf))])).rows[0];
    const changes = ['{"entity":"orders"}', '{"entity":"customers"}'];
    await run('log', [created?.id, created?.order_number, JSON.stringify(created), changes]);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

const lineOf = (item: object, at: number) => ({
  ...item,
  position: at + 1,
  description: 'Bench product',
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
