import { describe, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { fileServer } from '~/app/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Delivery } from '~/modules/sales/deliveries/deliveries.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { InvoiceWithLines } from '../invoices.fields';

const test = fileServer();

async function makeOrder(line: object): Promise<OrderWithLines> {
  const product = await makeProduct(test.admin, { unit_of_measure: 'kg', stock_quantity: 100 });
  const { id: customer_id } = await makeCustomer(test.admin);
  const items = [{ product_id: product.id, ...line }];
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    tax_rate: 18,
    items,
  });
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  return order;
}

async function invoiced(order: OrderWithLines, quantity: number): Promise<InvoiceWithLines> {
  const delivery = await makeRecord<Delivery>(test.admin, '/deliveries', {
    order_id: order.id,
    status: 'dispatched',
    items: [{ order_line_id: order.items[0]?.id, quantity }],
  });
  return makeRecord<InvoiceWithLines>(test.admin, '/invoices', { delivery_id: delivery.id });
}

const sumOf = (all: readonly { total_amount: number }[]) =>
  all.reduce((sum, { total_amount }) => sum + toPaise(total_amount), 0);

async function faults(): Promise<string[]> {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ name, first }) => first.map((what) => `${name}: ${what}`));
}

describe('the invoices of an order in parts', { timeout: 60_000 }, () => {
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
