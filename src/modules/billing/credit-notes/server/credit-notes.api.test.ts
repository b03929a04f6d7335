import { beforeAll, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import type { CustomerAccount } from '~/modules/sales/customers/accounts.fields';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import type { NumberSeries } from '~/modules/billing/invoices/number-series.fields';
import {
  type InvoiceFixture,
  openInvoiceFixture,
} from '~/modules/billing/invoices/server/invoices.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import type { Movement } from '~/modules/catalogue/products/stock/movements.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Note } from '../credit-notes.fields';
import { noteFixture } from './credit-notes.builders';
import { noteChecks } from './credit-notes.invariants';

const test = ownServer();
let fixture: InvoiceFixture;

beforeAll(async () => {
  fixture = await openInvoiceFixture(test.admin);
});

const issued = (values: object = {}): Promise<InvoiceWithLines> =>
  fixture.make({ status: 'pending', ...values });
const pay = (invoice_id: number, amount: number) =>
  makeRecord(test.admin, '/payments', paymentBody({ invoice_id, amount }));

describe('a credit note', () => {
  it('of a whole invoice takes its lines, tax and balance, under its own number', async () => {
    const invoice = await issued();
    const notes = noteFixture(test.admin, invoice);
    const draft = await notes.make([{ quantity: 2 }]);
    expect(draft).toMatchObject({
      note_number: `DRAFT-${draft.id}`,
      status: 'draft',
      invoice_number: invoice.invoice_number,
      customer_id: fixture.customer_id,
      subtotal: 100,
      tax_rate: 18,
      tax_amount: 18,
      total_amount: 118,
      items: [{ description: 'Flange DN 50', quantity: 2, unit_price: 50, line_total: 100 }],
    });
    expect(await notes.stands()).toEqual(['pending', 0, 0, 118, 0]);
    const note = (await notes.setStatus(draft.id, 'issued')).body.data;
    expect(note.note_number).toMatch(/^CN-\d\d-\d\d-00001$/);
    expect(await notes.stands()).toEqual(['paid', 118, 0, 0, 0]);
    expect(await notes.read(note.id)).toEqual(note);
    expect((await notes.setStatus(note.id, 'cancelled')).body.data.note_number).toBe(
      note.note_number,
    );
    expect(await notes.stands()).toEqual(['pending', 0, 0, 118, 0]);
  });

  it('of a paid invoice leaves the customer a credit', async () => {
    const invoice = await issued();
    const notes = noteFixture(test.admin, invoice);
    await pay(invoice.id, 118);
    const account = async () =>
      (await test.admin.get(`/customers/${fixture.customer_id}/account`)).body.data;
    const before = await account();
    await notes.issue([{ quantity: 1 }]);
    expect(await notes.stands()).toEqual(['paid', 59, 0, 0, 59]);
    const credit = (before as CustomerAccount).customer_credit + 59;
    expect(await account()).toEqual({ ...(before as object), customer_credit: credit });
    const series = await test.admin.get<NumberSeries[]>('/invoices/number-series');
    const notesOf = series.body.data.find((each) => each.series === 'credit_note');
    expect(notesOf).toMatchObject({ first: 1, gaps: 0 });
    expect((await fixture.setStatus(invoice.id, 'cancelled')).body).toMatchObject({
      code: 'invoice.has_payments',
      details: [{ record: { type: 'payment' } }],
    });
  });

  it('lowers what may be paid', async () => {
    const invoice = await issued();
    const notes = noteFixture(test.admin, invoice);
    await notes.issue([{ quantity: 1 }]);
    const body = paymentBody({ invoice_id: invoice.id, amount: 59.01 });
    expect((await test.admin.post('/payments', body)).body.code).toBe('payment.exceeds_balance');
    await pay(invoice.id, 59);
    expect(await notes.stands()).toEqual(['paid', 59, 0, 0, 0]);
  });

  it('takes at most what was invoiced, the parts together as much as the whole', async () => {
    const items = [{ description: 'Washer', quantity: 3, unit_price: 33.33 }];
    const invoice = await issued({ items, tax_rate: 5 });
    const notes = noteFixture(test.admin, invoice);
    const parts = [];
    for (let part = 0; part < 3; part += 1) parts.push(await notes.issue([{}]));
    expect(parts.map(({ total_amount }) => total_amount)).toEqual([35, 35, 34.99]);
    expect(await notes.stands()).toEqual(['paid', 104.99, 0, 0, 0]);
    const more = await notes.post([{}]);
    expect([more.status, more.body.code]).toEqual([409, 'note.already_credited']);
    expect(more.body.details).toEqual([
      { field: 'items.0.quantity', message: '"Washer" has already been credited' },
    ]);
    expect((await notes.post([{ quantity: 4 }])).status).toBe(400);
  });

  it('of a price alone takes an amount and leaves the quantity', async () => {
    const notes = noteFixture(test.admin, await issued());
    const lower = await notes.issue([{ quantity: 2, unit_price: 10 }], { reason: 'price' });
    expect(lower).toMatchObject({ subtotal: 20, total_amount: 23.6 });
    expect((await notes.post([{ quantity: 1, unit_price: 50.01 }])).status).toBe(400);
    expect((await notes.post([{ quantity: 2, unit_price: 45 }])).status).toBe(409);
    expect(await notes.issue([{ quantity: 2 }])).toMatchObject({ total_amount: 94.4 });
    expect(await notes.stands()).toEqual(['paid', 118, 0, 0, 0]);
  });

  it('brings goods back to stock, and takes them out again when it is cancelled', async () => {
    const product = await makeProduct(test.admin, { stock_quantity: 10 });
    const items = [
      { product_id: product.id, description: 'Bolt', quantity: 4, unit_price: 5 },
      { description: 'Freight', quantity: 1, unit_price: 10 },
    ];
    const notes = noteFixture(test.admin, await issued({ items }));
    const stock = async () =>
      (await test.admin.get<Product>(`/products/${product.id}`)).body.data.stock_quantity;
    const note = await notes.issue([{ quantity: 3 }, { at: 1 }], { goods_return: true });
    expect(await stock()).toBe(13);
    const moved = await test.admin.get<Movement[]>(`/products/${product.id}/stock-movements`);
    expect(moved.body.data[0]).toMatchObject({
      movement_type: 'return',
      quantity: 3,
      reason: `Credit Note ${note.note_number}`,
    });
    await notes.setStatus(note.id, 'cancelled');
    expect(await stock()).toBe(10);
  });

  it('brings no more goods back than were sold, regardless of the credited amounts', async () => {
    const product = await makeProduct(test.admin, { stock_quantity: 10 });
    const items = [{ product_id: product.id, description: 'Bolt', quantity: 4, unit_price: 5 }];
    const notes = noteFixture(test.admin, await issued({ items }));
    const stock = async () =>
      (await test.admin.get<Product>(`/products/${product.id}`)).body.data.stock_quantity;
    const cheaper = (quantity: number) => [{ quantity, unit_price: 1 }];
    await notes.issue(cheaper(3), { goods_return: true });
    const more = await notes.post(cheaper(2), { goods_return: true });
    expect([more.status, more.body.error]).toEqual([409, 'Only 1 of "Bolt" can still be returned']);
    const price = await notes.make(cheaper(4), { reason: 'price' });
    expect((await notes.put(price.id, { goods_return: true })).status).toBe(409);
    await notes.issue([{ quantity: 1 }], { goods_return: true });
    const none = await notes.post([{ quantity: 1 }], { goods_return: true });
    expect([none.status, none.body.error]).toEqual([
      409,
      'All of "Bolt" has already been returned',
    ]);
    expect(await stock()).toBe(14);
  });

  it('has quantities as fine as the unit of the product', async () => {
    const product = await makeProduct(test.admin, { unit_of_measure: 'each' });
    const items = [{ product_id: product.id, description: 'Bolt', quantity: 4, unit_price: 5 }];
    const notes = noteFixture(test.admin, await issued({ items }));
    const half = await notes.post([{ quantity: 0.5 }]);
    expect([half.status, half.body.details]).toMatchObject([
      400,
      [{ field: 'items.0.quantity', message: expect.stringMatching(/must be a whole number$/) }],
    ]);
  });

  it('changes as a draft alone, and is deleted as a draft alone', async () => {
    const notes = noteFixture(test.admin, await issued());
    const draft = await notes.make([{ quantity: 2 }]);
    const items = [notes.itemOf({ quantity: 1 })];
    const changed = await notes.put(draft.id, { items, reason: 'quantity' });
    expect(changed.body.data).toMatchObject({ total_amount: 59, reason: 'quantity' });
    const echoed = await notes.put(draft.id, { ...changed.body.data, notes: 'Agreed by phone' });
    expect(echoed.body.data).toMatchObject({ total_amount: 59, notes: 'Agreed by phone' });
    await notes.setStatus(draft.id, 'issued');
    expect((await notes.put(draft.id, { notes: 'x' })).body.code).toBe('note.already_issued');
    expect((await notes.delete(draft.id)).body.code).toBe('note.already_issued');
    const other = await notes.make([{}]);
    expect((await notes.setStatus(other.id, 'cancelled')).body.code).toBe('note.is_draft');
    expect((await notes.delete(other.id)).status).toBe(200);
  });

  it('is refused of a draft, a cancelled invoice and lines that are not there', async () => {
    const draft = noteFixture(test.admin, await fixture.make());
    expect((await draft.post([{}])).body.code).toBe('note.invoice_not_issued');
    const invoice = await issued();
    const notes = noteFixture(test.admin, invoice);
    const refusals = [
      await notes.post([{ invoice_line_id: 999_999 }]),
      await notes.post([{}, {}]),
      await notes.post([]),
      await notes.post([{ unit_price: 0 }]),
      await notes.post([{}], { reason: 'mood' }),
      await notes.post([{}], { note_date: '2020-01-01' }),
      await notes.post([{}], { invoice_id: 999_999 }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 400));
    const note = await notes.issue([{}]);
    expect((await fixture.setStatus(invoice.id, 'cancelled')).body).toMatchObject({
      code: 'invoice.has_notes',
      details: [{ record: { type: 'credit_note', id: note.id, label: note.note_number } }],
    });
    const cancelled = await issued();
    await fixture.setStatus(cancelled.id, 'cancelled');
    expect((await noteFixture(test.admin, cancelled).post([{}])).body.code).toBe(
      'invoice.cancelled',
    );
  });
});

