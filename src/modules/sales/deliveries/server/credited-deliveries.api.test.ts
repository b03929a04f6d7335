import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { deliveryFixture, makeDeliverable } from './deliveries.builders';

const test = ownServer();

async function open() {
  const order = await makeDeliverable(test.admin);
  const { ship, post, move, moveOrder } = deliveryFixture(test.admin, order);
  const { id } = await ship(4);
  const bill = () =>
    makeRecord<InvoiceWithLines>(test.admin, '/invoices', { delivery_id: id, status: 'pending' });
  return { id, order, bill, post, cancel: () => move(id, 'cancelled'), moveOrder };
}

async function expectSound(): Promise<void> {
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
}

it('is cancelled once its invoice is credited whole, and its order too; the note stays then', async () => {
  const { id, bill, cancel, moveOrder } = await open();
  const notes = noteFixture(test.admin, await bill());
  const part = await notes.issue([{ quantity: 1 }]);
  const refused = await cancel();
  expect([refused.status, refused.body.code]).toEqual([409, 'delivery.invoiced']);
  expect(refused.body.error).toContain('Delete it while it is a draft');
  expect(refused.body.details).toMatchObject([{ record: { type: 'invoice' } }]);
  await notes.issue([{ quantity: 3 }]);
  expect((await cancel()).status).toBe(200);
  expect((await moveOrder('cancelled')).status).toBe(200);
  expect(await notes.setStatus(part.id, 'cancelled')).toMatchObject({
    status: 409,
    body: {
      code: 'invoice.line_already_invoiced',
      details: [{ record: { type: 'delivery', id } }],
    },
  });
  await expectSound();
});

it('is invoiced again after its invoice is credited whole, once', async () => {
  const { bill, cancel } = await open();
  const notes = noteFixture(test.admin, await bill());
  const note = await notes.issue([{ quantity: 4 }]);
  await bill();
  expect((await cancel()).status).toBe(409);
  expect((await notes.setStatus(note.id, 'cancelled')).body.code).toBe(
    'invoice.line_already_invoiced',
  );
  await expectSound();
});

it('stays closed once it is invoiced: what was closed is neither delivered nor open again', async () => {
  const { order, bill, post, cancel, moveOrder } = await open();
  await test.admin.post(`/orders/${order.id}/close`);
  await bill();
  const refusals = [await post(1), await cancel(), await moveOrder('confirmed')];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'delivery.more_than_open'],
    [409, 'delivery.invoiced'],
    [409, 'order.has_deliveries'],
  ]);
  const { body } = await test.admin.get<OrderWithLines>(`/orders/${order.id}`);
  expect(body.data.items).toMatchObject([{ closed_quantity: 6, open_quantity: 0 }]);
});
