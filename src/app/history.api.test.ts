import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anonymous } from '~/kit/server/database/context';
import { recordKinds } from '~/modules/organization/kinds/kinds.rules';
import { historyOf } from '~/modules/records/records/server/records.service';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { invoiceBody } from '~/modules/billing/invoices/server/invoices.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { everything, mergeRights } from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { ownServer } from './testing/test-file-server';
import type { TestClient } from './testing/test-server';
import { historyFixture } from './testing/test-history';

const test = ownServer();
const { create, history, asOf, pass } = historyFixture(test);

it('of an order shows its lines as they were and as they became', async () => {
  const customer = await create<Customer>('/customers', customerBody());
  const [one, two] = [
    await create<Product>('/products', productBody({ product_name: 'Bolt', stock_quantity: 50 })),
    await create<Product>('/products', productBody({ product_name: 'Nut', stock_quantity: 50 })),
  ];
  const item = (product: Product, quantity: number) => ({
    product_id: product.id,
    quantity,
    unit_price: 10,
  });
  const order = await create<OrderWithLines>('/orders', {
    customer_id: customer.id,
    items: [item(one, 1), item(two, 2)],
    services: [],
  });
  const first = pass();
  const changed = await test.admin.put(`/orders/${order.id}`, {
    items: [{ ...item(one, 5), id: order.items[0]?.id }],
  });
  expect(changed.status, changed.body.error).toBe(200);
  pass();
  await test.admin.put(`/orders/${order.id}/status`, { status: 'confirmed' });
  const items = await history(`/orders/${order.id}`);
  expect(items).toHaveLength(3);
  expect(items[0]?.changes).toEqual([
    { field: 'status', label: 'Status', before: 'pending', after: 'confirmed' },
  ]);
  const line = (description: string, quantity: number): unknown =>
    expect.objectContaining({ description, quantity, unit_price: 10, line_total: quantity * 10 });
  expect(items[1]?.changes.at(-1)).toEqual({
    field: 'items',
    label: 'Items and Services',
    before: [line('Bolt', 1), line('Nut', 2)],
    after: [line('Bolt', 5)],
  });
  expect(await asOf(`/orders/${order.id}`, first)).toMatchObject({
    status: 'pending',
    total_amount: order.total_amount,
    items: [line('Bolt', 1), line('Nut', 2)],
    names: { customer_id: customer.company_name },
  });
});

it('of an invoice follows its payments, and leaves out lines that are saved unchanged', async () => {
  const customer = await create<Customer>('/customers', customerBody());
  const draft = invoiceBody({ customer_id: customer.id });
  const invoice = await create<{ id: number; items: object[]; total_amount: number }>(
    '/invoices',
    draft,
  );
  pass();
  await test.admin.put(`/invoices/${invoice.id}`, { ...draft, notes: 'Thank you' });
  expect((await history(`/invoices/${invoice.id}`))[0]?.changes).toEqual([
    { field: 'notes', label: 'Notes', before: null, after: 'Thank you' },
  ]);
  const before = pass();
  const payment = await create<{ id: number }>('/payments', {
    invoice_id: invoice.id,
    payment_method: 'cash',
    amount: invoice.total_amount,
    payment_date: '2026-01-02',
  });
  const [paid] = await history(`/invoices/${invoice.id}`);
  expect(paid?.changes.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['invoice_number', 'paid_amount', 'balance_due', 'status']),
  );
  expect(await asOf(`/invoices/${invoice.id}`, before)).toMatchObject({
    status: 'draft',
    paid_amount: 0,
    balance_due: invoice.total_amount,
  });
  expect(await history(`/payments/${payment.id}`)).toHaveLength(1);
});

it('of a product knows of an import that it came with, and says so of one that changed it', async () => {
  const rows = Array.from({ length: 1100 }, (_, n) => `H-${n},Hinge ${n},${n + 1}`).join('\n');
  const upload = async (columns: string, lines: string) => {
    const form = new FormData();
    form.append('csvFile', new Blob([`${columns}\n${lines}`], { type: 'text/csv' }), 'a.csv');
    expect((await test.admin.upload('/products/import', form)).status).toBe(200);
  };
  await upload('sku_code,product_name,unit_price', rows);
  const products = await test.admin.get<Product[]>('/products');
  const product = products.body.data.find(({ sku_code }) => sku_code === 'H-7');
  const path = `/products/${product?.id}`;
  const imported = pass();
  await test.admin.put(path, { unit_price: 99 });
  const edited = pass();
  await upload('sku_code,product_name,unit_price', rows);
  expect((await history(path)).map(({ action, together }) => [action, together])).toEqual([
    ['updated', null],
    ['updated', null],
    ['created', 1100],
  ]);
  expect(await asOf(path, imported)).toMatchObject({ unit_price: 8 });
  expect(await asOf(path, edited)).toMatchObject({ unit_price: 99 });
  await upload('sku_code,description', rows.replaceAll(/^(H-\d+),(Hinge \d+),.*$/gm, '$1,$2!'));
  expect((await history(path))[0]).toMatchObject({
    action: 'updated',
    together: 1100,
    changes: [],
  });
  const unknown = await test.admin.get(`/history${path}?at=${edited.toISOString()}`);
  expect([unknown.status, unknown.body.code]).toEqual([409, 'history.not_kept']);
});

it('names a former customer or workspace to those who may read it alone', async () => {
  const [former, present] = [
    await create<Customer>('/customers', customerBody({ company_name: 'Secret Works' })),
    await create<Customer>('/customers', customerBody({ company_name: 'Open Works' })),
  ];
  const { id } = await create<{ id: number }>('/invoices', invoiceBody({ customer_id: former.id }));
  const lead = await makeLead(test.admin);
  const plant = await create<{ id: number }>('/workspaces', { name: 'Secret plant' });
  const before = pass();
  for (const statement of [
    `update invoices set customer_id = ${present.id} where id = ${id}`,
    `update leads set workspace_id = ${plant.id} where id = ${lead.id}`,
    `update leads set workspace_id = null where id = ${lead.id}`,
  ])
    await test.server.database.pool.query(statement);
  const rights = mergeRights(everything, { customers: { read: 'own' } });
  const { client } = await signInWith(test, rights);
  const seen = async (caller: TestClient, path: string) => {
    const { status, body } = await caller.get(`/history${path}`);
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  for (const path of [`/invoices/${id}`, `/leads/${lead.id}`]) {
    expect(await seen(test.admin, path)).toContain('Secret');
    expect(await seen(client, path)).not.toContain('Secret');
  }
  expect(await seen(client, `/invoices/${id}`)).toContain('Open Works');
  const past = `/invoices/${id}?at=${before.toISOString()}`;
  expect(await seen(client, past)).not.toContain('Secret');
});

it.each(recordKinds)('reads the names behind each link of %s', async (kind) => {
  const rights = mergeRights(everything, {
    customers: { read: 'own' },
    orders: { read: 'workspace' },
  });
  const person = { ...anonymous, id: 1, role: 'user', rights } as const;
  const { db } = test.server.database;
  for (const { from, name, readableBy } of Object.values(historyOf(kind).links ?? {})) {
    const isReadable = readableBy?.(person) ?? sql`true`;
    const found = sql`select t.id, ${name} as name from ${from} where ${isReadable} limit 1`;
    await expect(found.execute(db)).resolves.toBeDefined();
  }
});
