import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import type { WholePriceList } from '~/modules/sales/price-lists/price-lists.fields';
import { makePriceList } from '~/modules/sales/price-lists/server/price-lists.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import {
  holdingOf,
  makeProduct,
} from '~/modules/catalogue/products/catalogue/server/products.builders';
import {
  ledgerBreaks,
  movementsOf,
} from '~/modules/catalogue/products/stock/server/stock.builders';
import type { Batch } from '../batches.fields';
import { done, manyLeads, rowsOf, undo } from './batches.builders';

const test = fileServer();

interface Merged {
  record: { id: number };
  batch_id: number;
}

const merge = (list: string, id: number, body: object) =>
  test.admin.post<Merged>(`/${list}/${id}/merge`, body);

const create = async (path: string, body: object): Promise<number> =>
  (await makeRecord<{ id: number }>(test.admin, path, body)).id;

/** A customer with one of everything that belongs to it. */
async function customerWithAll(name: string) {
  const lead = await makeLead(test.admin, { company_name: name });
  await test.admin.post(`/leads/${lead.id}/convert`);
  const all = (await test.admin.get<Customer[]>('/customers')).body.data;
  const id = all.find(({ company_name }) => company_name === name)?.id ?? 0;
  const product = await makeProduct(test.admin, { stock_quantity: 9 });
  const items = [{ product_id: product.id, quantity: 2, unit_price: 10 }];
  const order = await create('/orders', { customer_id: id, items });
  const lines = [{ description: 'Flange', quantity: 1, unit_price: 50 }];
  const invoice = await create('/invoices', { customer_id: id, items: lines, status: 'sent' });
  await create('/payments', {
    invoice_id: invoice,
    amount: 10,
    payment_method: 'cash',
    payment_date: '2026-11-02',
  });
  const address = await create(`/customers/${id}/addresses`, { city: 'Pune' });
  const contact = await create(`/customers/${id}/contacts`, { name: 'Bo Li' });
  const note = await create(`/customers/${id}/notes`, { text: 'Calls on Mondays' });
  return { id, lead: lead.id, order, invoice, address, contact, note };
}

type Whole = Awaited<ReturnType<typeof customerWithAll>>;

const stateOf = async ({ id, lead, order, invoice, address, contact }: Whole) => [
  await rowsOf(test.server, 'customers', [id]),
  await rowsOf(test.server, 'leads', [lead]),
  await rowsOf(test.server, 'orders', [order]),
  await rowsOf(test.server, 'invoices', [invoice]),
  await rowsOf(test.server, 'customer_addresses', [address]),
  await rowsOf(test.server, 'customer_contacts', [contact]),
  (await test.admin.get<{ id: number; text: string }[]>(`/customers/${id}/notes`)).body.data.map(
    ({ id: note, text }) => [note, text],
  ),
];

it('all that belongs to the other customer comes to this one, and goes back', async () => {
  const first = await customerWithAll('Godavari Castings');
  const other = await customerWithAll('Godavari Casting');
  const before = [await stateOf(first), await stateOf(other)];
  const pdf = (await test.admin.get(`/invoices/${other.invoice}/pdf`)).content;
  const values = { phone: '98200 12345', customer_code: 'GC-1' };
  const { record, batch_id } = await done(
    merge('customers', first.id, { other_id: other.id, values }),
  );
  expect(record).toMatchObject({ id: first.id, ...values, order_count: 2 });
  const holders = await Promise.all(
    [`/orders/${other.order}`, `/invoices/${other.invoice}`].map(
      async (path) => (await test.admin.get<{ customer_id: number }>(path)).body.data.customer_id,
    ),
  );
  expect(holders).toEqual([first.id, first.id]);
  const hanging = await Promise.all(
    ['addresses', 'contacts', 'notes'].map(
      async (part) =>
        (await test.admin.get<object[]>(`/customers/${first.id}/${part}`)).body.data.length,
    ),
  );
  expect(hanging).toEqual([2, 2, 2]);
  expect((await test.admin.get(`/invoices/${other.invoice}/pdf`)).content).toEqual(pdf);
  const deleted = await test.admin.get(`/customers/${other.id}`);
  expect([deleted.status, deleted.body.details]).toEqual([
    404,
    [
      {
        message: 'It was merged into Godavari Castings',
        record: { type: 'customer', id: first.id, label: 'Godavari Castings' },
      },
    ],
  ]);
  const mergesOf = async (id: number) =>
    (await test.admin.get<{ title: string; text: string }[]>(`/customers/${id}/timeline`)).body.data
      .filter(({ title }) => /^Merge(?:d$|,)/.test(title))
      .map(({ title, text }) => [title, text]);
  expect(await mergesOf(first.id)).toEqual([
    ['Merged', 'Godavari Casting was merged into this record'],
  ]);
  const [batch] = (await test.admin.get<Batch[]>('/batches')).body.data;
  expect(batch).toMatchObject({
    kind: 'merge',
    title: 'Customers merged: Godavari Casting into Godavari Castings',
    count: 2,
  });
  expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 2, left: [] });
  expect([await stateOf(first), await stateOf(other)]).toEqual(before);
  expect([await mergesOf(first.id), await mergesOf(other.id)]).toEqual([
    [['Merge, undone later', 'Godavari Casting was merged into this record']],
    [],
  ]);
});

