import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { holdingOf } from '~/modules/sales/orders/orders.rules';
import { itemOf } from '~/modules/sales/orders/server/orders.builders';
import { checks } from '~/app/modules';
import {
  holdingOf as holdingOfProduct,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import { ledgerBreaks } from '~/modules/catalogue/products/stock/server/stock.builders';
import type { NoteWithLines } from '../credit-notes.fields';

const test = ownServer();
let customer_id: number;

beforeAll(async () => {
  customer_id = (await makeCustomer(test.admin)).id;
});

const step = fc.record({
  what: fc.constantFrom(
    'ship',
    'back',
    'bill',
    'bill',
    'credit',
    'return',
    'return',
    'cancel',
    'price',
  ),
  to: fc.constantFrom('pending', 'confirmed', 'cancelled', 'delivered'),
  pick: fc.nat(5),
  quantity: fc.integer({ min: 1, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Ten in stock and an order of five of them, shipped and billed. */
async function open() {
  const product = await makeProduct(test.admin, { stock_quantity: 10 });
  const order = await makeRecord<OrderWithLines>(test.admin, '/orders', {
    customer_id,
    items: [itemOf(product.id, 5)],
  });
  const invoices: InvoiceWithLines[] = [];
  const notes: NoteWithLines[] = [];
  const move = (status: string) => test.admin.put(`/orders/${order.id}/status`, { status });
  const bill = async (quantity: number) => {
    const items = [{ description: 'Pump', product_id: product.id, quantity, unit_price: 10 }];
    const body = { customer_id, order_id: order.id, status: 'pending', items };
    const response = await test.admin.post<InvoiceWithLines>('/invoices', body);
    if (response.status === 201) invoices.push(response.body.data);
    return response;
  };
  const credit = async ({ pick, quantity }: Step, goods_return: boolean, unit_price?: number) => {
    const invoice = invoices[pick % Math.max(1, invoices.length)];
    const response = await test.admin.post<NoteWithLines>('/credit-notes', {
      invoice_id: invoice?.id,
      reason: 'return',
      status: 'issued',
      goods_return,
      items: [{ invoice_line_id: invoice?.items[0]?.id, quantity, unit_price }],
    });
    if (response.status === 201) notes.push(response.body.data);
    return response;
  };
  const act = (each: Step): Promise<{ status: number }> => {
    if (each.what === 'ship') return move('shipped');
    if (each.what === 'back') return move(each.to);
    if (each.what === 'bill') return bill(each.quantity);
    if (each.what === 'return') return credit(each, true);
    if (each.what === 'price') return credit(each, false, 2);
    if (each.what === 'credit') return credit(each, false);
    const note = notes[each.pick % Math.max(1, notes.length)];
    return test.admin.put(`/credit-notes/${note?.id ?? 0}/status`, { status: 'cancelled' });
  };
  await move('shipped');
  await bill(5);
  return { product, order, act };
}

it('stock, returns and bills of an order are right in any history', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 8 }), async (history) => {
      const { product, order, act } = await open();
      for (const each of history)
        expect([200, 201, 400, 404, 409]).toContain((await act(each)).status);
      const { status, items } = (await test.admin.get<OrderWithLines>(`/orders/${order.id}`)).body
        .data;
      const out = 5 - (items[0]?.returned_quantity ?? 0);
      const holding = holdingOf(status);
      expect(await holdingOfProduct(test.admin, product.id)).toEqual([
        10 - (holding === 'taken' ? out : 0),
        holding === 'reserved' ? out : 0,
      ]);
      expect(await ledgerBreaks(test.admin, product.id)).toEqual([]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
