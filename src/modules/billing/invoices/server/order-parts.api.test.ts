import { describe, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';

const test = ownServer();

async function makeOrder(line: object, tax: object = { tax_rate: 18 }): Promise<OrderWithLines> {
  const product = await makeProduct(test.admin, { unit_of_measure: 'kg', stock_quantity: 100 });
  const { id: customer_id } = await makeCustomer(test.admin);
  const items = [{ product_id: product.id, ...line }];
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    ...tax,
    items,
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  return order;
}

const ship = (order: OrderWithLines, quantity: number) =>
  makeRecord<Delivery>(test.admin, '/deliveries', {
    order_id: order.id,
    status: 'dispatched',
    items: [{ order_line_id: order.items[0]?.id, quantity }],
  });

async function invoiced(order: OrderWithLines, quantity: number): Promise<InvoiceWithLines> {
  const delivery = await ship(order, quantity);
  return makeRecord<InvoiceWithLines>(test.admin, '/invoices', { delivery_id: delivery.id });
}

const sumOf = (all: readonly { total_amount: number }[]) =>
  all.reduce((sum, { total_amount }) => sum + toPaise(total_amount), 0);

async function faults(): Promise<string[]> {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ name, first }) => first.map((what) => `${name}: ${what}`));
}

/** Twelve lines of two pieces at ₹10.17, of which one of each is invoiced, with `more`. */
async function makeHalf(more: readonly object[] = []) {
  const { id: customer_id } = await makeCustomer(test.admin);
  const { id: product_id } = await makeProduct(test.admin, { stock_quantity: 100 });
  const items = Array.from({ length: 12 }, () => ({ product_id, quantity: 2, unit_price: 10.17 }));
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    tax_rate: 0,
    items,
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const half = (values: object, added: readonly object[] = []) =>
    makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
      customer_id,
      order_id: order.id,
      items: [
        ...order.items.map(({ id, description }) => ({
          order_line_id: id,
          description,
          quantity: 1,
          unit_price: 10.17,
          ...values,
        })),
        ...added,
      ],
    });
  await half({}, more);
  return half;
}

describe('the last invoice of an order', { timeout: 60_000 }, () => {
  const stamp = { description: 'Stamp', quantity: 1, unit_price: 0.2 };
  const amounts = ({ round_off, total_amount }: InvoiceWithLines) => [round_off, total_amount];

  it('keeps what is typed: a price, another line, on this invoice or an earlier one', async () => {
    expect(amounts(await (await makeHalf())({ unit_price: 10.16 }))).toEqual([0, 121.92]);
    expect(amounts(await (await makeHalf())({}, [stamp]))).toEqual([0, 122.24]);
    expect(amounts(await (await makeHalf([stamp]))({}))).toEqual([0, 122.04]);
    expect(amounts(await (await makeHalf())({}))).toEqual([0, 122.04]);
  });

  it('keeps a typed discount', async () => {
    const order = await makeOrder({ quantity: 2, unit_price: 50 });
    const half = (values: object) =>
      makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
        customer_id: order.customer_id,
        order_id: order.id,
        items: [
          { order_line_id: order.items[0]?.id, description: 'It', quantity: 1, unit_price: 50 },
        ],
        ...values,
      });
    await half({});
    expect(amounts(await half({ discount_amount: 0.01 }))).toEqual([0, 58.99]);
  });

  it('makes nothing up for a tax that was typed into the order', async () => {
    const order = await makeOrder({ quantity: 2, unit_price: 500 }, { tax_amount: 123.44 });
    const half = () =>
      makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
        customer_id: order.customer_id,
        order_id: order.id,
        items: [
          { order_line_id: order.items[0]?.id, description: 'It', quantity: 1, unit_price: 500 },
        ],
      });
    await half();
    expect(amounts(await half())).toEqual([0, 561.7]);
  });

  it('has the rest again when it is billed once more after a credit note', async () => {
    const order = await makeOrder({ quantity: 3, unit_price: 33.35 });
    const part = () =>
      makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
        customer_id: order.customer_id,
        order_id: order.id,
        status: 'pending',
        items: [
          { order_line_id: order.items[0]?.id, description: 'It', quantity: 1, unit_price: 33.35 },
        ],
      });
    const parts = [await part(), await part(), await part()];
    expect(parts.map(({ total_amount }) => total_amount)).toEqual([39.35, 39.35, 39.36]);
    const [first, , last] = parts;
    if (!first || !last) throw new Error('Three parts are invoiced');
    await noteFixture(test.admin, last).issue([{ quantity: 1 }]);
    expect((await part()).total_amount).toBe(39.36);
    await noteFixture(test.admin, first).issue([{ quantity: 1 }]);
    expect((await part()).total_amount).toBe(39.35);
  });

  it('has the rest of the order, freight apart', async () => {
    const order = await makeOrder({ quantity: 3, unit_price: 33.35 });
    const part = (more: readonly object[] = []) =>
      makeRecord<InvoiceWithLines>(test.admin, '/invoices', {
        customer_id: order.customer_id,
        order_id: order.id,
        items: [
          { order_line_id: order.items[0]?.id, description: 'It', quantity: 1, unit_price: 33.35 },
          ...more,
        ],
      });
    await part([{ description: 'Freight', quantity: 1, unit_price: 100 }]);
    await part();
    expect((await part()).total_amount).toBe(39.36);
  });
});

