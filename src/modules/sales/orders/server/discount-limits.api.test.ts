import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { bulk, done } from '~/modules/records/batches/server/batches.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makePriceList } from '~/modules/sales/price-lists/server/price-lists.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { deliveryFixture } from '~/modules/sales/deliveries/server/deliveries.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { WholePriceList } from '~/modules/sales/price-lists/price-lists.fields';
import type { OrderWithLines } from '../orders.fields';
import { countUntold } from '~/modules/collaboration/notifications/server/notifications.builders';
import { orderFixture } from './orders.builders';

const test = fileServer();
const ids = { customer: 0, product: 0, role: 0, senior: 0 };
let seller: TestClient;

beforeAll(async () => {
  const all = { read: 'all', create: true, update: true } as const;
  const rights = {
    orders: all,
    quotations: all,
    products: all,
    customers: all,
    price_lists: { ...all, delete: true },
    invoices: { ...all, issue: true },
  };
  ids.role = (await makeRole(test.admin, rights)).id;
  ids.senior = (await makeRole(test.admin, rights)).id;
  ({ client: seller } = await signInNew(test.server, { role_id: ids.role }));
  ids.customer = (await makeCustomer(test.admin)).id;
  ids.product = (
    await makeProduct(test.admin, { product_name: 'Gear pump', stock_quantity: 900 })
  ).id;
  await makePriceList(test.admin, {
    items: [{ product_id: ids.product, unit_price: 100 }],
    discount_limits: [
      { role_id: ids.role, percent: 10 },
      { role_id: ids.senior, percent: 20 },
    ],
  });
});

const message =
  'Line 1 (Gear pump) is 15 % below its price list; your role may give 10 %. Ask someone with a higher limit to';

const line = (unit_price: number, values: object = {}) => ({
  items: [{ product_id: ids.product, quantity: 2, unit_price, ...values }],
});

const order = (unit_price: number, values: object = {}): Promise<OrderWithLines> =>
  orderFixture(seller).make({ customer_id: ids.customer, ...line(unit_price), ...values });

const move = (id: number, status: string, client = seller) =>
  client.put<OrderWithLines>(`/orders/${id}/status`, { status });

describe('an order below the limit of a role', () => {
  let id = 0;
  beforeEach(async () => {
    ({ id } = await order(85));
  });

  const refused = {
    status: 409,
    body: {
      code: 'price_list.limit_exceeded',
      error: `${message} confirm the order.`,
      details: [{ field: 'items.0.unit_price' }],
    },
  };

  it.each(['confirmed', 'processing', 'shipped', 'delivered'])('is not made %s', async (status) => {
    expect(await move(id, status)).toMatchObject(refused);
    const change = await seller.put(`/orders/${id}`, { status });
    expect(change).toMatchObject(refused);
    expect((await move(id, 'cancelled')).status).toBe(200);
    expect(await move(id, status)).toMatchObject(refused);
  });

  it('is not confirmed with others', async () => {
    const { id: fine } = await order(90);
    const { results } = await done(bulk(seller, 'orders', [id, fine], { status: 'confirmed' }));
    expect(results).toEqual([
      { id, ok: false, error: `${message} confirm the order.` },
      { id: fine, ok: true },
    ]);
  });

  it('is confirmed by a user whose limit covers it, and may then be shipped by anyone', async () => {
    const { client: senior } = await signInNew(test.server, { role_id: ids.senior });
    expect((await move(id, 'confirmed', senior)).status).toBe(200);
    expect((await seller.put(`/orders/${id}`, { notes: 'Call first' })).status).toBe(200);
    const more = await seller.put(`/orders/${id}`, line(85, { quantity: 3 }));
    expect(more).toMatchObject(refused);
    expect((await seller.put(`/orders/${id}`, line(90))).status).toBe(200);
    expect((await senior.put(`/orders/${id}`, line(85))).status).toBe(200);
    expect((await move(id, 'shipped')).status).toBe(200);
  });

  it('is confirmed by administrators, and by people without a role', async () => {
    expect((await move(id, 'confirmed', test.admin)).status).toBe(200);
    const { client: colleague } = await signInNew(test.server);
    const other = await order(1);
    expect((await move(other.id, 'confirmed', colleague)).status).toBe(200);
  });
});

