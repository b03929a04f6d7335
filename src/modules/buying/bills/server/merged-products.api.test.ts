import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { fileServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, dayOf } from '~/kit/shared/time/days';
import { makeGoodsReceipt } from '~/modules/buying/goods-receipts/server/goods-receipts.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Location } from '~/modules/catalogue/products/locations/locations.fields';
import type { Trace } from '~/modules/catalogue/products/lots/trace.fields';
import type { ProductStock } from '~/modules/catalogue/products/stock/levels.fields';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import { makeBillable } from './bills.builders';

const test = fileServer();

const day = (ago: number) => addDays(dayOf(new Date(), 'Asia/Kolkata'), -ago);

const merge = (id: number, other_id: number) =>
  test.admin.post<{ batch_id: number }>(`/products/${id}/merge`, { other_id });

const stockOf = async (id: number) =>
  (await test.admin.get<ProductStock>(`/products/${id}/stock`)).body.data;

const levelsOf = async (id: number) =>
  (await stockOf(id)).levels.map((level) => [level.location_id, level.lot_number, level.quantity]);

async function faults() {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ first }) => first);
}

/** A product with goods of the lot A in two places, received from a vendor. */
async function received(values: object = {}, lots = [{ lot_number: 'A', quantity: 4 }]) {
  const product = await makeProduct(test.admin, { tracking: 'lot', stock_quantity: 0, ...values });
  const vendor = await makeVendor(test.admin);
  const { id } = await makeGoodsReceipt(test.admin, {
    vendor_id: vendor.id,
    status: 'received',
    items: [{ product_id: product.id, quantity: 4, unit_cost: 25, lots }],
  });
  return { product, vendor, receipt: id };
}

it('brings goods of both together by location and lot, and parts them again', async () => {
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'Yard' });
  const [one, other] = [
    await received(),
    await received({}, [
      { lot_number: 'a', quantity: 1 },
      { lot_number: 'B', quantity: 3 },
    ]),
  ];
  await adjustStock(test.admin, other.product.id, {
    quantity: 2,
    unit_cost: 40,
    lot_number: 'B',
    location_id: yard.id,
  });
  const move = { from_id: yard.id, to_id: 1, status: 'done' };
  const items = [
    { product_id: other.product.id, quantity: 1, lots: [{ lot_number: 'B', quantity: 1 }] },
  ];
  await makeRecord(test.admin, '/transfers', { ...move, items });
  const before = [await stockOf(one.product.id), await stockOf(other.product.id)];
  const merged = await merge(one.product.id, other.product.id);
  expect(merged.status).toBe(200);
  expect(await levelsOf(one.product.id)).toEqual([
    [1, 'A', 5],
    [1, 'B', 4],
    [yard.id, 'B', 1],
  ]);
  expect(await stockOf(one.product.id)).toMatchObject({ stock_quantity: 10, stock_value: 280 });
  const lot = (await stockOf(one.product.id)).levels[0]?.lot_id;
  const trace = await test.admin.get<Trace>(`/lots/${lot}/trace`);
  expect(trace.body.data.vendors.map(({ vendor_id }) => vendor_id).sort()).toEqual(
    [one.vendor.id, other.vendor.id].sort(),
  );
  expect(await faults()).toEqual([]);
  const undone = await test.admin.post(`/batches/${merged.body.data.batch_id}/undo`);
  expect(undone.body).toMatchObject({ data: { left: [] } });
  expect([await stockOf(one.product.id), await stockOf(other.product.id)]).toEqual(before);
  expect(await faults()).toEqual([]);
});

it('refuses two products with one serial number', async () => {
  const serial = [{ lot_number: 'SN-1..SN-4', quantity: 4 }];
  const [one, other] = [
    await received({ tracking: 'serial' }, serial),
    await received({ tracking: 'serial' }, serial),
  ];
  expect((await merge(one.product.id, other.product.id)).body).toMatchObject({
    code: 'product.same_serial',
    error: expect.stringContaining('SN-1'),
  });
});

it('keeps what both are worth together, and takes documents of both', async () => {
  const [one, other] = [await makeBillable(test.admin), await makeBillable(test.admin, 4)];
  await adjustStock(test.admin, one.product.id, { adjustment_type: 'out', quantity: 9 });
  await adjustStock(test.admin, other.product.id, { quantity: 1, unit_cost: 500 });
  const merged = await merge(one.product.id, other.product.id);
  expect(merged.status).toBe(200);
  expect(await stockOf(one.product.id)).toMatchObject({ stock_quantity: 6, stock_value: 1000 });
  await other.receive(6);
  expect((await other.bill(10, {}, { unit_price: 110 })).body.code).toBe('bill.differs');
  expect((await other.bill(10)).status).toBe(201);
  expect((await one.bill(10)).status).toBe(201);
  expect(await stockOf(one.product.id)).toMatchObject({ stock_quantity: 12, stock_value: 1600 });
  expect(await faults()).toEqual([]);
});

