import fc from 'fast-check';
import { expect } from 'vitest';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, type Day } from '~/kit/shared/time/days';
import { csvOf, uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Product } from '../../catalogue/products.fields';
import { makeProduct } from '../../catalogue/server/products.builders';
import { StockModel } from '../stock-model.builders';
import { adjustStock, movementsOf } from './stock.builders';

const quantity = fc.integer({ min: 1, max: 9_000 }).map((parts) => parts / 1000);
const cost = fc.integer({ min: 0, max: 900_000 }).map((parts) => parts / 10_000);

const step = fc.record({
  way: fc.constantFrom(
    ...(['in', 'in', 'in', 'out', 'out', 'set', 'grid', 'file', 'price', 'revalue'] as const),
    ...(['ship', 'ship', 'cancel'] as const),
  ),
  ago: fc.option(fc.integer({ min: 1, max: 5 })),
  quantity,
  cost: fc.option(cost),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const history = fc.record({
  opening: fc.option(quantity),
  price: fc.option(fc.integer({ min: 0, max: 9_000 }).map((paise) => paise / 100)),
  steps: fc.array(step, { minLength: 2, maxLength: 6 }),
});
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

/** So many at a time, each with its own product. */
const atOnce = 12;

/**
 * Lives random histories of products through the calls: forms, cells, files, adjustments of past days, revaluations, orders
 * that are shipped and cancelled, below zero too. The model says of each step whether it is taken, and what every movement
 * is worth after it.
 */
export async function expectHistories(
  caller: Caller,
  { count, today }: { count: number; today: Day },
): Promise<void> {
  await caller.put('/settings', { allow_negative_stock: true });
  const customer = await makeRecord<{ id: number }>(caller, '/customers', {
    company_name: 'Buyer of Anything',
    contact_person: 'Asha Rao',
  });
  const batch = fc.array(history, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (histories) => {
      await Promise.all(
        histories.map((each) =>
          live({ caller, customer: customer.id, today }, each).catch((cause: unknown) => {
            throw new Error(`The history ${JSON.stringify(each)}`, { cause });
          }),
        ),
      );
    }),
    { numRuns: Math.ceil(count / atOnce), endOnFailure: true },
  );
  await caller.put('/settings', { allow_negative_stock: false });
}

interface Setting {
  caller: Caller;
  customer: number;
  today: Day;
}

async function live(setting: Setting, { opening, price, steps }: History) {
  const values = { unit_of_measure: 'kg', stock_quantity: opening ?? 0, cost_price: price };
  const product = new TestedProduct(setting, await makeProduct(setting.caller, values));
  if (opening !== null)
    product.model.enter('initial', opening, { ago: null, costPrice: price ?? 0 });
  await product.expectModel();
  for (const each of steps) {
    expect([await product.act(each), each]).toEqual([true, each]);
    await product.expectModel();
  }
}

class TestedProduct {
  readonly model = new StockModel();
  private readonly shipped: { id: number; quantity: number }[] = [];
  private costPrice: number;

  constructor(
    private readonly setting: Setting,
    private readonly product: Product,
  ) {
    this.costPrice = product.cost_price ?? 0;
  }

  /** Whether the server takes the step, or refuses it, as the model does. */
  async act(taken: Step): Promise<boolean> {
    const { status, isTaken } = await this.play(taken);
    return isTaken ? status < 300 : status === 409;
  }

  private async play({ way, ago, quantity: amount, cost: unitCost }: Step): Promise<Played> {
    const { model, costPrice } = this;
    const { caller } = this.setting;
    const { id, sku_code } = this.product;
    const today = { ago: null, costPrice };
    switch (way) {
      case 'in':
        return this.adjusted({ way, ago, amount, unitCost }, (how) =>
          model.enter('in', amount, { ...how, unitCost }),
        );
      case 'out':
        return this.adjusted({ way, ago, amount }, (how) => model.take('out', amount, how));
      case 'set':
        return this.adjusted({ way, ago, amount }, (how) => model.recount('set', amount, how));
      case 'grid': {
        const { status } = await caller.put(`/products/${id}`, { stock_quantity: amount });
        return { status, isTaken: model.recount('edit', amount, today) };
      }
      case 'file': {
        const rows = [
          ['sku_code', 'stock_quantity'],
          [sku_code, amount],
        ];
        const { status } = await caller.upload('/products/import', uploadOf(csvOf(rows)));
        return { status, isTaken: model.recount('import', amount, today) };
      }
      case 'price': {
        const cost_price = Math.round((unitCost ?? 0) * 100) / 100;
        this.costPrice = cost_price;
        const { status } = await caller.put(`/products/${id}`, { cost_price });
        return { status, isTaken: true };
      }
      case 'revalue': {
        const body = { unit_cost: unitCost ?? 0 };
        const { status } = await caller.post(`/products/${id}/revalue`, body);
        return { status, isTaken: model.revalue(body.unit_cost) };
      }
      case 'ship':
        return this.ship(amount);
      default:
        return this.cancel();
    }
  }

  private async adjusted(
    { way, ago, amount, unitCost = null }: Adjusted,
    inModel: (how: { ago: number | null; costPrice: number }) => boolean,
  ): Promise<Played> {
    const { status } = await adjustStock(this.setting.caller, this.product.id, {
      adjustment_type: way,
      quantity: amount,
      ...(ago === null ? {} : { date: addDays(this.setting.today, -ago) }),
      ...(unitCost === null ? {} : { unit_cost: unitCost }),
    });
    return { status, isTaken: inModel({ ago, costPrice: this.costPrice }) };
  }

  private async ship(quantity: number): Promise<Played> {
    const { id } = await makeRecord<{ id: number }>(this.setting.caller, '/orders', {
      customer_id: this.setting.customer,
      items: [{ product_id: this.product.id, quantity, unit_price: 10 }],
    });
    const { status } = await this.setting.caller.put(`/orders/${id}/status`, { status: 'shipped' });
    this.shipped.push({ id, quantity });
    const how = { ago: null, costPrice: this.costPrice, mayBeNegative: true };
    return { status, isTaken: this.model.take('order', quantity, how) };
  }

  /** The goods of the first order come back at the average of now. */
  private async cancel(): Promise<Played> {
    const order = this.shipped.shift();
    if (!order) return { status: 200, isTaken: true };
    const path = `/orders/${order.id}/status`;
    const { status } = await this.setting.caller.put(path, { status: 'cancelled' });
    const how = { ago: null, costPrice: this.costPrice };
    return { status, isTaken: this.model.enter('order', order.quantity, how) };
  }

  /** Each movement, the stock and its value are those of the model. */
  async expectModel(): Promise<void> {
    const { id } = this.product;
    const movements = (await movementsOf(this.setting.caller, id)).toReversed();
    const valued = movements.map((each) => ({
      kind: each.movement_type as string,
      quantity: each.quantity,
      after: each.quantity_after,
      value: each.value,
      difference: each.difference,
    }));
    expect(valued).toEqual(this.model.valued);
    const { data } = (await this.setting.caller.get<Product>(`/products/${id}`)).body;
    expect([data.stock_quantity, data.stock_value]).toEqual([this.model.stock, this.model.value]);
    if (data.stock_quantity === 0) expect(data.stock_value).toBe(0);
  }
}

interface Played {
  status: number;
  isTaken: boolean;
}

interface Adjusted {
  way: 'in' | 'out' | 'set';
  ago: number | null;
  amount: number;
  unitCost?: number | null;
}