it('all that is taken off a line counts, the discount on the whole order too', async () => {
  const byLine = await order(100, line(100, { discount_percent: 11 }));
  expect((await move(byLine.id, 'confirmed')).body.error).toContain('is 11 % below');
  const byOrder = await order(95, { discount_percent: 10 });
  expect((await move(byOrder.id, 'confirmed')).body.error).toContain('is 14.5 % below');
  const fine = await order(100, { discount_percent: 10 });
  expect((await move(fine.id, 'confirmed')).status).toBe(200);
});

it('a date before the first day of the price list lifts no limit', async () => {
  const early = '2019-12-31';
  const low = await order(5, { order_date: early });
  const refused = await move(low.id, 'confirmed');
  expect([refused.status, refused.body.code]).toEqual([409, 'price_list.limit_exceeded']);
  expect(refused.body.error).toContain('is 95 % below its price list; your role may give 10 %');
  const fine = await order(90, { order_date: early });
  expect((await move(fine.id, 'confirmed')).status).toBe(200);
  const back = await seller.put(`/orders/${fine.id}`, { order_date: early, ...line(5) });
  expect(back.status).toBe(409);
  const invoice = await seller.post('/invoices', {
    customer_id: ids.customer,
    invoice_date: early,
    due_date: early,
    items: [{ description: 'Gear pump', ...line(5).items[0] }],
    status: 'pending',
  });
  expect([invoice.status, invoice.body.code]).toEqual([409, 'price_list.limit_exceeded']);
});

it('a quotation may be sent with any price; the order that it becomes is to be confirmed', async () => {
  const { id } = await makeQuotation(seller, { customer_id: ids.customer, ...line(85) });
  for (const status of ['sent', 'accepted'])
    expect((await seller.put(`/quotations/${id}/status`, { status })).status).toBe(200);
  const created = await seller.post<{ order: OrderWithLines }>(`/quotations/${id}/order`);
  expect(created.body.data.order.status).toBe('pending');
  const refused = await move(created.body.data.order.id, 'confirmed');
  expect([refused.status, refused.body.code]).toEqual([409, 'price_list.limit_exceeded']);
});

it('an invoice without an order is judged when it is issued, and one of an order is not', async () => {
  const own = { description: 'Gear pump', ...line(85).items[0] };
  const body = { customer_id: ids.customer, items: [own] };
  const draft = await seller.post<{ id: number }>('/invoices', { ...body, status: 'draft' });
  expect(draft.status).toBe(201);
  const issued = await seller.put(`/invoices/${draft.body.data.id}/status`, { status: 'pending' });
  expect([issued.status, issued.body.code, issued.body.error]).toEqual([
    409,
    'price_list.limit_exceeded',
    `${message} issue the invoice.`,
  ]);
  expect((await seller.post('/invoices', { ...body, status: 'pending' })).status).toBe(409);
  const { id, items } = await order(85);
  await move(id, 'confirmed', test.admin);
  const charged = { ...own, order_line_id: items[0]?.id };
  const invoice = await seller.post('/invoices', {
    ...body,
    order_id: id,
    items: [charged],
    status: 'pending',
  });
  expect(invoice.status).toBe(201);
});

it('an invoice of an order is judged by what the order did not agree to', async () => {
  const { id, items } = await order(85, { discount_amount: 0.1 });
  await move(id, 'confirmed', test.admin);
  const charge = (lines: object[], values: object = {}) =>
    seller.post('/invoices', {
      customer_id: ids.customer,
      order_id: id,
      status: 'pending',
      items: lines.map((each) => ({ description: 'Gear pump', product_id: ids.product, ...each })),
      ...values,
    });
  const agreed = { order_line_id: items[0]?.id, quantity: 1, unit_price: 85 };
  const { id: product_id } = await makeProduct(test.admin, { product_name: 'Seal' });
  await makePriceList(test.admin, {
    items: [{ product_id, unit_price: 50 }],
    discount_limits: [{ role_id: ids.role, percent: 10 }],
  });
  const refusals = [
    await charge([{ ...agreed, unit_price: 5 }]),
    await charge([agreed], { discount_percent: 50 }),
    await charge([{ ...agreed, discount_amount: 20 }]),
    await charge([agreed, { product_id, description: 'Seal', quantity: 1, unit_price: 1 }]),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
    refusals.map(() => [409, 'price_list.limit_exceeded']),
  );
  expect(refusals[3]?.body.error).toContain('Line 2 (Seal) is 98 % below its price list');
  expect((await charge([agreed])).status).toBe(201);
  expect((await charge([{ ...agreed, unit_price: 90 }])).status).toBe(201);
});

