import { beforeEach, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { emptyTables } from '~/kit/server/testing/test-database';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { done, undo } from '~/modules/records/batches/server/batches.builders';
import { csvOf } from '~/modules/records/imports/server/imports.builders';
import { makeProduct } from '../../catalogue/server/products.builders';
import { movementsOf } from '../../stock/server/stock.builders';
import { findBySku, importProducts } from './product-files.builders';

const test = fileServer();

beforeEach(async () => {
  await emptyTables(test.server.database, 'products', 'stock_movements');
});

const header = [
  'sku_code',
  'product_name',
  'unit_price',
  'cost_price',
  'stock_quantity',
  'Unit Cost',
];
type Row = [sku: string, cost: number | '', stock: number | '', unitCost: number | string];
const fileOf = (...rows: Row[]) =>
  csvOf([header, ...rows.map(([sku, ...values]) => [sku, `Valve ${sku}`, 99.5, ...values])]);

async function valueOf(sku: string) {
  const { stock_quantity, stock_value, average_cost } = (await findBySku(test.admin, sku)) ?? {};
  return [stock_quantity, stock_value, average_cost];
}

it('gives new products the value of their unit cost to the paisa, others that of their cost price', async () => {
  const file = fileOf(
    ['COST-1', 20, 3, 33.3335],
    ['COST-2', 20, 3, ''],
    ['COST-3', '', 7, 0],
    ['COST-4', 20, 0, 5],
    ['COST-5', 20, '', 5],
    ['COST-6', '', 7, ''],
  );
  expect(await importProducts(test.admin, file, '?dry_run=true')).toMatchObject({ created: 6 });
  expect(await importProducts(test.admin, file)).toMatchObject({ created: 6, failed: 0 });
  // 3 × 33.3335 is 100.0005.
  expect(await valueOf('COST-1')).toEqual([3, 100, 33.3333]);
  expect(await valueOf('COST-2')).toEqual([3, 60, 20]);
  expect(await valueOf('COST-3')).toEqual([7, 0, 0]);
  for (const sku of ['COST-4', 'COST-5']) expect(await valueOf(sku)).toEqual([0, 0, null]);
  expect(await valueOf('COST-6')).toEqual([7, 0, 0]);
  const product = await findBySku(test.admin, 'COST-1');
  expect(product?.cost_price).toBe(20);
  expect(await movementsOf(test.admin, product?.id ?? 0)).toMatchObject([
    { movement_type: 'import', quantity: 3, value: 100, difference: 0 },
  ]);
});

it('counts as of a past day too', async () => {
  const day = addDays(dayOf(test.server.clock.now(), 'Asia/Kolkata'), -9);
  await importProducts(test.admin, fileOf(['PAST-1', '', 5, 0.2]), `?as_of=${day}`);
  expect(await valueOf('PAST-1')).toEqual([5, 1, 0.2]);
});

it('leaves the value of existing products, and says so', async () => {
  const { sku_code: sku } = await makeProduct(test.admin, { stock_quantity: 10, cost_price: 5 });
  const file = fileOf([sku, 5, 12, 90], ['NEW-1', '', 1, 90]);
  const response = await importProducts(test.admin, file);
  expect(response).toMatchObject({ created: 1, updated: 1, failed: 0 });
  expect(response.notes).toEqual([
    'Unit Cost: left out in 1 row of existing records. It counts for new ones only',
  ]);
  expect(await valueOf(sku)).toEqual([12, 60, 5]);
  expect(await valueOf('NEW-1')).toEqual([1, 90, 90]);
  expect(await importProducts(test.admin, file)).toMatchObject({ updated: 2, unchanged: 2 });
});

it.each([
  [-1, 'Unit Cost must be at least 0'],
  [1.00001, 'Unit Cost cannot have more than four decimals'],
  ['cheap', 'Unit Cost must be a number'],
])('refuses a unit cost of %s', async (cost, message) => {
  const { failed, errors } = await importProducts(test.admin, fileOf(['BAD-1', '', 1, cost]));
  expect([failed, errors[0]?.field, errors[0]?.message]).toEqual([1, 'unit_cost', message]);
});

it('rounds the unit cost of another program to four decimals', async () => {
  const rows = [
    ['Part No.', 'Item', 'Selling Price', 'Qty', 'Opening Rate'],
    ['P-1', 'Plate', '12', '3', '1.123456'],
  ];
  const { notes } = await importProducts(test.admin, csvOf(rows));
  expect(notes).toContain('Unit Cost: 1 cell rounded: "1.123456"');
  expect(await valueOf('P-1')).toEqual([3, 3.37, 1.1233]);
});

it('undone takes the value back', async () => {
  const { sku_code: sku } = await makeProduct(test.admin, { stock_quantity: 10, cost_price: 5 });
  const { batch_id } = await importProducts(
    test.admin,
    fileOf([sku, 5, 30, ''], ['UNDONE-1', '', 4, 2.25]),
  );
  expect(await valueOf(sku)).toEqual([30, 150, 5]);
  expect(await valueOf('UNDONE-1')).toEqual([4, 9, 2.25]);
  expect(await done(undo(test.admin, batch_id ?? 0))).toMatchObject({ undone: 2, left: [] });
  expect(await valueOf(sku)).toEqual([10, 50, 5]);
  expect(await findBySku(test.admin, 'UNDONE-1')).toBeUndefined();
  const { rows } = await test.server.database.pool.query<{ value: number }>(
    'select sum(value) as value from stock_movements',
  );
  expect(Number(rows[0]?.value)).toBe(50);
});

it('puts opening stock into its location and lot, and takes it back with an undo', async () => {
  const yard = (await test.admin.post<{ id: number }>('/locations', { name: 'Depot' })).body.data;
  const file = csvOf([
    [
      'sku_code',
      'product_name',
      'unit_price',
      'stock_quantity',
      'unit_cost',
      'location',
      'lot_number',
      'expires_on',
    ],
    ['LOT-1', 'Resin', 10, 5, 4, 'depot', 'R-77', '2099-03-01'],
    ['LOT-2', 'Rod', 10, 6, '', 'Depot', '', ''],
    ['LOT-3', 'Bar', 10, 7, '', '', '', ''],
    ['LOT-4', 'Wire', 10, 7, '', 'Nowhere', '', ''],
    ['LOT-5', 'Tape', 10, 7, '', '', '', '2099-03-01'],
  ]);
  const loaded = await importProducts(test.admin, file);
  expect(loaded).toMatchObject({ created: 3, failed: 2 });
  expect(loaded.errors.map(({ message }) => message)).toEqual([
    'There is no location "Nowhere"',
    'Only lots expire: a lot number is missing',
  ]);
  const resin = await findBySku(test.admin, 'LOT-1');
  expect(resin).toMatchObject({ tracking: 'lot', stock_quantity: 5, stock_value: 20 });
  expect(await movementsOf(test.admin, resin?.id ?? 0)).toMatchObject([
    { movement_type: 'import', location_id: yard.id, lot_number: 'R-77', quantity: 5, value: 20 },
  ]);
  const rod = await findBySku(test.admin, 'LOT-2');
  expect(await movementsOf(test.admin, rod?.id ?? 0)).toMatchObject([{ location_name: 'Depot' }]);
  const again = await importProducts(test.admin, file);
  expect(again).toMatchObject({ created: 0, unchanged: 3 });
  expect(await done(undo(test.admin, loaded.batch_id ?? 0))).toMatchObject({ undone: 3, left: [] });
  expect(await findBySku(test.admin, 'LOT-1')).toBeUndefined();
});
