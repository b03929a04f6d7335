import { beforeAll, expect, it } from 'vitest';
import { dayOf } from '~/kit/shared/time/days';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { priceListBody } from '~/modules/sales/price-lists/server/price-lists.builders';
import { orderBody } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { fileServer } from './testing/test-file-server';

type Row = Record<string, unknown> & { id: number; updated_at: string };

const test = fileServer();
const paths: Record<string, string> = {};

async function make(kind: string, body: unknown): Promise<number> {
  const response = await test.admin.post<Row>(kind, body);
  expect(response.status).toBe(201);
  paths[kind] = `${kind}/${response.body.data.id}`;
  return response.body.data.id;
}

beforeAll(async () => {
  await make('/leads', leadBody());
  await make('/services', { service_name: 'Annual maintenance', service_type: 'AMC', price: 500 });
  await make('/inventory/categories', { category_name: 'Fasteners' });
  await make('/inventory/subcategories', { subcategory_name: 'Fibre', category_id: 1 });
  await make('/brands', { brand_name: 'Sahyadri' });
  await make('/workspaces', { name: 'Pune' });
  await make('/pipeline/stages', { stage_name: 'Trial order' });
  await make('/billing/payment-methods', { type: 'card', brand: 'Visa', last4: '4242' });
  const customer = await make('/customers', customerBody());
  const product = await make('/products', productBody());
  const items = [{ product_id: product, from_quantity: 10, unit_price: 4.5 }];
  const discount_limits = [{ role_id: 2, percent: 10 }];
  await make('/price-lists', priceListBody({ customer_id: customer, items, discount_limits }));
  await make('/orders', orderBody({ customer, product }));
  const invoice = await make('/invoices', invoiceBody({ customer_id: customer }));
  const payment_date = dayOf(test.server.clock.now(), 'Asia/Kolkata');
  await make('/payments', paymentBody({ invoice_id: invoice, payment_date }));
});

const readBack: [kind: string, changed: Record<string, unknown>][] = [
  ['/leads', { created_at: '2020-01-01T00:00:00.000Z' }],
  ['/customers', { order_count: 7 }],
  ['/services', { id: 99 }],
  ['/products', { reserved_quantity: 7 }],
  ['/inventory/categories', { product_count: 7 }],
  ['/brands', { product_count: 7 }],
  ['/workspaces', { id: 99 }],
  ['/price-lists', { product_count: 7 }],
  ['/orders', { order_number: 'ORD-26-27-99999' }],
  ['/invoices', { invoice_number: 'INV-26-27-99999' }],
  ['/payments', { created_by: 99 }],
];

it.each(readBack)('takes a record of %s back as it was answered', async (kind, changed) => {
  const path = paths[kind] ?? '';
  const { data } = (await test.admin.get<Row>(path)).body;
  const response = await test.admin.put<Row>(path, data);
  expect(response).toMatchObject({ status: 200, body: { data } });
  const [name = ''] = Object.keys(changed);
  const refused = await test.admin.put(path, { ...data, ...changed });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: `Unknown field "${name}"`, details: [{ field: name }] },
  });
  expect((await test.admin.get<Row>(path)).body.data).toEqual(data);
});

it('takes what lists alone show of a record back as well', async () => {
  for (const kind of ['/inventory/subcategories', '/pipeline/stages', '/billing/payment-methods']) {
    const list = (await test.admin.get<Row[]>(kind)).body.data;
    const row = list.find((each) => paths[kind] === `${kind}/${each.id}`);
    expect(row).toBeDefined();
    expect(await test.admin.put(paths[kind] ?? '', row)).toMatchObject({ status: 200 });
  }
  for (const path of ['/billing/profile', '/settings']) {
    const { data } = (await test.admin.get(path)).body;
    expect(await test.admin.put(path, data)).toMatchObject({ status: 200 });
  }
  const me = (await test.admin.get<{ user: Row }>('/auth/me')).body.data.user;
  expect(await test.admin.put('/auth/me', me)).toMatchObject({ status: 200 });
});

it('tells of another version first, and gives the record as it is', async () => {
  const path = paths['/orders'] ?? '';
  const { data } = (await test.admin.get<Row>(path)).body;
  await test.admin.put(path, { notes: 'Call before delivery' });
  await test.admin.put(`${path}/status`, { status: 'confirmed' });
  const late = await test.admin.put<Row>(path, { ...data, notes: 'Leave at the gate' });
  expect(late).toMatchObject({
    status: 409,
    body: { error: 'This record was changed by someone else' },
  });
  expect(late.body.data['notes']).toBe('Call before delivery');
});

it('knows no field that neither form nor record has', async () => {
  const response = await test.admin.put(paths['/customers'] ?? '', {
    hasOwnProperty: 1,
    nonsense: 2,
  });
  expect(response.status).toBe(400);
  expect(response.body.details?.map((detail) => detail.field)).toEqual([
    'hasOwnProperty',
    'nonsense',
  ]);
});

it('takes an empty choice or date for none', async () => {
  const path = paths['/customers'] ?? '';
  const customer = await test.admin.put<Row>(path, { payment_terms: '', company_size: '' });
  expect(customer.body.data).toMatchObject({ payment_terms: null, company_size: null });
  const order = await test.admin.put<Row>(paths['/orders'] ?? '', { delivery_date: '' });
  expect(order).toMatchObject({ status: 200, body: { data: { delivery_date: null } } });
  const refused = await test.admin.put(paths['/payments'] ?? '', { payment_date: '' });
  expect(refused.status).toBe(400);
});