describe('a person whose discounts are limited lifts no limit', () => {
  const refusal = [403, 'price_list.own_limit'];
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
    status,
    body.code,
  ];
  const limited = (): Promise<WholePriceList> =>
    makePriceList(test.admin, {
      valid_from: '2020-02-01',
      items: [{ product_id: ids.product, unit_price: 100 }],
      discount_limits: [{ role_id: ids.role, percent: 10 }],
    });

  it('by a list that they make, until an administrator saves its prices', async () => {
    const { id: customer_id } = await makeCustomer(test.admin);
    const items = [{ product_id: ids.product, unit_price: 10 }];
    const list = await makePriceList(seller, { customer_id, items });
    expect(list.set_by_admin).toBe(false);
    const cheap = await order(10, { customer_id });
    expect(outcome(await move(cheap.id, 'confirmed'))).toEqual([409, 'price_list.limit_exceeded']);
    const saved = await test.admin.put<WholePriceList>(`/price-lists/${list.id}`, { items });
    expect(saved.body.data.set_by_admin).toBe(true);
    expect((await move(cheap.id, 'confirmed')).status).toBe(200);
    await seller.put(`/price-lists/${list.id}`, { notes: 'Asked for by phone' });
    expect((await move((await order(10, { customer_id })).id, 'confirmed')).status).toBe(200);
    await seller.put(`/price-lists/${list.id}`, { valid_from: '2020-01-02' });
    expect((await move((await order(10, { customer_id })).id, 'confirmed')).status).toBe(409);
  });

  it('by the prices, customer, days or end of the list that limits them', async () => {
    const { id } = await limited();
    const path = `/price-lists/${id}`;
    for (const values of [
      { items: [] },
      { items: [{ product_id: ids.product, unit_price: 5 }] },
      { customer_id: ids.customer },
      { valid_until: '2020-12-31' },
    ])
      expect(outcome(await seller.put(path, values))).toEqual(refusal);
    expect(outcome(await seller.delete(path))).toEqual(refusal);
    const many = await done(bulk(seller, 'price_lists', [id], { valid_until: '2020-12-31' }));
    const gone = await done(bulk(seller, 'price_lists', [id], null));
    expect([many, gone].map(({ results }) => results[0]?.ok)).toEqual([false, false]);
    expect((await seller.put(path, { name: `Renamed ${id}`, notes: 'Mine' })).status).toBe(200);
    const fine = await bulk(seller, 'price_lists', [id], { notes: 'All of them' });
    expect(fine.status).toBe(200);
    expect((await test.admin.delete(path)).status).toBe(200);
  });

  it('by a credit note that cuts the price', async () => {
    const issue = async (unit_price: number): Promise<InvoiceWithLines> => {
      const own = { description: 'Gear pump', ...line(unit_price).items[0] };
      const body = { customer_id: ids.customer, items: [own], status: 'pending' };
      return makeRecord<InvoiceWithLines>(seller, '/invoices', body);
    };
    const notes = noteFixture(seller, await issue(100));
    const cut = (unit_price: number, quantity = 2) =>
      notes.post([{ quantity, unit_price }], { reason: 'other', status: 'issued' });
    const refused = await cut(90);
    expect(outcome(refused)).toEqual([409, 'price_list.limit_exceeded']);
    expect(refused.body.error).toBe(
      'Line 1 (Gear pump) is 90 % below its price list; your role may give 10 %. Ask someone with a higher limit to issue the credit note.',
    );
    expect((await cut(10)).status).toBe(201);
    expect((await cut(1, 1)).status).toBe(409);
    const draft = await notes.post([{ quantity: 1, unit_price: 1 }], { reason: 'price' });
    expect(outcome(await notes.setStatus(draft.body.data.id, 'issued'))).toEqual([
      409,
      'price_list.limit_exceeded',
    ]);
    // A quantity that is taken back gives no discount on the rest.
    expect((await notes.post([{ quantity: 1 }], { status: 'issued' })).status).toBe(201);
  });
});