it('what changed since stays where it is, and is named', async () => {
  const first = await makeCustomer(test.admin);
  const other = await customerWithAll('Changed since');
  const { batch_id } = await done(merge('customers', first.id, { other_id: other.id }));
  await test.admin.put(`/orders/${other.order}`, { notes: 'By road' });
  const { undone, left: skipped } = await done(undo(test.admin, batch_id));
  expect([undone, skipped.length]).toEqual([2, 1]);
  expect(skipped[0]?.reason).toMatch(/^Changed since by /);
});

it('of products stock and what orders hold are added up, and parted again', async () => {
  const customer_id = (await makeCustomer(test.admin)).id;
  const first = await makeProduct(test.admin, { stock_quantity: 5 });
  const other = await makeProduct(test.admin, { stock_quantity: 7 });
  const items = [{ product_id: other.id, quantity: 3, unit_price: 10 }];
  const order = await create('/orders', { customer_id, items });
  await test.admin.put(`/orders/${order}/status`, { status: 'confirmed' });
  const ids = [first.id, other.id];
  const before = await rowsOf(test.server, 'products', ids);
  const movements = await movementsOf(test.admin, other.id);
  const { batch_id } = await done(merge('products', first.id, { other_id: other.id }));
  expect(await holdingOf(test.admin, first.id)).toEqual([12, 3]);
  const held = (await test.admin.get<{ items: { product_id: number }[] }>(`/orders/${order}`)).body
    .data.items;
  expect(held.map(({ product_id }) => product_id)).toEqual([first.id]);
  expect(await ledgerBreaks(test.admin, first.id)).toEqual([]);
  expect(await done(undo(test.admin, batch_id))).toMatchObject({ undone: 2, left: [] });
  expect(await rowsOf(test.server, 'products', ids)).toEqual(before);
  expect(await movementsOf(test.admin, other.id)).toEqual(movements);
  const again = await done(merge('products', first.id, { other_id: other.id }));
  await test.admin.put(`/orders/${order}/status`, { status: 'shipped' });
  const survivor = await done(undo(test.admin, again.batch_id));
  expect([survivor.undone, survivor.left.length]).toEqual([0, 2]);
  expect(await holdingOf(test.admin, first.id)).toEqual([9, 0]);
  const kilos = await makeProduct(test.admin, { unit_of_measure: 'kg' });
  const refused = await merge('products', first.id, { other_id: kilos.id });
  expect([refused.status, refused.body.code]).toEqual([409, 'product.other_unit']);
});

