import { describe, expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { whileHeld } from '~/modules/organization/users/server/users.builders';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import type { QuotationWithLines } from '../quotations.fields';
import { makeQuotation } from './quotations.builders';

const test = ownServer();

async function sent(own: Record<string, unknown> = {}): Promise<QuotationWithLines> {
  const { id } = await makeQuotation(test.admin, own);
  return done(test.admin.put(`/quotations/${id}/status`, { status: 'sent' }));
}

async function ordered(own: Record<string, unknown> = {}) {
  const { id } = await sent(own);
  return makeRecord<{ order: OrderWithLines; quotation: QuotationWithLines }>(
    test.admin,
    `/quotations/${id}/order`,
    { force: true },
  );
}

const read = async (id: number) =>
  (await test.admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data;

const customerOf = async (order: number) =>
  (await test.admin.get<OrderWithLines>(`/orders/${order}`)).body.data.customer_id;

async function faults(): Promise<string[]> {
  const results = await runChecks(test.server.database.openClient, checks);
  return results.flatMap(({ name, first }) => first.map((what) => `${name}: ${what}`));
}

describe('the order of a quotation', () => {
  it.each(['a customer', 'a lead'])('keeps its customer, of %s', async (party) => {
    const own = party === 'a lead' ? { lead_id: (await makeLead(test.admin)).id } : {};
    const { order, quotation } = await ordered(own);
    const other = (await makeCustomer(test.admin)).id;
    const refused = await test.admin.put(`/orders/${order.id}`, { customer_id: other });
    expect([refused.status, refused.body.code]).toEqual([409, 'order.from_quotation']);
    const label = quotation.quotation_number;
    const record = { type: 'quotation', id: quotation.id, label };
    expect(refused.body.details).toMatchObject([{ record }]);
    expect(await customerOf(order.id)).toBe(order.customer_id);
    expect(await faults()).toEqual([]);
  });

  it.each(['a customer', 'a lead'])(
    'stays with it when a merge is undone, of %s',
    async (party) => {
      const own = party === 'a lead' ? { lead_id: (await makeLead(test.admin)).id } : {};
      const { order } = await ordered(own);
      const into = await makeCustomer(test.admin);
      const merged = await done(
        test.admin.post<{ record: Customer; batch_id: number }>(`/customers/${into.id}/merge`, {
          other_id: order.customer_id,
        }),
      );
      await done(test.admin.put(`/orders/${order.id}`, { notes: 'By road' }));
      await done(undo(test.admin, merged.batch_id));
      expect(await customerOf(order.id)).toBe(into.id);
      expect(await faults()).toEqual([]);
    },
  );
});

describe('a deleted revision that is brought back', () => {
  async function deleted() {
    const { id } = await sent();
    const revision = await makeRecord<QuotationWithLines>(
      test.admin,
      `/quotations/${id}/revise`,
      {},
    );
    const { batch_id } = await done(bulk(test.admin, 'quotations', [revision.id], null));
    expect(await read(id)).toMatchObject({ status: 'sent' });
    return { id, revision: revision.id, batch_id };
  }

  it('supersedes the one before again', async () => {
    const { id, revision, batch_id } = await deleted();
    await done(undo(test.admin, batch_id));
    expect([(await read(id)).status, (await read(revision)).status]).toEqual([
      'superseded',
      'draft',
    ]);
    expect(await faults()).toEqual([]);
    await done(test.admin.delete(`/quotations/${revision}`));
    expect(await read(id)).toMatchObject({ status: 'sent' });
  });

  it('stays deleted once an order was made of the one before', async () => {
    const { id, revision, batch_id } = await deleted();
    await makeRecord(test.admin, `/quotations/${id}/order`, { force: true });
    const { undone, left } = await done(undo(test.admin, batch_id));
    expect(undone).toBe(0);
    expect(left).toMatchObject([{ reason: 'An order was made from this quotation' }]);
    expect((await test.admin.get(`/quotations/${revision}`)).status).toBe(404);
    expect(await faults()).toEqual([]);
  });
});

it('has its former decision again when opening it is undone', async () => {
  const { id } = await sent();
  await done(test.admin.put(`/quotations/${id}/status`, { status: 'declined', reason: 'Price' }));
  const before = await read(id);
  await test.server.database.pool.query(
    `update quotations set decided_by = null, decided_by_name = 'Their Buyer' where id = ${id}`,
  );
  const { batch_id } = await done(bulk(test.admin, 'quotations', [id], { status: 'sent' }));
  expect(await read(id)).toMatchObject({ decline_reason: null, decided_by_name: null });
  expect((await done(undo(test.admin, batch_id))).left).toEqual([]);
  const { status, decline_reason, decided_at } = before;
  expect(await read(id)).toMatchObject({
    status,
    decline_reason,
    decided_at,
    decided_by: null,
    decided_by_name: 'Their Buyer',
  });
});

it('is accepted by hand without options; one that was taken by telephone is a line of its revision', async () => {
  const { id: product_id } = await makeProduct(test.admin);
  const item = { product_id, quantity: 1, unit_price: 150 };
  const { id } = await sent({ items: [item, { ...item, is_option: true }] });
  const accept = (of: number, values: object = {}) =>
    test.admin.put<QuotationWithLines>(`/quotations/${of}/status`, {
      status: 'accepted',
      ...values,
    });
  expect((await accept(id, { options: [2] })).body.error).toBe('Unknown field "options"');
  expect((await accept(id)).body.data).toMatchObject({ status: 'accepted', subtotal: 150 });
  const revision = await makeRecord<QuotationWithLines>(test.admin, `/quotations/${id}/revise`, {});
  await done(
    test.admin.put(`/quotations/${revision.id}`, {
      items: [item, { ...item, is_option: false }],
    }),
  );
  await done(test.admin.put(`/quotations/${revision.id}/status`, { status: 'sent' }));
  expect((await accept(revision.id)).body.data).toMatchObject({
    status: 'accepted',
    subtotal: 300,
  });
});

it('is listed with the customer that its lead became, and with the source of the lead', async () => {
  const lead = await makeLead(test.admin, { lead_source: 'referral' });
  const customer = await makeCustomer(test.admin);
  const { id } = await makeQuotation(test.admin, { lead_id: lead.id });
  const own = await makeQuotation(test.admin, { customer_id: customer.id });
  const sources = async (path: string) =>
    (await test.admin.get<QuotationWithLines[]>(path)).body.data.flatMap((each) =>
      each.id === id || each.id === own.id ? [[each.id, each.lead_source]] : [],
    );
  expect(await sources('/quotations')).toEqual([
    [own.id, null],
    [id, 'referral'],
  ]);
  expect(await sources(`/customers/${customer.id}/quotations`)).toEqual([[own.id, null]]);
  await test.admin.put(`/leads/${lead.id}`, { lead_source: 'website' });
  expect(await sources('/quotations')).toContainEqual([id, 'website']);
  await test.admin.post(`/leads/${lead.id}/convert`, { customer_id: customer.id });
  const both = [
    [own.id, 'website'],
    [id, 'website'],
  ];
  expect(await sources(`/customers/${customer.id}/quotations`)).toEqual(both);
  expect(await sources('/quotations')).toEqual(both);
  await test.admin.delete(`/quotations/${own.id}`);
  await test.admin.put(`/customers/${customer.id}`, { is_active: false });
  const refused = await test.admin.delete(`/customers/${customer.id}`);
  expect(refused.status).toBe(409);
  expect(refused.body.details).toMatchObject([{ record: { type: 'quotation', id } }]);
});

it('makes one customer when six quotations of a lead are ordered at once', async () => {
  const lead_id = (await makeLead(test.admin)).id;
  const all = await Promise.all(Array.from({ length: 6 }, () => sent({ lead_id })));
  const held = { statement: 'select from leads where id = $1 for share', id: lead_id, waiting: 6 };
  const orders = await whileHeld(test.server.database, held, () =>
    Promise.all(
      all.map(({ id }) =>
        makeRecord<{ order: OrderWithLines }>(test.admin, `/quotations/${id}/order`, {
          force: true,
        }),
      ),
    ),
  );
  expect(new Set(orders.map(({ order }) => order.customer_id)).size).toBe(1);
});