describe('asking for an approval', () => {
  const ask = (id: number, client = seller) =>
    client.post<{ notified: number }>(`/orders/${id}/approval-request`);

  it('notifies only users whose limit covers the order', async () => {
    const { id, order_number } = await order(85);
    const { client: senior } = await signInNew(test.server, { role_id: ids.senior });
    const { client: peer } = await signInNew(test.server, { role_id: ids.role });
    const response = await ask(id);
    expect(response.status).toBe(200);
    expect(response.body.data.notified).toBeGreaterThan(1);
    await expect.poll(() => countUntold(test.server.database)).toBe(0);
    const receivedBy = async (client: TestClient) =>
      (await client.get<{ title: string; message: string }[]>('/notifications')).body.data.filter(
        ({ title }) => title === 'Approval requested',
      );
    const message = `${order_number}: Line 1 (Gear pump) is 15 % below its price list`;
    expect(await receivedBy(senior)).toMatchObject([{ message }]);
    expect(await receivedBy(test.admin)).toMatchObject([{ message }]);
    expect(await receivedBy(peer)).toEqual([]);
    expect(await receivedBy(seller)).toEqual([]);
    const timeline = await seller.get<{ title: string; text: string }[]>(`/orders/${id}/timeline`);
    expect(timeline.body.data[0]).toMatchObject({ title: 'Approval requested', text: message });
  });

  it('notifies no one again while the order waits, and again once it changed', async () => {
    const { id } = await order(85);
    const first = (await ask(id)).body.data;
    const requests = async () => {
      const timeline = await seller.get<{ title: string }[]>(`/orders/${id}/timeline`);
      return timeline.body.data.filter(({ title }) => title === 'Approval requested').length;
    };
    const again = await Promise.all([ask(id), ask(id)]);
    expect(again.map(({ body }) => body.data)).toEqual([first, first]);
    expect(await requests()).toBe(1);
    expect((await seller.put(`/orders/${id}`, line(84))).status).toBe(200);
    await ask(id);
    expect(await requests()).toBe(2);
    await move(id, 'confirmed', test.admin);
    expect((await move(id, 'pending')).status).toBe(200);
    await ask(id);
    expect(await requests()).toBe(3);
  });

  it('is refused where it is not needed', async () => {
    const fine = await order(90);
    const low = await order(80);
    expect((await ask(fine.id)).body.code).toBe('order.approval_not_needed');
    expect((await ask(low.id, test.admin)).body.code).toBe('order.approval_not_needed');
    await move(low.id, 'confirmed', test.admin);
    expect((await ask(low.id)).body.code).toBe('order.approval_not_needed');
    expect((await ask(999_999)).status).toBe(404);
  });
});

describe('an order at the price of a large quantity', () => {
  it('is not closed at a small one by a user with a lower limit', async () => {
    const { id: customer_id } = await makeCustomer(test.admin);
    await makePriceList(test.admin, {
      customer_id,
      items: [
        { product_id: ids.product, unit_price: 100 },
        { product_id: ids.product, unit_price: 80, from_quantity: 100 },
      ],
      discount_limits: [{ role_id: ids.role, percent: 0 }],
    });
    const open = async (quantity: number) => {
      const ordered = await order(80, { customer_id, ...line(80, { quantity }) });
      expect((await move(ordered.id, 'confirmed', test.admin)).status).toBe(200);
      await deliveryFixture(test.admin, ordered).ship(10);
      return seller.post(`/orders/${ordered.id}/close`);
    };
    const refused = await open(100);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'price_list.limit_exceeded', details: [{ field: 'items.0.unit_price' }] },
    });
    expect(refused.body.error).toContain('20 % below its price list');
    // What someone approved for its own quantity is not below it because of the close.
    expect((await open(20)).status).toBe(200);
  });
});