it('follows a later price of goods that came before', async () => {
  const one = await makeBillable(test.admin);
  const other = await makeBillable(test.admin, 10, { item: { unit_price: 50 } });
  const third = await makeBillable(test.admin, 10, { item: { unit_price: 30 } });
  await adjustStock(test.admin, one.product.id, { adjustment_type: 'out', quantity: 5 });
  const worth = async () => (await stockOf(one.product.id)).stock_value;
  expect((await merge(one.product.id, other.product.id)).status).toBe(200);
  // As one product, 5 of 20 pieces had left: 1,125.00 became 1,000.00.
  expect(await worth()).toBe(1000);
  const bill = await other.bill(10, { accept: true }, { unit_price: 60 });
  expect(bill.status).toBe(201);
  expect(await worth()).toBe(1075);
  await test.admin.put(`/bills/${bill.body.data.id}/status`, { status: 'cancelled' });
  expect(await worth()).toBe(1000);
  await adjustStock(test.admin, one.product.id, { adjustment_type: 'out', quantity: 3 });
  expect(await worth()).toBe(800);
  expect((await merge(one.product.id, third.product.id)).status).toBe(200);
  expect(await worth()).toBe(1100);
  expect((await other.bill(10, { accept: true }, { unit_price: 60 })).status).toBe(201);
  const [last] = await movementsOf(test.admin, one.product.id);
  expect([last?.movement_type, await worth()]).toEqual(['revalue', 1173.33]);
  expect(await faults()).toEqual([]);
});

it('changes nothing in closed days', async () => {
  const [one, other] = [await makeProduct(test.admin), await makeProduct(test.admin)];
  for (const [{ id }, unit_cost, quantity] of [
    [one, 10, 2],
    [other, 30, 4],
  ] as const) {
    await adjustStock(test.admin, id, { quantity: 10, unit_cost, date: day(9) });
    await adjustStock(test.admin, id, { adjustment_type: 'out', quantity, date: day(8) });
  }
  await test.admin.put('/settings', { stock_closed_until: day(5) });
  expect((await merge(one.id, other.id)).body.code).toBe('stock.closed');
  await test.admin.put('/settings', { stock_closed_until: null });
  expect((await merge(one.id, other.id)).status).toBe(200);
  expect((await movementsOf(test.admin, one.id))[0]).toMatchObject({ movement_type: 'revalue' });
  expect(await stockOf(one.id)).toMatchObject({ stock_value: 260 });
  expect(await faults()).toEqual([]);
});

const move = fc.record({
  ofOther: fc.boolean(),
  adjustment_type: fc.constantFrom('in', 'in', 'out'),
  quantity: fc.integer({ min: 1, max: 9 }),
  unit_cost: fc.integer({ min: 0, max: 90_000 }).map((parts) => parts / 1000),
  lot_number: fc.constantFrom('A', 'B', 'C'),
  isInYard: fc.boolean(),
  ago: fc.option(fc.integer({ min: 1, max: 5 })),
});

it('adds up any two histories by location and lot, and parts them again', {
  timeout: 120_000,
}, async () => {
  const yard = await makeRecord<Location>(test.admin, '/locations', { name: 'Random yard' });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 2, maxLength: 10 }), async (moves) => {
      const both = [
        await makeProduct(test.admin, { tracking: 'lot', stock_quantity: 0 }),
        await makeProduct(test.admin, { tracking: 'lot', stock_quantity: 0 }),
      ] as const;
      for (const { ofOther, adjustment_type, unit_cost, isInYard, ago, ...values } of moves)
        await adjustStock(test.admin, both[ofOther ? 1 : 0].id, {
          ...values,
          adjustment_type,
          ...(adjustment_type === 'in' ? { unit_cost } : {}),
          ...(isInYard ? { location_id: yard.id } : {}),
          ...(ago === null ? {} : { date: day(ago) }),
        });
      const before = [await stockOf(both[0].id), await stockOf(both[1].id)] as const;
      const merged = await merge(both[0].id, both[1].id);
      expect(merged.status).toBe(200);
      const after = await stockOf(both[0].id);
      expect(sumsOf([after])).toEqual(sumsOf(before));
      expect(after.stock_value).toBeCloseTo(before[0].stock_value + before[1].stock_value, 2);
      const { batch_id } = merged.body.data;
      expect((await test.admin.post(`/batches/${batch_id}/undo`)).status).toBe(200);
      expect([await stockOf(both[0].id), await stockOf(both[1].id)]).toEqual(before);
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(await faults()).toEqual([]);
});

/** What lies in each location and lot. */
function sumsOf(stocks: readonly ProductStock[]) {
  const sums = new Map<string, number>();
  for (const { location_id, lot_number, quantity } of stocks.flatMap(({ levels }) => levels)) {
    const position = `${location_id} ${lot_number}`;
    sums.set(position, (sums.get(position) ?? 0) + quantity);
  }
  return sums;
}
