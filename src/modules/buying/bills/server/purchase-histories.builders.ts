import fc from 'fast-check';
import { expect } from 'vitest';
import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { addDays, type Day } from '~/kit/shared/time/days';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Movement } from '~/modules/catalogue/products/stock/movements.fields';
import { adjustStock, movementsOf } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { PurchaseOrderWithItems } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import type { WholeBill } from '../bills.fields';
import { boughtStock, type PurchaseEvents } from '../purchase-model.builders';

const small = fc.integer({ min: 1, max: 12 });
const paise = fc.integer({ min: 0, max: 20_000 });

const step = fc.record({
  way: fc.constantFrom(
    ...(['receive', 'receive', 'receive', 'bill', 'bill', 'return', 'charge', 'credit'] as const),
    ...(['use', 'use', 'credit', 'find', 'cancel', 'cancel'] as const),
  ),
  quantity: small,
  rejected: fc.integer({ min: 0, max: 3 }),
  price: paise,
  which: fc.nat({ max: 20 }),
  isReplaced: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

const mostSteps = 8;
const history = fc.record({
  orderPrice: paise,
  steps: fc.array(step, { minLength: 3, maxLength: mostSteps }),
  /** On which day each counts: another one for each, in any order. */
  days: fc.shuffledSubarray(
    Array.from({ length: mostSteps }, (_, index) => index + 1),
    { minLength: mostSteps },
  ),
});
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

const atOnce = 12;

/**
 * Lives random histories of a purchase order through the calls, entered in any order of their days: receipts, returns, bills before and
 * after the goods, charges, credits on the price, cancellations, goods taken and found. In the end stock, value and quantities of the
 * order are those of the model, which knows the documents that are not cancelled and their days alone.
 */
export async function expectPurchases(
  caller: Caller,
  { count, today }: { count: number; today: Day },
): Promise<void> {
  const vendor = await makeRecord<{ id: number }>(caller, '/vendors', {
    company_name: 'Deccan Steel Traders',
    contact_person: 'Nikhil Joshi',
  });
  const batch = fc.array(history, { minLength: atOnce, maxLength: atOnce });
  await fc.assert(
    fc.asyncProperty(batch, async (histories) => {
      await Promise.all(
        histories.map((each) =>
          live({ caller, vendor: vendor.id, today }, each).catch((cause: unknown) => {
            throw new Error(`The history ${JSON.stringify(each)}`, { cause });
          }),
        ),
      );
    }),
    { numRuns: Math.ceil(count / atOnce), endOnFailure: true },
  );
}

interface Setting {
  caller: Caller;
  vendor: number;
  today: Day;
}

const ordered = 60;

async function live(setting: Setting, { orderPrice, steps, days }: History) {
  const product = await makeProduct(setting.caller, { cost_price: null });
  const order = await makeRecord<PurchaseOrderWithItems>(setting.caller, '/purchase-orders', {
    vendor_id: setting.vendor,
    order_date: addDays(setting.today, -30),
    status: 'ordered',
    tax_rate: 0,
    items: [{ product_id: product.id, quantity: ordered, unit_price: orderPrice / 100 }],
  });
  const purchase = new TestedPurchase(setting, { product, order, orderPrice });
  await purchase.open();
  for (const [index, each] of steps.entries()) await purchase.act(each, days[index] ?? 0);
  await purchase.expectModel();
}

interface Posted {
  id: number;
  day: number;
  isCancelled?: boolean;
}

class TestedPurchase {
  private readonly receipts: (Posted & { accepted: number; rejected: number; line: number })[] = [];
  private readonly returns: (Posted & { of: number; quantity: number; isReplaced: boolean })[] = [];
  private readonly bills: (Posted & {
    quantity: number;
    price: number;
    credit: number;
    line: number;
    charge: PurchaseEvents['charges'][number] | null;
  })[] = [];
  private readonly adjustments: { day: number; quantity: number; worth: number | null }[] = [];

  constructor(
    private readonly setting: Setting,
    private readonly bought: {
      product: Product;
      order: PurchaseOrderWithItems;
      orderPrice: number;
    },
  ) {}

  /** Days count upwards to yesterday. */
  private dayOf(day: number): Day {
    return addDays(this.setting.today, day - mostSteps - 1);
  }

  /** Goods that were there before. */
  async open(): Promise<void> {
    const found = { way: 'find', quantity: 12, price: 1_000 } as const;
    (await this.adjust(found, 0)).keep();
  }

  async act(taken: Step, day: number): Promise<void> {
    const { status, keep } = await this.play(taken, day);
    if (status < 300) keep();
    else expect([400, 409]).toContain(status);
  }

  private play(taken: Step, day: number): Promise<Played> {
    const { way, quantity, price } = taken;
    switch (way) {
      case 'receive':
        return this.receive(taken, day);
      case 'return':
        return this.giveBack(taken, day);
      case 'bill':
        return this.bill({ quantity, price, charge: null }, day);
      case 'charge':
        return this.charge(taken, day);
      case 'credit':
        return this.credit(taken, day);
      case 'use':
      case 'find':
        return this.adjust(taken, day);
      default:
        return this.cancel(taken);
    }
  }

  private get line(): number {
    return this.bought.order.items[0]?.id ?? 0;
  }

  private async receive({ quantity, rejected: refused }: Step, day: number): Promise<Played> {
    const rejected = Math.min(refused, quantity);
    const sent = await this.send('/goods-receipts', {
      purchase_order_id: this.bought.order.id,
      receipt_date: this.dayOf(day),
      status: 'received',
      items: [{ purchase_line_id: this.line, quantity, rejected_quantity: rejected }],
    });
    const line = sent.data.items?.[0]?.id ?? 0;
    const entry = { id: sent.data.id, day, accepted: quantity - rejected, rejected, line };
    return { status: sent.status, keep: () => this.receipts.push(entry) };
  }

  private async giveBack({ which, quantity, isReplaced }: Step, day: number): Promise<Played> {
    const receipt = chosenOf(this.receipts, which);
    if (!receipt) return nothing;
    const sent = await this.send(`/goods-receipts/${receipt.id}/return`, {
      items: [{ line_id: receipt.line, quantity }],
      reason: 'Bent',
      return_date: this.dayOf(day),
      replace: isReplaced,
    });
    const entry = { id: sent.data.id, day, of: receipt.id, quantity, isReplaced };
    return { status: sent.status, keep: () => this.returns.push(entry) };
  }

  private async bill(
    { quantity, price, charge }: Pick<Billed, 'quantity' | 'price' | 'charge'>,
    day: number,
  ): Promise<Played> {
    const sent = await this.send('/bills', {
      vendor_id: this.setting.vendor,
      purchase_order_id: this.bought.order.id,
      bill_number: `${this.bought.order.purchase_number} ${day}`,
      bill_date: this.dayOf(day),
      status: 'open',
      accept: true,
      tax_rate: 0,
      items:
        quantity === 0 ? [] : [{ purchase_line_id: this.line, quantity, unit_price: price / 100 }],
      charges: charge
        ? [
            {
              description: 'Freight',
              amount: charge.amount / 100,
              goods_receipt_ids: charge.receipts,
            },
          ]
        : [],
    });
    const line = sent.data.items?.[0]?.id ?? 0;
    const entry = { id: sent.data.id, day, quantity, price, credit: 0, line, charge };
    return { status: sent.status, keep: () => this.bills.push(entry) };
  }

  private charge({ which, price }: Step, day: number): Promise<Played> {
    const first = chosenOf(this.receipts, which);
    if (!first || price === 0) return Promise.resolve(nothing);
    const second = chosenOf(this.receipts, which + 1) ?? first;
    const receipts = [...new Set([first.id, second.id])];
    return this.bill({ quantity: 0, price: 0, charge: { amount: price, receipts } }, day);
  }

  private async credit({ which, price }: Step, day: number): Promise<Played> {
    const bill = chosenOf(
      this.bills.filter(({ quantity }) => quantity > 0),
      which,
    );
    const off = bill ? Math.min(price, bill.price - bill.credit) : 0;
    if (!bill || off === 0) return nothing;
    const { status } = await this.send(`/bills/${bill.id}/credit`, {
      items: [{ bill_line_id: bill.line, reason: 'price', amount: (off * bill.quantity) / 100 }],
      bill_date: this.dayOf(Math.max(day, bill.day)),
    });
    return { status, keep: () => (bill.credit += off) };
  }

  private async adjust(
    { way, quantity, price }: Pick<Step, 'way' | 'quantity' | 'price'>,
    day: number,
  ): Promise<Played> {
    const isOut = way === 'use';
    const { status } = await adjustStock(this.setting.caller, this.bought.product.id, {
      adjustment_type: isOut ? 'out' : 'in',
      quantity,
      date: this.dayOf(day),
      ...(isOut ? {} : { unit_cost: price / 100 }),
    });
    const entry = { day, quantity, worth: isOut ? null : quantity * price };
    return { status, keep: () => this.adjustments.push(entry) };
  }

  private async cancel({ which, isReplaced }: Step): Promise<Played> {
    const isBill = isReplaced;
    const found = isBill
      ? chosenOf(this.bills, which)
      : chosenOf([...this.receipts, ...this.returns], which);
    if (!found) return nothing;
    const path = `/${isBill ? 'bills' : 'goods-receipts'}/${found.id}/status`;
    const { status } = await this.setting.caller.put(path, { status: 'cancelled' });
    return { status, keep: () => (found.isCancelled = true) };
  }

  private async send(path: string, body: object): Promise<{ status: number; data: Sent }> {
    const { status, body: sent } = await this.setting.caller.post<Sent>(path, body);
    return { status, data: sent.data ?? { id: 0 } };
  }

  async expectModel(): Promise<void> {
    const { product, orderPrice } = this.bought;
    const bills = this.bills.filter(isValid);
    const model = boughtStock({
      orderPrice,
      receipts: this.receipts.filter(isValid),
      returns: this.returns.filter(isValid),
      bills: bills.filter(({ quantity }) => quantity > 0),
      charges: bills.flatMap(({ charge }) => charge ?? []),
      adjustments: this.adjustments,
    });
    const { data } = (await this.setting.caller.get<Product>(`/products/${product.id}`)).body;
    const stock = [data.stock_quantity, Math.round((data.stock_value ?? 0) * 100)];
    expect(stock).toEqual([model.quantity, model.value]);
    const movements = await movementsOf(this.setting.caller, product.id);
    expect(worthsOf(movements, { type: 'purchase', of: this.receipts })).toEqual(
      withoutZero(model.worths),
    );
    expect(worthsOf(movements, { type: 'vendor_return', of: this.returns })).toEqual(
      withoutZero(model.owed, -1),
    );
    await this.expectOrder();
  }

  private async expectOrder(): Promise<void> {
    const path = `/purchase-orders/${this.bought.order.id}`;
    const { data } = (await this.setting.caller.get<PurchaseOrderWithItems>(path)).body;
    const receipts = this.receipts.filter(isValid);
    const returns = this.returns.filter(isValid);
    const replaced = sum(returns.filter(({ isReplaced }) => isReplaced).map(quantityOf));
    const received = sum(receipts.map(({ accepted }) => accepted)) - replaced;
    expect(data.items[0]).toMatchObject({
      received_quantity: received,
      rejected_quantity: sum(receipts.map(({ rejected }) => rejected)),
      returned_quantity: sum(returns.map(quantityOf)),
      open_quantity: Math.max(0, ordered - received),
      billed_quantity: sum(this.bills.filter(isValid).map(quantityOf)),
    });
  }
}

type Billed = TestedPurchase['bills'][number];

interface Sent {
  id: number;
  items?: WholeBill['items'];
}

interface Played {
  status: number;
  keep: () => unknown;
}

const nothing: Played = { status: 200, keep: () => null };
const isValid = ({ isCancelled }: Posted) => !isCancelled;
const quantityOf = ({ quantity }: { quantity: number }) => quantity;

function chosenOf<Each extends Posted>(all: readonly Each[], which: number): Each | null {
  const open = all.filter(isValid);
  return open[which % Math.max(open.length, 1)] ?? null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** What the movements of documents that are not cancelled are worth by these, in paise. */
function worthsOf(
  movements: readonly Movement[],
  { type, of }: { type: string; of: readonly Posted[] },
): Map<number, number> {
  const ids = of.filter(isValid).map(({ id }) => id);
  const worths = new Map<number, number>();
  for (const { movement_type, source, value, difference } of movements) {
    if (movement_type !== type || !source || !ids.includes(source.id)) continue;
    const worth = Math.round((value + difference) * 100);
    worths.set(source.id, (worths.get(source.id) ?? 0) + worth);
  }
  return withoutZero(worths);
}

function withoutZero(worths: ReadonlyMap<number, number>, sign = 1): Map<number, number> {
  const all = [...worths].filter(([, worth]) => worth !== 0);
  return new Map(all.map(([id, worth]): [number, number] => [id, worth * sign]).toSorted(byId));
}

function byId([one]: [number, number], [other]: [number, number]): number {
  return one - other;
}
