import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { fileServer } from '~/app/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import { holdingOf } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { ledgerBreaks } from '~/modules/catalogue/products/stock/server/stock.builders';
import { heldBy } from '~/modules/sales/orders/stock.rules';
import type { Delivery } from '../deliveries.fields';
import { deliveryDesk, makeDeliverable } from './deliveries.builders';

const test = fileServer();

const step = fc.record({
  what: fc.constantFrom('ship', 'ship', 'cancel', 'arrive', 'close', 'move', 'bill', 'return'),
  to: fc.constantFrom('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'),
  pick: fc.nat(7),
  quantity: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** A confirmed order of ten pieces, of which twelve are in stock. */
async function open() {
  const order = await makeDeliverable(test.admin, { quantity: 10, stock: 12 });
  const desk = deliveryDesk(test.admin, order);
  const product = order.items[0]?.product_id ?? 0;
  const sent: Delivery[] = [];
  const bills: InvoiceWithLines[] = [];
  const act = async ({ what, to, pick, quantity }: Step): Promise<number> => {
    const delivery = sent[pick % Math.max(1, sent.length)]?.id ?? 0;
    const bill = bills[pick % Math.max(1, bills.length)];
    if (what === 'ship') {
      const answer = await desk.post(quantity, { status: 'dispatched' });
      if (answer.status === 201) sent.push(answer.body.data);
      return answer.status;
    }
    if (what === 'cancel') return (await desk.move(delivery, 'cancelled')).status;
    if (what === 'arrive') return (await desk.move(delivery, 'delivered')).status;
    if (what === 'close') return (await test.admin.post(`/orders/${order.id}/close`)).status;
    if (what === 'move') return (await desk.moveOrder(to)).status;
    if (what === 'bill') {
      const body = { delivery_id: delivery, status: 'pending' };
      const answer = await test.admin.post<InvoiceWithLines>('/invoices', body);
      if (answer.status === 201) bills.push(answer.body.data);
      return answer.status;
    }
    const item = { invoice_line_id: bill?.items[0]?.id, quantity: 1 };
    const note = { invoice_id: bill?.id, reason: 'return', status: 'issued', goods_return: true };
    return (await test.admin.post('/credit-notes', { ...note, items: [item] })).status;
  };
  return { order, desk, product, act };
}

it('an order is delivered, open and closed by what happened, and stock follows, after every step', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (history) => {
      const { desk, product, act } = await open();
      for (const each of history) {
        expect([200, 201, 400, 404, 409]).toContain(await act(each));
        const { status, items } = await desk.readOrder();
        const [line] = items;
        if (!line) throw new Error('The order has lost its line');
        const { quantity, delivered_quantity, open_quantity, closed_quantity } = line;
        expect(delivered_quantity + open_quantity + closed_quantity).toBe(quantity);
        expect(open_quantity).toBeGreaterThanOrEqual(0);
        expect(line.invoiced_quantity).toBeLessThanOrEqual(quantity);
        const { reserved, taken } = heldBy(status, line);
        expect(await holdingOf(test.admin, product)).toEqual([12 - taken, reserved]);
      }
      expect(await ledgerBreaks(test.admin, product)).toEqual([]);
    }),
    { numRuns: 12, endOnFailure: true },
  );
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