it('a debit note adds to what is owed', async () => {
  const invoice = await issued();
  await pay(invoice.id, 118);
  const notes = noteFixture(test.admin, invoice, 'debit');
  const note = await notes.issue([{ quantity: 2, unit_price: 25 }], { reason: 'price' });
  expect(note.note_number).toMatch(/^DN-/);
  expect(note.total_amount).toBe(59);
  expect(await notes.stands()).toEqual(['partially_paid', 0, 59, 59, 0]);
  await pay(invoice.id, 59);
  expect(await notes.stands()).toEqual(['paid', 0, 59, 0, 0]);
  await notes.setStatus(note.id, 'cancelled');
  expect(await notes.stands()).toEqual(['paid', 0, 0, 0, 59]);
  expect((await notes.post([{}], { goods_return: true })).status).toBe(400);
  expect((await test.admin.get(`/credit-notes/${note.id}`)).status).toBe(404);
});

it('an invoice is put right by a credit note and a new draft in one step', async () => {
  const invoice = await issued({ notes: 'Gate 2' });
  const notes = noteFixture(test.admin, invoice);
  await notes.issue([{}]);
  const response = await test.admin.post<{ credit_note: Note; invoice: InvoiceWithLines }>(
    `/invoices/${invoice.id}/correct`,
    { reason: 'price' },
  );
  expect(response.status).toBe(201);
  const { credit_note, invoice: draft } = response.body.data;
  expect(credit_note).toMatchObject({ status: 'issued', reason: 'price', total_amount: 59 });
  expect(draft).toMatchObject({ status: 'draft', notes: 'Gate 2', total_amount: 118 });
  expect(await notes.stands()).toEqual(['paid', 118, 0, 0, 0]);
  const again = await test.admin.post(`/invoices/${invoice.id}/correct`, { reason: 'price' });
  expect(again.body.code).toBe('note.already_credited');
});

