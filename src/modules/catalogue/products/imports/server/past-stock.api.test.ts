import { beforeEach, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { emptyTables } from '~/kit/server/testing/test-database';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { done, undo } from '~/modules/records/batches/server/batches.builders';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import { untilWaiting } from '~/modules/organization/users/server/users.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { holdingOf, makeProduct } from '../../catalogue/server/products.builders';
import { adjustStock, ledgerBreaks, movementsOf } from '../../stock/server/stock.builders';
import { findBySku, importProducts, manyProducts } from './product-files.builders';

const test = fileServer();
const zone = 'Asia/Kolkata';

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements', 'orders', 'deliveries');
});

const dayAfter = (days: number) => addDays(dayOf(test.server.clock.now(), zone), days);
const importAsOf = (day: string, content: string, dryRun = false) =>
  importProducts(test.admin, content, `?as_of=${day}&dry_run=${dryRun}`);
const stockFile = (...rows: [sku: string, stock: number][]) =>
  csvOf([['sku_code', 'product_name', 'unit_price', 'stock_quantity'], ...rows.map(toRow)]);
const toRow = ([sku, stock]: [string, number]) => [sku, `Valve ${sku}`, 99.5, stock];
const adjust = (id: number, type: 'in' | 'out', quantity: number) =>
  adjustStock(test.admin, id, { adjustment_type: type, quantity });

/** The quantity that the report shows at the end of a day. */
async function stockOn(day: string, sku: string): Promise<number> {
  interface Line {
    sku_code: string;
    quantity: number;
  }
  const path = `/reports/stock-value?as_of=${day}`;
  const { data } = (await test.admin.get<{ rows: Line[] }>(path)).body;
  return data.rows.find(({ sku_code }) => sku_code === sku)?.quantity ?? 0;
}

it('gives new products their stock on that day, in reports and in their history', async () => {
  const day = dayAfter(-30);
  const response = await importAsOf(day, stockFile(['PAST-1', 25], ['PAST-2', 0]));
  expect(response).toMatchObject({ created: 2, failed: 0 });
  const product = await findBySku(test.admin, 'PAST-1');
  expect(product?.stock_quantity).toBe(25);
  const days = [addDays(day, -1), day, dayAfter(0)];
  expect(await Promise.all(days.map((each) => stockOn(each, 'PAST-1')))).toEqual([0, 25, 25]);
  const [movement] = await movementsOf(test.admin, product?.id ?? 0);
  expect(movement).toMatchObject({ movement_type: 'import', quantity: 25, quantity_after: 25 });
  expect(dayOf(movement?.created_at ?? '', zone)).toBe(day);
  expect(movement?.notes).toMatch(/^Imported on /);
});

it('keeps what moved later, so that the same file twice changes nothing', async () => {
  const { id, sku_code: sku } = await makeProduct(test.admin, { stock_quantity: 8 });
  await adjust(id, 'out', 3);
  const day = dayAfter(-1);
  const file = stockFile([sku, 20]);
  const dry = await importAsOf(day, file, true);
  expect(dry).toMatchObject({ updated: 1, unchanged: 0, failed: 0 });
  expect(await importAsOf(day, file)).toMatchObject({ updated: 1, unchanged: 0 });
  expect(await importAsOf(day, file)).toMatchObject({ updated: 1, unchanged: 1 });
  expect(await holdingOf(test.admin, id)).toEqual([25, 0]);
  expect(await stockOn(day, sku)).toBe(20);
  const movements = await movementsOf(test.admin, id);
  expect(movements.map((each) => [each.quantity_before, each.quantity_after])).toEqual([
    [28, 25],
    [20, 28],
    [0, 20],
  ]);
  expect(await ledgerBreaks(test.admin, id)).toEqual([]);
});

it('refuses a row that would bring the stock of a later day below zero, and takes the others', async () => {
  const { id, sku_code: sku } = await makeProduct(test.admin);
  const day = dayAfter(-1);
  await importAsOf(day, stockFile([sku, 20]));
  await adjust(id, 'out', 12);
  await adjust(id, 'in', 30);
  const response = await importAsOf(day, stockFile([sku, 11], ['PAST-3', 4]));
  expect(response).toMatchObject({ created: 1, failed: 1 });
  expect(response.errors[0]).toMatchObject({ row: 2, field: 'stock_quantity', value: '11' });
  expect(response.errors[0]?.message).toMatch(
    /^The stock would fall below zero on .+\. It must be at least 12 as of .+\.$/,
  );
  expect(await importAsOf(day, stockFile([sku, 12]))).toMatchObject({ updated: 1, failed: 0 });
  expect(await holdingOf(test.admin, id)).toEqual([30, 0]);
  const whole = await importAsOf(day, stockFile([sku, 999_999_990]));
  expect(whole.errors[0]?.message).toBe(
    'With later movements the stock would exceed 1,00,00,00,000',
  );
});

it('counts the stock of today in the unit that a row gives', async () => {
  const { id, sku_code: sku } = await makeProduct(test.admin, { unit_of_measure: 'kg' });
  await adjust(id, 'in', 2.5);
  const header = ['sku_code', 'stock_quantity', 'unit_of_measure'];
  const response = await importAsOf(dayAfter(-1), csvOf([header, [sku, 4, 'each']]));
  expect(response.errors.map(({ message }) => message)).toEqual([
    'Stock Quantity must be a whole number',
  ]);
});

