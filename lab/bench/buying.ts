import { addDays, dayOf } from '../../src/kit/shared/time/days';
import { dataIn, done, make } from '../faults/people';
import { atMost, type Figure, percentile, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillProducts } from './fill';
import type { Bench } from './product';

const products = 20_000;
const planned = 5000;
const lines = 50;

/** Receipts next to 100,000 movements, some of a past day, and the planning of 5,000 products. */
export async function buyingFigures(bench: Bench): Promise<Figure[]> {
  const { admin, pool } = bench;
  await emptyRecords(pool);
  await fillProducts(pool, products);
  const { rows } = await pool.query<{ id: number }>(
    'select id from products where is_active order by id limit $1',
    [planned],
  );
  const ids = rows.map(({ id }) => id);
  const vendor_id = await make(admin, '/vendors', { company_name: `Deccan Steel ${Date.now()}` });
  const [busy, few] = [await makeMoved(bench, 100_000, '1 minute'), await makeMoved(bench, 1000)];
  return [
    await planningFigure(bench, vendor_id, ids),
    await receiptFigure(bench, vendor_id, ids.slice(0, lines)),
    await pastFigure(bench, { vendor_id, product_id: few, later: 1000, mostMs: 300 }),
    await pastFigure(bench, { vendor_id, product_id: busy, later: 100_000, mostMs: 5000 }),
  ];
}

/** A product with so many movements, each of another moment. */
async function makeMoved({ admin, pool }: Bench, count: number, apart = '1 hour'): Promise<number> {
  const at = `${Date.now()}-${count}`;
  const values = { product_name: `Copper Wire ${at}`, sku_code: `WIRE-${at}`, unit_price: 900 };
  const id = await make(admin, '/products', values);
  await pool.query(
    `begin; select set_config('stock.valuing', 'yes', true);
     insert into stock_movements (product_id, movement_type, quantity, quantity_before, quantity_after, value, worth, cost, reason,
         created_by_name, created_at, entered_at)
       select ${id}, 'in', 1, n - 1, n, 10, 10, 0, 'Bench', 'System', moment, moment
       from (select n, now() - (${count} - n) * interval '${apart}' as moment from generate_series(1, ${count}) n) past;
     update products set stock_quantity = ${count}, stock_value = ${count} * 10, cost_value = ${count} * 10,
       cost_quantity = ${count} where id = ${id};
     commit`,
  );
  await pool.query('vacuum analyze stock_movements');
  return id;
}

async function order(
  { admin }: Bench,
  vendor_id: number,
  items: readonly object[],
): Promise<{ id: number; items: { id: number; quantity: number }[] }> {
  const body = { vendor_id, status: 'ordered', items };
  return dataIn(await done(admin.askJson('POST', '/purchase-orders', body)));
}

/** Ordered lines make the terms. */
async function planningFigure(
  bench: Bench,
  vendor_id: number,
  ids: readonly number[],
): Promise<Figure> {
  for (let from = 0; from < ids.length; from += 1000) {
    const some = ids.slice(from, from + 1000);
    const item = (product_id: number) => ({ product_id, quantity: 2, unit_price: 10 });
    await order(bench, vendor_id, some.map(item));
  }
  const taken = await repeated(7, () => timed(() => readLength(bench.admin, '/planning')));
  const name = `planning of ${planned} products with terms and ${planned} open lines: p95`;
  return atMost(name, percentile(taken.slice(1), 0.95), 500);
}

async function receive(
  bench: Bench,
  { vendor_id, items, receipt_date }: { vendor_id: number; items: object[]; receipt_date?: string },
): Promise<number> {
  const ordered = await order(bench, vendor_id, items);
  const body = {
    purchase_order_id: ordered.id,
    status: 'received',
    ...(receipt_date ? { receipt_date } : {}),
    items: ordered.items.map(({ id, quantity }) => ({ purchase_line_id: id, quantity })),
  };
  return timed(() => done(bench.admin.askJson('POST', '/goods-receipts', body)));
}

async function receiptFigure(
  bench: Bench,
  vendor_id: number,
  ids: readonly number[],
): Promise<Figure> {
  const items = ids.map((product_id) => ({ product_id, quantity: 3, unit_price: 12.5 }));
  const taken = await repeated(12, () => receive(bench, { vendor_id, items }));
  return atMost(`goods receipt of ${lines} lines: p95`, percentile(taken.slice(2), 0.95), 60);
}

interface Past {
  vendor_id: number;
  product_id: number;
  later: number;
  mostMs: number;
}

async function pastFigure(
  bench: Bench,
  { vendor_id, product_id, later, mostMs }: Past,
): Promise<Figure> {
  const receipt_date = addDays(dayOf(new Date(), 'UTC'), -90);
  const items = [{ product_id, quantity: 3, unit_price: 12.5 }];
  const taken = await repeated(3, () => receive(bench, { vendor_id, items, receipt_date }));
  const name = `goods receipt of a past day with ${later} later movements: slowest of 3`;
  return atMost(name, Math.max(...taken), mostMs);
}