it('of many at once no more is credited than was invoiced, and no number is lost or doubled', async () => {
  const invoice = await issued();
  const notes = noteFixture(test.admin, invoice);
  const tries = await Promise.all(
    Array.from({ length: 6 }, () => notes.post([{}], { status: 'issued' })),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  expect(await notes.stands()).toEqual(['paid', 118, 0, 0, 0]);
  const results = await runChecks(test.server.database.openClient, noteChecks);
  expect(results.map(({ faults, first }) => [faults, first])).toEqual(results.map(() => [0, []]));
});

it('appears in the list, the search and the feed, for anyone who reads invoices', async () => {
  const invoice = await issued();
  const notes = noteFixture(test.admin, invoice);
  const note = await notes.issue([{}]);
  const listed = await test.admin.get<Note[]>('/credit-notes');
  expect(listed.body.data.map(({ id }) => id)).toContain(note.id);
  const of = await test.admin.get<Note[]>(`/credit-notes/invoice/${invoice.id}`);
  expect(of.body.data.map(({ id }) => id)).toEqual([note.id]);
  expect((await test.admin.get<Note[]>(`/debit-notes/invoice/${invoice.id}`)).body.data).toEqual(
    [],
  );
  const lines = await test.admin.get(`/credit-notes/invoice/${invoice.id}/lines`);
  expect(lines.body.data).toMatchObject({
    lines: [{ left_quantity: 1, left_amount: 50 }],
    credited: { subtotal: 50, tax_amount: 9, round_off: 0 },
  });
  const found = await test.admin.get<object[]>(`/search?q=${note.note_number}`);
  expect(found.body.data).toMatchObject([{ type: 'credit_note', label: note.note_number }]);
  const feed = await test.admin.get<object[]>('/activity?limit=4');
  expect(feed.body.data).toContainEqual(
    expect.objectContaining({
      type: 'credit_note',
      title: 'Credit Note issued',
      record: { type: 'credit_note', id: note.id, label: note.note_number },
    }),
  );
  const reader = await signInWith(test, { invoices: { read: 'all' } });
  expect((await reader.client.get<Note[]>('/credit-notes')).body.data).not.toEqual([]);
  const own = await signInWith(test, { invoices: { read: 'own', create: true } });
  expect((await own.client.get(`/credit-notes/${note.id}`)).status).toBe(404);
  expect((await own.client.get(`/history/credit_notes/${note.id}`)).status).toBe(404);
  const writer = await signInWith(test, { invoices: { read: 'all', create: true } });
  const theirs = noteFixture(writer.client, invoice);
  expect((await theirs.post([{}], { status: 'issued' })).status).toBe(403);
  expect((await theirs.post([{}])).status).toBe(201);
  const history = await test.admin.get<object[]>(`/history/credit_notes/${note.id}`);
  expect(history.body.data.length).toBe(1);
});