it('takes no day to come, and today like none', async () => {
  const path = `/products/import?as_of=${dayAfter(1)}`;
  const refused = await test.admin.upload(path, uploadOf(stockFile(['DAY-1', 5])));
  expect([refused.status, refused.body.error]).toEqual([400, 'The day cannot be in the future']);
  expect(await findBySku(test.admin, 'DAY-1')).toBeUndefined();
  const before = test.server.clock.now().getTime();
  await importAsOf(dayAfter(0), stockFile(['DAY-1', 5]));
  const product = await findBySku(test.admin, 'DAY-1');
  const [movement] = await movementsOf(test.admin, product?.id ?? 0);
  expect(Date.parse(movement?.created_at ?? '')).toBeGreaterThanOrEqual(before);
  expect(movement?.notes).toBeNull();
});

it('undone gives past days their former stock, and the right file can follow', async () => {
  const { id, sku_code: sku } = await makeProduct(test.admin);
  await adjust(id, 'in', 6);
  const day = dayAfter(-1);
  const wrong = await importAsOf(day, stockFile([sku, 100], ['NEW-1', 7]));
  expect(await done(undo(test.admin, wrong.batch_id ?? 0))).toMatchObject({ undone: 2, left: [] });
  expect(await holdingOf(test.admin, id)).toEqual([6, 0]);
  expect(await findBySku(test.admin, 'NEW-1')).toBeUndefined();
  expect(await stockOn(day, sku)).toBe(0);
  expect(await importAsOf(day, stockFile([sku, 80]))).toMatchObject({ updated: 1, failed: 0 });
  expect(await stockOn(day, sku)).toBe(80);
  expect(await holdingOf(test.admin, id)).toEqual([86, 0]);
  expect(await ledgerBreaks(test.admin, id)).toEqual([]);
});

it('an undone import of today is taken back at the time of the undo', async () => {
  const { id, sku_code: sku } = await makeProduct(test.admin, { stock_quantity: 5 });
  const { batch_id } = await importProducts(test.admin, stockFile([sku, 50]));
  await done(undo(test.admin, batch_id ?? 0));
  const movements = await movementsOf(test.admin, id);
  expect(movements.map(({ quantity }) => quantity)).toEqual([-45, 45, 5]);
  const [undone, imported] = movements.map(({ created_at }) => Date.parse(created_at));
  expect(undone).toBeGreaterThan(imported ?? Infinity);
  expect(await ledgerBreaks(test.admin, id)).toEqual([]);
});

it('never lets stock fall below zero while it is dispatched at the same moment', async () => {
  const day = dayAfter(-1);
  const customer_id = (await makeCustomer(test.admin)).id;
  const skus = Array.from({ length: 8 }, (_, n) => `RACE-${n}`);
  await importAsOf(day, stockFile(...skus.map((sku): [string, number] => [sku, 10])));
  const products = await Promise.all(skus.map((sku) => findBySku(test.admin, sku)));
  const ids = products.map((product) => product?.id ?? 0);
  const deliveries = await Promise.all(
    ids.map(async (id) => {
      const order = await makeRecord<Order>(test.admin, '/orders', {
        customer_id,
        items: [itemOf(id, 5)],
      });
      await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
      return makeRecord<Delivery>(test.admin, '/deliveries', { order_id: order.id });
    }),
  );
  const lower = stockFile(...skus.map((sku): [string, number] => [sku, 4]));
  const [response, ...moves] = await Promise.all([
    importAsOf(day, lower),
    ...deliveries.map(({ id }) =>
      test.admin.put(`/deliveries/${id}/status`, { status: 'dispatched' }),
    ),
  ]);
  const wentOut = moves.filter(({ status }) => status === 200).length;
  expect(moves.filter(({ status }) => status === 409)).toHaveLength(skus.length - wentOut);
  expect(response).toMatchObject({ updated: skus.length - wentOut, failed: wentOut });
  for (const [at, id] of ids.entries()) {
    expect(await holdingOf(test.admin, id)).toEqual(moves[at]?.status === 200 ? [5, 0] : [4, 5]);
    expect(await ledgerBreaks(test.admin, id)).toEqual([]);
  }
});

it('judges a row again whose stock was taken before it was written', async () => {
  const day = dayAfter(-1);
  await importAsOf(day, stockFile(['TAKEN-1', 10]));
  const { id = 0 } = (await findBySku(test.admin, 'TAKEN-1')) ?? {};
  const other = await test.server.database.pool.connect();
  await other.query('begin');
  await other.query('select from products where id = $1 for update', [id]);
  const importing = importAsOf(day, stockFile(['TAKEN-1', 4]));
  await untilWaiting(test.server.database, 1);
  await other.query('update products set stock_quantity = 5, updated_at = now() where id = $1', [
    id,
  ]);
  await other.query('commit');
  other.release();
  expect(await importing).toMatchObject({ updated: 0, failed: 1 });
  expect(await holdingOf(test.admin, id)).toEqual([5, 0]);
});

it('sets 10,000 products, each with later movements', async () => {
  const { pool } = test.server.database;
  await importProducts(test.admin, manyProducts(10_000, 'MANY'));
  await pool.query(`update products set stock_quantity = stock_quantity + 3, updated_at = now()`);
  const day = dayAfter(-1);
  const file = manyProducts(10_000, 'MANY');
  expect(await importAsOf(day, file)).toMatchObject({ updated: 10_000, unchanged: 200, failed: 0 });
  expect(await importAsOf(day, file)).toMatchObject({ updated: 10_000, unchanged: 10_000 });
  const wrong = await pool.query(
    `select from products p cross join lateral (
      select sum(quantity) as all, sum(quantity) filter (where created_at <= $1::timestamptz) as past
      from stock_movements where product_id = p.id) m
    where p.stock_quantity <> m.all or coalesce(m.past, 0) <> split_part(p.sku_code, '-', 2)::integer % 50`,
    [`${day}T23:59:59.999+05:30`],
  );
  expect(wrong.rowCount).toBe(0);
});