it('of products on one price list leaves each quantity one price, and gives both back', async () => {
  const first = await makeProduct(test.admin);
  const other = await makeProduct(test.admin);
  const priced = (
    { id: product_id }: { id: number },
    from_quantity: number,
    unit_price: number,
  ) => ({
    product_id,
    from_quantity,
    unit_price,
  });
  const items = [priced(first, 1, 5), priced(other, 1, 6), priced(other, 10, 4)];
  const { id } = await makePriceList(test.admin, { items });
  const read = async () => (await test.admin.get<WholePriceList>(`/price-lists/${id}`)).body.data;
  const before = (await read()).items;
  const { batch_id } = await done(merge('products', first.id, { other_id: other.id }));
  expect((await read()).items).toMatchObject([priced(first, 1, 5), priced(first, 10, 4)]);
  expect((await done(undo(test.admin, batch_id))).left).toEqual([]);
  expect((await read()).items).toEqual(before);
  await done(merge('products', first.id, { other_id: other.id }));
  const { items: merged } = await read();
  expect((await test.admin.put(`/price-lists/${id}`, { items: merged })).status).toBe(200);
});

it('is refused for one record, for what is not there, and for old versions; of two at once one is', async () => {
  const [first = 0, other = 0, third = 0] = await manyLeads(test.admin, 3);
  const calls: [object, number][] = [
    [{ other_id: first }, 400],
    [{ other_id: 999_999 }, 404],
    [{ other_id: other, values: { lead_score: 101 } }, 400],
    [{ other_id: other, updated_at: '2020-01-01T00:00:00.000Z' }, 409],
    [{ other_id: other, other_updated_at: '2020-01-01T00:00:00.000Z' }, 409],
  ];
  for (const [body, status] of calls)
    expect((await merge('leads', first, body)).status).toBe(status);
  const responses = await Promise.all([
    merge('leads', first, { other_id: other }),
    merge('leads', other, { other_id: first }),
  ]);
  expect(statusesOf(responses)).toEqual([200, 404]);
  await test.admin.post(`/leads/${third}/convert`);
  const survivor = responses[0]?.status === 200 ? first : other;
  expect((await merge('leads', survivor, { other_id: third })).status).toBe(409);
});

it('refuses the code or SKU of a third record, names it, and takes that of the other', async () => {
  const [first, other, third] = [
    await makeCustomer(test.admin),
    await makeCustomer(test.admin),
    await makeCustomer(test.admin, { company_name: 'Third Works' }),
  ];
  const { status, body } = await merge('customers', first.id, {
    other_id: other.id,
    values: { customer_code: third.customer_code },
  });
  expect([status, body.code]).toEqual([409, 'customer.code_taken']);
  expect(body.details?.[0]?.record).toEqual({
    type: 'customer',
    id: third.id,
    label: 'Third Works',
  });
  const values = { customer_code: other.customer_code };
  const merged = await done(merge('customers', first.id, { other_id: other.id, values }));
  expect(merged.record).toMatchObject({ id: first.id, ...values });

  const [bolt, screw, nut] = [
    await makeProduct(test.admin),
    await makeProduct(test.admin),
    await makeProduct(test.admin),
  ];
  const taken = await merge('products', bolt.id, {
    other_id: screw.id,
    values: { sku_code: nut.sku_code },
  });
  expect([taken.status, taken.body.code]).toEqual([409, 'product.sku_taken']);
  expect(taken.body.details?.[0]?.record).toMatchObject({ type: 'product', id: nut.id });
  const sku = { sku_code: screw.sku_code };
  const one = await done(merge('products', bolt.id, { other_id: screw.id, values: sku }));
  expect(one.record).toMatchObject({ id: bolt.id, ...sku });
});

it('gives notes and next steps back as they were', async () => {
  const [first, other] = [await makeCustomer(test.admin), await makeCustomer(test.admin)];
  const note = await create(`/customers/${other.id}/notes`, { text: 'Calls on Mondays' });
  const step = { text: 'Call', due_date: '2026-12-01' };
  const nextStep = await create(`/customers/${other.id}/next-steps`, step);
  const rows = async () => [
    await rowsOf(test.server, 'record_notes', [note]),
    await rowsOf(test.server, 'next_steps', [nextStep]),
  ];
  const before = await rows();
  const { batch_id } = await done(merge('customers', first.id, { other_id: other.id }));
  expect((await done(undo(test.admin, batch_id))).left).toEqual([]);
  expect(await rows()).toEqual(before);
});