describe('the invoices of an order in parts', () => {
  it.each([
    { quantity: 1, unit_price: 100.05 },
    { quantity: 1, unit_price: 99.99, discount_percent: 7 },
    { quantity: 1, unit_price: 33.37, discount_amount: 1 },
    { quantity: 1, unit_price: 17.77 },
  ])('come to its total to the paisa: %j', async (line) => {
    const order = await makeOrder(line);
    const parts: InvoiceWithLines[] = [];
    for (const quantity of [0.333, 0.333, 0.334]) parts.push(await invoiced(order, quantity));
    expect(sumOf(parts)).toBe(toPaise(order.total_amount));
    expect(parts.slice(0, 2).map(({ round_off }) => round_off)).toEqual([0, 0]);
    expect(await faults()).toEqual([]);
  });

  it('keep the rest while the last is a draft that changes, and has the same items', async () => {
    const order = await makeOrder({ quantity: 1, unit_price: 100.05, discount_amount: 1 });
    const parts = [await invoiced(order, 0.333), await invoiced(order, 0.333)];
    const last = await invoiced(order, 0.334);
    expect(sumOf([...parts, last])).toBe(toPaise(order.total_amount));
    expect(last.round_off).not.toBe(0);
    const put = (body: object) => test.admin.put<InvoiceWithLines>(`/invoices/${last.id}`, body);
    const { total_amount, round_off, balance_due, subtotal, tax_amount } = last;
    for (const sent of [
      { notes: 'Last part' },
      { total_amount, round_off, balance_due, subtotal, tax_amount },
      { total_amount: fromPaise(toPaise(total_amount) - toPaise(round_off)) },
    ]) {
      const changed = await put(sent);
      expect(changed.status, changed.body.error).toBe(200);
      expect(changed.body.data).toMatchObject({ total_amount, round_off });
    }
    expect((await put({ total_amount: total_amount + 1 })).status).toBe(400);
    const items = last.items.map((line) => ({ ...line, quantity: 0.3 }));
    const { body } = await put({
      items: items.map(({ id, order_line_id, description, quantity, unit_price }) => ({
        id,
        order_line_id,
        description,
        quantity,
        unit_price,
      })),
    });
    expect(body.data, body.error).toMatchObject({ round_off: 0 });
    expect(await faults()).toEqual([]);
  });
});

it('the challans of an order in parts state the value of their part; the last has no rest', async () => {
  const order = await makeOrder({ quantity: 3, unit_price: 33.35 });
  expect(order.total_amount).toBe(118.06);
  await ship(order, 2);
  const { content } = await test.admin.get(`/deliveries/${(await ship(order, 1)).id}/pdf`);
  expect((await pagesOf(content))[0]).toContain('₹39.35');
});
