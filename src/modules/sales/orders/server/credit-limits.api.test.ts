import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { invoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { deliveryFixture } from '~/modules/sales/deliveries/server/deliveries.builders';
import type { CustomerFigures } from '~/modules/insight/customer-figures/customer-figures.fields';
import type { OrderWithLines } from '../orders.fields';
import { orderFixture } from './orders.builders';

const test = fileServer();
const ids = { customer: 0, product: 0 };
let seller: TestClient;
let senior: TestClient;

async function signIn(exceed_credit: boolean): Promise<TestClient> {
  const all = { read: 'all', create: true, update: true } as const;
  // Without a right to read invoices, which count all the same.
  const rights = { orders: { ...all, exceed_credit }, customers: all, products: all };
  const { id } = await makeRole(test.admin, rights);
  return (await signInNew(test.server, { role_id: id })).client;
}

beforeAll(async () => {
  seller = await signIn(false);
  senior = await signIn(true);
  ids.product = (await makeProduct(test.admin, { stock_quantity: 900 })).id;
});

beforeEach(async () => {
  ids.customer = (await makeCustomer(test.admin, { company_name: 'Acme', credit_limit: 1000 })).id;
  await test.admin.put('/settings', { credit_check: 'stop' });
});

/** An order of ₹`total`, without tax. */
const values = (total: number) => ({
  customer_id: ids.customer,
  tax_rate: 0,
  items: [{ product_id: ids.product, quantity: 1, unit_price: total }],
});

const credit = async (client = seller) =>
  (await client.get(`/customers/${ids.customer}/credit`)).body.data;

const refusal = (order: string, rest: string) =>
  `This order of ₹${order} exceeds the credit limit of Acme: ₹${rest} of ₹1,000.00 is left. Ask someone who may exceed it.`;

it('stops a new order above the limit, which others may make', async () => {
  const response = await orderFixture(seller).post(values(1000.01));
  expect([response.status, response.body.code, response.body.error]).toEqual([
    409,
    'order.over_credit_limit',
    refusal('1,000.01', '1,000.00'),
  ]);
  // The form shows a sentence once.
  expect(response.body.details).toMatchObject([
    { field: 'customer_id', message: response.body.error, record: { label: 'Acme' } },
  ]);
  expect((await orderFixture(seller).post(values(1000))).status).toBe(201);
  expect((await orderFixture(senior).post(values(1000.01))).status).toBe(201);
});

it.each(['warn', 'off'])('takes any order where the check is %s', async (credit_check) => {
  await test.admin.put('/settings', { credit_check });
  expect((await orderFixture(seller).post(values(5000))).status).toBe(201);
});

it('takes any order of a customer without a limit', async () => {
  ids.customer = (await makeCustomer(test.admin)).id;
  expect(await credit()).toEqual({ credit_limit: null, left: null });
  expect((await orderFixture(seller).post(values(5000))).status).toBe(201);
});

describe('a pending order of ₹600', () => {
  let id = 0;
  beforeEach(async () => {
    ({ id } = await orderFixture(seller).make(values(600)));
  });
  const move = (order: number, status: string) => orderFixture(seller).move(order, status);

  it('takes credit from its confirmation to its payment', async () => {
    expect(await credit()).toEqual({ credit_limit: 1000, left: 1000 });
    await move(id, 'confirmed');
    expect(await credit()).toEqual({ credit_limit: 1000, left: 400 });
    const order = await orderFixture(seller).put(id, {});
    const [line] = order.body.data.items;
    const { id: invoice_id } = await invoiceFixture(test.admin, ids.customer).make({
      order_id: id,
      status: 'sent',
      tax_rate: 0,
      items: [{ order_line_id: line?.id, description: 'It', quantity: 1, unit_price: 600 }],
    });
    expect(await credit()).toEqual({ credit_limit: 1000, left: 400 });
    await makeRecord(test.admin, '/payments', paymentBody({ invoice_id, amount: 600 }));
    expect(await credit()).toEqual({ credit_limit: 1000, left: 1000 });
  });

  it('is not confirmed at the same moment as another that takes the rest', async () => {
    const other = await orderFixture(seller).make(values(600));
    const responses = await Promise.all([move(id, 'confirmed'), move(other.id, 'confirmed')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error).toBe(
      refusal('600.00', '400.00'),
    );
  });

  it('moves on, shrinks and is cancelled once confirmed, and does not grow above the limit', async () => {
    await move(id, 'confirmed');
    const priced = (total: number) => ({ items: values(total).items });
    expect((await orderFixture(seller).put(id, priced(1000))).status).toBe(200);
    expect((await orderFixture(seller).put(id, priced(1001))).body.error).toBe(
      refusal('1,001.00', '1,000.00'),
    );
    await test.admin.put(`/customers/${ids.customer}`, { credit_limit: 10 });
    for (const status of ['shipped', 'delivered', 'confirmed', 'cancelled']) {
      expect((await move(id, status)).status, status).toBe(200);
    }
  });

  it('is not given to a customer whose credit is used up', async () => {
    const { id: customer_id } = await makeCustomer(test.admin, { credit_limit: 10 });
    expect((await orderFixture(seller).put(id, { customer_id })).body.code).toBe(
      'order.over_credit_limit',
    );
  });
});

describe('a confirmed order of ten pieces for ₹600, of which four are delivered and six closed', () => {
  let order: OrderWithLines;
  const used = async () =>
    (await test.admin.get<CustomerFigures>(`/customers/${ids.customer}/figures`)).body.data
      .credit_used;
  const bill = (quantity: number) =>
    invoiceFixture(test.admin, ids.customer).make({
      order_id: order.id,
      status: 'sent',
      tax_rate: 20,
      items: [{ order_line_id: order.items[0]?.id, description: 'It', quantity, unit_price: 50 }],
    });
  const close = async () => {
    const delivery = await deliveryFixture(test.admin, order).ship(4);
    expect((await test.admin.post(`/orders/${order.id}/close`)).status).toBe(200);
    return delivery.id;
  };
  beforeEach(async () => {
    const line = { product_id: ids.product, quantity: 10, unit_price: 50 };
    // ₹500 of goods at 20 % tax.
    order = await orderFixture(seller).make({ ...values(0), tax_rate: 20, items: [line] });
    await orderFixture(seller).move(order.id, 'confirmed');
  });

  it('takes credit for four pieces, before and after their invoice', async () => {
    expect(await used()).toBe(600);
    await close();
    expect([await used(), await credit()]).toEqual([240, { credit_limit: 1000, left: 760 }]);
    expect((await orderFixture(seller).post(values(760.01))).status).toBe(409);
    await bill(4);
    expect(await used()).toBe(240);
  });

  it('counts what is closed once where it was invoiced and credited', async () => {
    const invoice = await bill(10);
    await close();
    expect(await used()).toBe(600);
    await noteFixture(test.admin, invoice).issue([{ quantity: 6 }]);
    expect(await used()).toBe(240);
  });

  it('grows by what can still be invoiced', async () => {
    await deliveryFixture(test.admin, order).move(await close(), 'cancelled');
    const grow = (quantity: number) => {
      const line = { id: order.items[0]?.id, product_id: ids.product, quantity, unit_price: 50 };
      return orderFixture(seller).put(order.id, { items: [line] });
    };
    // Six pieces are closed: sixteen are ₹960 with tax.
    expect((await grow(22)).status).toBe(200);
    expect(await used()).toBe(960);
    expect((await grow(23)).body.error).toBe(refusal('1,020.00', '1,000.00'));
  });
});

describe('a confirmed order of ten pieces for ₹1,000, partly invoiced', () => {
  const used = async () =>
    (await test.admin.get<CustomerFigures>(`/customers/${ids.customer}/figures`)).body.data
      .credit_used;
  const bill = async (
    quantity: number,
    unit_price: number,
    { more = [], tax_rate = 0 }: { more?: ReturnType<typeof freight>[]; tax_rate?: number } = {},
  ) => {
    const line = { product_id: ids.product, quantity: 10, unit_price: 100 };
    const order = await orderFixture(senior).make({ ...values(0), items: [line] });
    await orderFixture(senior).move(order.id, 'confirmed');
    const part = { order_line_id: order.items[0]?.id, description: 'It', quantity, unit_price };
    return invoiceFixture(test.admin, ids.customer).make({
      order_id: order.id,
      status: 'pending',
      tax_rate,
      items: [part, ...more],
    });
  };
  const freight = (unit_price: number) => ({ description: 'Freight', quantity: 1, unit_price });
  beforeEach(async () => {
    await test.admin.put(`/customers/${ids.customer}`, { credit_limit: 2000 });
  });

  it.each([
    ['freight', 5, 100, { more: [freight(300)] }, 1300],
    ['a higher price', 5, 150, {}, 1250],
    ['a lower price', 5, 50, {}, 750],
    ['another tax', 5, 100, { tax_rate: 18 }, 1090],
    ['little and much freight', 1, 100, { more: [freight(900)] }, 1900],
  ])('takes credit for what is owed and still to invoice: %s', async (...given) => {
    const [, quantity, price, other, expected] = given;
    await bill(quantity, price, other);
    expect([await used(), await credit()]).toEqual([
      expected,
      { credit_limit: 2000, left: 2000 - expected },
    ]);
  });

  it('takes credit again for what was credited, and none for what was paid', async () => {
    const credited = await bill(5, 100);
    await noteFixture(test.admin, credited).issue([{ quantity: 5 }]);
    expect(await used()).toBe(1000);
    ids.customer = (await makeCustomer(test.admin, { company_name: 'Acme' })).id;
    const { id: invoice_id } = await bill(5, 100);
    await makeRecord(test.admin, '/payments', paymentBody({ invoice_id, amount: 500 }));
    expect(await used()).toBe(500);
  });

  it('leaves the freight out that is credited', async () => {
    const invoice = await bill(1, 100, { more: [freight(900)] });
    await noteFixture(test.admin, invoice).issue([{ at: 1, quantity: 1 }]);
    expect(await used()).toBe(1000);
  });

  it('stops an order above what is left, freight included', async () => {
    await bill(5, 100, { more: [freight(300)] });
    const other = await orderFixture(seller).post(values(900));
    expect([other.status, other.body.code]).toEqual([409, 'order.over_credit_limit']);
    expect((await orderFixture(seller).post(values(700))).status).toBe(201);
  });
});

it('stops the order of an accepted quotation', async () => {
  const { id } = await makeQuotation(test.admin, values(2000));
  for (const status of ['sent', 'accepted']) {
    await test.admin.put(`/quotations/${id}/status`, { status });
  }
  const rights = {
    orders: { read: 'all', create: true, update: true },
    quotations: { read: 'all', update: true },
    customers: { read: 'all' },
    products: { read: 'all' },
  } as const;
  const role = await makeRole(test.admin, rights);
  const { client } = await signInNew(test.server, { role_id: role.id });
  expect((await client.post(`/quotations/${id}/order`)).body.code).toBe('order.over_credit_limit');
  expect((await test.admin.post(`/quotations/${id}/order`)).status).toBe(201);
});

it('is 404 for a customer that the person may not read', async () => {
  const rights = { orders: { read: 'all', create: true }, customers: { read: 'own' } } as const;
  const role = await makeRole(test.admin, rights);
  const { client } = await signInNew(test.server, { role_id: role.id });
  expect((await client.get(`/customers/${ids.customer}/credit`)).status).toBe(404);
});
