import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import { StockModel } from '~/modules/catalogue/products/stock/stock-model.builders';
import { makeVendor } from '~/modules/buying/vendors/server/vendors.builders';
import type { ReceiptWithItems } from '../goods-receipts.fields';

const test = ownServer();
const today = dayOf(new Date(), 'Asia/Kolkata');

const quantity = fc.integer({ min: 1, max: 9_000 }).map((parts) => parts / 1000);
const cost = fc.integer({ min: 0, max: 900_000 }).map((parts) => parts / 10_000);
const step = fc.record({
  way: fc.constantFrom(
    ...(['receive', 'receive', 'receive', 'out', 'return', 'cancel', 'reprice'] as const),
  ),
  quantity,
  cost,
});
/** A receipt on each of these days; no two documents count for one moment. */
const history = fc.record({
  days: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 8 }),
  steps: fc.array(step, { minLength: 3, maxLength: 8 }),
});

interface Entered {
  receipt: ReceiptWithItems;
  kind: 'receipt' | 'return' | 'out';
  ago: number;
  quantity: number;
  cost: number;
}

const entryOf = ({ movement_type, quantity: moved, value, difference }: ReturnType<typeof shown>) =>
  [movement_type, moved, value, difference] as const;
const shown = (each: Awaited<ReturnType<typeof movementsOf>>[number]) => each;

it('random histories of receipts have the values of the same documents entered in order', {
  timeout: 600_000,
}, async () => {
  const vendor = await makeVendor(test.admin);
  await fc.assert(
    fc.asyncProperty(history, async ({ days, steps }) => {
      const { id } = await makeProduct(test.admin, { unit_of_measure: 'kg', cost_price: null });
      const live: Entered[] = [];
      for (const [index, each] of steps.entries())
        await act(id, vendor.id, { ...each, ago: days[index] ?? 1, live });
      const model = new StockModel();
      for (const each of live.toSorted((one, other) => other.ago - one.ago)) {
        const how = { ago: each.ago, costPrice: 0 };
        if (each.kind === 'receipt')
          model.enter('purchase', each.quantity, { ...how, unitCost: each.cost });
        else expect(model.take(each.kind, each.quantity, how)).toBe(true);
      }
      const { data } = (await test.admin.get<Product>(`/products/${id}`)).body;
      expect([data.stock_quantity, data.stock_value]).toEqual([model.stock, model.value]);
      const movements = (await movementsOf(test.admin, id)).toReversed().map(entryOf);
      const counted = movements.filter(([, , value]) => value !== 0).map(([, , value]) => value);
      expect(counted).toEqual(
        model.valued.map(({ value }) => value).filter((value) => value !== 0),
      );
      const owed = live.filter(({ kind }) => kind === 'return').length;
      expect(movements.filter(([type]) => type === 'vendor_return').length).toBeGreaterThanOrEqual(
        owed,
      );
    }),
    { numRuns: Number(process.env['HISTORIES'] ?? 40) },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});

interface Acting {
  way: 'receive' | 'out' | 'return' | 'cancel' | 'reprice';
  quantity: number;
  cost: number;
  ago: number;
  live: Entered[];
}

/** Does one thing; what is refused changes nothing. */
async function act(product: number, vendor_id: number, { way, live, ...how }: Acting) {
  const { ago, quantity: amount, cost: unit_cost } = how;
  const date = addDays(today, -ago);
  const receipts = live.filter(({ kind }) => kind === 'receipt');
  const [first] = receipts;
  if (way === 'receive') {
    const items = [{ product_id: product, quantity: amount, unit_cost }];
    const body = { vendor_id, status: 'received', receipt_date: date, items };
    const { status, body: sent } = await test.admin.post<ReceiptWithItems>('/goods-receipts', body);
    expect(status).toBe(201);
    live.push({ ...how, receipt: sent.data, kind: 'receipt' });
    return;
  }
  if (!first) return;
  const path = `/goods-receipts/${first.receipt.id}`;
  const [item] = first.receipt.items;
  if (way === 'out') {
    const body = { adjustment_type: 'out', quantity: amount, date } as const;
    const { status } = await adjustStock(test.admin, product, body);
    expect([200, 409]).toContain(status);
    if (status === 200) live.push({ ...how, receipt: first.receipt, kind: 'out' });
  } else if (way === 'return') {
    const part = Math.min(amount, first.quantity);
    const items = [{ line_id: item?.id, quantity: part }];
    const body = { items, return_date: date };
    const { status, body: sent } = await test.admin.post<ReceiptWithItems>(`${path}/return`, body);
    expect([201, 400, 409]).toContain(status);
    if (status === 201) live.push({ ...how, quantity: part, receipt: sent.data, kind: 'return' });
  } else if (way === 'cancel') {
    const last = live.findLast(({ kind }) => kind !== 'out') ?? first;
    const address = `/goods-receipts/${last.receipt.id}/status`;
    const { status } = await test.admin.put(address, { status: 'cancelled' });
    expect([200, 409]).toContain(status);
    if (status === 200) live.splice(live.indexOf(last), 1);
  } else {
    const items = [{ ...item, unit_cost }];
    expect((await test.admin.put(path, { items })).status).toBe(200);
    first.cost = unit_cost;
  }
}
