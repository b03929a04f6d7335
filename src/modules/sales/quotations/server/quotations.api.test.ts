import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { OrderWithLines } from '~/modules/sales/orders/orders.fields';
import { bulk, done, undo } from '~/modules/records/batches/server/batches.builders';
import { addDays } from '~/kit/shared/time/days';
import type { Quotation, QuotationWithLines } from '../quotations.fields';
import { makeQuotation } from './quotations.builders';

const test = fileServer();
const ids = { customer: 0, product: 0 };

beforeAll(async () => {
  ids.customer = (await makeCustomer(test.admin)).id;
  ids.product = (await makeProduct(test.admin, { product_name: 'Gear pump' })).id;
});

const line = (own: object = {}) => ({
  product_id: ids.product,
  quantity: 2,
  unit_price: 150,
  ...own,
});

const create = (own: object = {}) =>
  makeQuotation(test.admin, { customer_id: ids.customer, items: [line()], ...own });

const setStatus = (id: number, status: string, own: object = {}) =>
  test.admin.put<QuotationWithLines>(`/quotations/${id}/status`, { status, ...own });

async function sent(own: object = {}): Promise<QuotationWithLines> {
  const { id } = await create(own);
  return (await setStatus(id, 'sent')).body.data;
}

describe('making a quotation', () => {
  it('gives a draft with its number, amounts and last day', async () => {
    const quotation = await create({ reference: 'Enquiry 7', notes: 'For us only' });
    expect(quotation.quotation_number).toMatch(/^QTN-\d\d-\d\d-\d{5}$/);
    expect(quotation).toMatchObject({
      revision: 1,
      status: 'draft',
      subtotal: 300,
      total_amount: 330,
      item_count: 1,
      reference: 'Enquiry 7',
      valid_until: addDays(quotation.quotation_date, 30),
      order_id: null,
    });
    const { items: _items, services: _services, ...row } = quotation;
    const rows = (await test.admin.get<QuotationWithLines[]>('/quotations')).body.data;
    expect(rows.find(({ id }) => id === quotation.id)).toEqual(row);
  });

  it('takes a lead in place of a customer, and is where the lead is', async () => {
    const lead = await makeLead(test.admin, { company_name: 'Narmada Mills' });
    const quotation = await makeQuotation(test.admin, { lead_id: lead.id, items: [line()] });
    expect(quotation).toMatchObject({ customer_id: null, customer_name: 'Narmada Mills' });
    const refused = await test.admin.delete(`/leads/${lead.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.details?.[0]?.record).toMatchObject({ type: 'quotation' });
  });

  it.each([
    [{ customer_id: null }, 400, 'Please select a customer or a lead'],
    [{ items: [] }, 400, 'Please add at least one item to the quotation'],
    [{ lead_id: 'own' }, 400, 'A quotation is for a customer or for a lead'],
    [
      { quotation_date: '2026-05-02', valid_until: '2026-05-01' },
      400,
      'Valid until cannot be before the quotation date',
    ],
    [{ total_amount: 1 }, 400, 'Quotation totals do not add up'],
    [{ quotation_number: 'QTN-1' }, 400, 'Unknown field "quotation_number"'],
  ])('refuses %j', async (own, status, error) => {
    const values =
      'lead_id' in own
        ? { lead_id: (await makeLead(test.admin)).id, customer_id: ids.customer }
        : own;
    const response = await test.admin.post('/quotations', {
      customer_id: ids.customer,
      items: [line()],
      ...values,
    });
    expect([response.status, response.body.error]).toEqual([status, error]);
  });

  it('leaves options out of the totals', async () => {
    const quotation = await create({
      items: [line(), line({ unit_price: 1000, is_option: true })],
    });
    expect(quotation).toMatchObject({ subtotal: 300, total_amount: 330, item_count: 1 });
    expect(quotation.items.map(({ is_option }) => is_option)).toEqual([false, true]);
    const none = await test.admin.post('/quotations', {
      customer_id: ids.customer,
      items: [line({ is_option: true })],
    });
    expect(none.body.error).toBe('At least one line must not be an option');
  });

  it('refuses a lead that is not open', async () => {
    const lead = await makeLead(test.admin, { status: 'lost' });
    const response = await test.admin.post('/quotations', { lead_id: lead.id, items: [line()] });
    expect([response.status, response.body.code]).toEqual([409, 'quotation.lead_closed']);
  });
});

it('adds up what the open quotations of each lead come to', async () => {
  const lead = await makeLead(test.admin);
  const own = { lead_id: lead.id, items: [line()] };
  const [one, other] = [await makeQuotation(test.admin, own), await makeQuotation(test.admin, own)];
  await makeQuotation(test.admin, own);
  for (const { id } of [one, other]) await setStatus(id, 'sent');
  await setStatus(one.id, 'accepted');
  const response =
    await test.admin.get<{ lead_id: number; value: number }[]>('/quotations/open-values');
  expect(response.body.data.find(({ lead_id }) => lead_id === lead.id)?.value).toBe(660);
});

describe('changing a quotation', () => {
  it('changes a draft whole, and of a sent one reference, notes and template only', async () => {
    const draft = await create();
    const changed = await test.admin.put<QuotationWithLines>(`/quotations/${draft.id}`, {
      items: [line({ quantity: 5 })],
      terms_conditions: 'Ex works',
      updated_at: draft.updated_at,
    });
    expect(changed.body.data).toMatchObject({ subtotal: 750, terms_conditions: 'Ex works' });
    expect((await setStatus(draft.id, 'sent')).body.data.status).toBe('sent');
    const refused = await test.admin.put(`/quotations/${draft.id}`, { terms_conditions: 'Other' });
    expect([refused.status, refused.body.code]).toEqual([409, 'quotation.not_draft']);
    const allowed = await test.admin.put<QuotationWithLines>(`/quotations/${draft.id}`, {
      reference: 'R',
      notes: 'N',
      is_template: true,
    });
    expect(allowed.body.data).toMatchObject({ reference: 'R', notes: 'N', is_template: true });
    const whole = await test.admin.put(`/quotations/${draft.id}`, allowed.body.data);
    expect(whole.status, whole.body.error).toBe(200);
  });

  it('goes from a customer to a lead and back', async () => {
    const lead = await makeLead(test.admin);
    const { id } = await create();
    const moved = await test.admin.put<QuotationWithLines>(`/quotations/${id}`, {
      lead_id: lead.id,
    });
    expect(moved.body.data).toMatchObject({ customer_id: null, lead_id: lead.id });
    const back = await test.admin.put<QuotationWithLines>(`/quotations/${id}`, {
      customer_id: ids.customer,
    });
    expect(back.body.data).toMatchObject({ customer_id: ids.customer, lead_id: null });
  });

  it('refuses a version that someone else has changed', async () => {
    const draft = await create();
    await test.admin.put(`/quotations/${draft.id}`, { notes: 'first' });
    const late = await test.admin.put(`/quotations/${draft.id}`, {
      notes: 'second',
      updated_at: draft.updated_at,
    });
    expect(late.status).toBe(409);
  });
});

describe('the status', () => {
  it.each([
    [['accepted'], 409],
    [['sent', 'accepted', 'sent', 'declined', 'sent'], 200],
    [['sent', 'draft'], 409],
    [['sent', 'accepted', 'declined'], 409],
    [['superseded'], 409],
    [['ordered'], 409],
    [['expired'], 409],
  ])('goes %j', async (way, last) => {
    const { id } = await create();
    const statuses: number[] = [];
    for (const status of way) statuses.push((await setStatus(id, status)).status);
    expect(statuses.at(-1)).toBe(last);
  });

  it('keeps who decided by hand and why, until it is opened again', async () => {
    const { id } = await sent();
    const declined = await setStatus(id, 'declined', { reason: 'Too dear' });
    expect(declined.body.data).toMatchObject({
      status: 'declined',
      decline_reason: 'Too dear',
      decided_by_name: expect.stringMatching(/\w/),
    });
    const open = await setStatus(id, 'sent');
    expect(open.body.data).toMatchObject({
      decided_at: null,
      decided_by_name: null,
      decline_reason: null,
    });
  });

  it('is not accepted past its last day, and then expires', async () => {
    const { id } = await sent({ quotation_date: '2020-01-01', valid_until: '2020-01-31' });
    const late = await setStatus(id, 'accepted');
    expect([late.status, late.body.code]).toEqual([409, 'quotation.expired']);
    test.server.server.jobs.trigger('quotations.expired');
    await expect
      .poll(
        async () =>
          (await test.admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data.status,
        { timeout: 20_000 },
      )
      .toBe('expired');
    expect((await setStatus(id, 'accepted')).status).toBe(409);
    expect((await test.admin.post(`/quotations/${id}/send`)).status).toBe(409);
    expect((await test.admin.post(`/quotations/${id}/revise`)).status).toBe(201);
  });

  it('lets only drafts be deleted', async () => {
    const { id } = await sent();
    expect((await test.admin.delete(`/quotations/${id}`)).status).toBe(409);
    const draft = await create();
    expect((await test.admin.delete(`/quotations/${draft.id}`)).status).toBe(200);
  });
});

describe('a revision', () => {
  it('has the same number and lines, and takes the one before out of use', async () => {
    const first = await sent({ discount_percent: 10 });
    const response = await test.admin.post<QuotationWithLines>(`/quotations/${first.id}/revise`);
    expect(response.status).toBe(201);
    const second = response.body.data;
    expect(second).toMatchObject({
      quotation_number: first.quotation_number,
      revision: 2,
      status: 'draft',
      total_amount: first.total_amount,
      discount_percent: 10,
    });
    const now = await test.admin.get<QuotationWithLines>(`/quotations/${first.id}`);
    expect(now.body.data.status).toBe('superseded');
    const record = { type: 'quotation', id: second.id, label: `${second.quotation_number} R2` };
    const refused = { status: 409, body: { code: 'quotation.superseded', details: [{ record }] } };
    for (const call of ['send', 'revise', 'order'])
      expect(await test.admin.post(`/quotations/${first.id}/${call}`)).toMatchObject(refused);
    expect((await test.admin.post(`/quotations/${second.id}/revise`)).status).toBe(409);
    await test.admin.delete(`/quotations/${second.id}`);
    const again = await test.admin.get<QuotationWithLines>(`/quotations/${first.id}`);
    expect(again.body.data.status).toBe('sent');
  });
});

describe('the order of a quotation', () => {
  it('has the same lines, prices and tax, and takes the quotation with it when it is deleted', async () => {
    const quotation = await sent({
      discount_amount: 20,
      items: [line(), line({ is_option: true })],
    });
    const early = await test.admin.post(`/quotations/${quotation.id}/order`);
    expect([early.status, early.body.code]).toEqual([409, 'quotation.not_accepted']);
    await setStatus(quotation.id, 'accepted', { purchase_order: 'PO 17' });
    const response = await test.admin.post<{
      order: OrderWithLines;
      quotation: QuotationWithLines;
    }>(`/quotations/${quotation.id}/order`);
    expect(response.status, response.body.error).toBe(201);
    const { order, quotation: now } = response.body.data;
    expect(order).toMatchObject({
      status: 'pending',
      customer_id: ids.customer,
      reference: 'PO 17',
      total_amount: quotation.total_amount,
      discount_amount: 20,
    });
    expect(order.items.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual([
      [2, 150],
    ]);
    expect(now).toMatchObject({ status: 'ordered', order_id: order.id });
    const twice = await test.admin.post(`/quotations/${quotation.id}/order`);
    expect(twice.status).toBe(409);
    expect(twice.body.details?.[0]?.record).toMatchObject({ type: 'order', id: order.id });
    expect((await setStatus(quotation.id, 'sent')).status).toBe(409);
    expect((await test.admin.delete(`/orders/${order.id}`)).status).toBe(200);
    const after = await test.admin.get<QuotationWithLines>(`/quotations/${quotation.id}`);
    expect(after.body.data).toMatchObject({ status: 'accepted', order_id: null });
  });

  it('is made with force of a sent one, which is sent again when the order is deleted', async () => {
    const { id } = await sent();
    const response = await test.admin.post<{ order: OrderWithLines }>(`/quotations/${id}/order`, {
      force: true,
    });
    expect(response.status).toBe(201);
    await test.admin.delete(`/orders/${response.body.data.order.id}`);
    expect((await test.admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data.status).toBe(
      'sent',
    );
  });

  it('is tied to its quotation again when its deletion is undone', async () => {
    const { id } = await sent();
    const response = await test.admin.post<{ order: OrderWithLines }>(`/quotations/${id}/order`, {
      force: true,
    });
    const order = response.body.data.order.id;
    const deletion = await done(bulk(test.admin, 'orders', [order], null));
    const read = async () =>
      (await test.admin.get<QuotationWithLines>(`/quotations/${id}`)).body.data;
    expect(await read()).toMatchObject({ status: 'sent', order_id: null });
    await done(undo(test.admin, deletion.batch_id));
    expect(await read()).toMatchObject({ status: 'ordered', order_id: order });
    expect((await test.admin.post(`/quotations/${id}/order`, { force: true })).status).toBe(409);
  });

  it('makes a customer of a lead in the same transaction, and refuses a lost lead', async () => {
    const lead = await makeLead(test.admin, { company_name: 'Tapti Weavers' });
    const other = await makeQuotation(test.admin, { lead_id: lead.id, items: [line()] });
    const { id } = await makeQuotation(test.admin, { lead_id: lead.id, items: [line()] });
    for (const each of [id, other.id]) {
      await setStatus(each, 'sent');
      await setStatus(each, 'accepted');
    }
    await test.admin.put(`/leads/${lead.id}`, { status: 'lost' });
    const refused = await test.admin.post(`/quotations/${id}/order`);
    expect([refused.status, refused.body.code]).toEqual([409, 'quotation.lead_closed']);
    await test.admin.put(`/leads/${lead.id}`, { status: 'active' });
    const response = await test.admin.post<{ order: OrderWithLines }>(`/quotations/${id}/order`);
    expect(response.status, response.body.error).toBe(201);
    const converted = (await test.admin.get<Lead>(`/leads/${lead.id}`)).body.data;
    expect(converted.status).toBe('converted');
    expect(response.body.data.order.customer_id).toBe(converted.converted_customer_id);
    const second = await test.admin.post<{ order: OrderWithLines }>(
      `/quotations/${other.id}/order`,
    );
    expect(second.body.data.order.customer_id).toBe(converted.converted_customer_id);
  });

  it('is made once, however many ask at once', async () => {
    const { id } = await sent();
    await setStatus(id, 'accepted');
    const all = await Promise.all(
      Array.from({ length: 8 }, () => test.admin.post(`/quotations/${id}/order`)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });
});

it('prints a quotation with its options apart and without internal notes', {
  timeout: 60_000,
}, async () => {
  const { id } = await create({
    notes: 'Internal',
    cover_text: 'Thank you for asking',
    items: [line(), line({ is_option: true })],
  });
  const file = await test.admin.get(`/quotations/${id}/pdf`);
  const text = (await pagesOf(file.content)).join(' ');
  for (const part of ['QUOTATION', 'Valid Until', 'Thank you for asking', 'Options', 'Gear pump'])
    expect(text).toContain(part);
  expect(text).not.toContain('Internal');
});

it('is listed with its customer or lead', async () => {
  const lead = await makeLead(test.admin);
  const { id, customer_id } = await makeQuotation(test.admin);
  const ofLead = await makeQuotation(test.admin, { lead_id: lead.id });
  const listOf = async (path: string) =>
    (await test.admin.get<Quotation[]>(`${path}/quotations`)).body.data.map((each) => each.id);
  expect(await listOf(`/customers/${customer_id}`)).toEqual([id]);
  expect(await listOf(`/leads/${lead.id}`)).toEqual([ofLead.id]);
});

it('follows the rights of its kind', async () => {
  const { id } = await sent();
  const { client: reader } = await signInWith(test, { quotations: { read: 'all' } });
  expect((await reader.get(`/quotations/${id}`)).status).toBe(200);
  expect((await reader.put(`/quotations/${id}`, { notes: 'x' })).status).toBe(403);
  expect((await reader.post(`/quotations/${id}/order`, { force: true })).status).toBe(403);
  const { client: none } = await signInWith(test, {});
  expect((await none.get(`/quotations/${id}`)).status).toBe(403);
});

it('is reported to the person who made it when the customer decides', async () => {
  const { client } = await signInWith(test, {
    quotations: { read: 'all', create: true, update: true },
    customers: { read: 'all' },
    products: { read: 'all' },
  });
  const body = { customer_id: ids.customer, items: [line()] };
  const { id } = await makeRecord<QuotationWithLines>(client, '/quotations', body);
  await setStatus(id, 'sent');
  expect((await setStatus(id, 'accepted')).status).toBe(200);
  const titles = async () =>
    (await client.get<{ title: string }[]>('/notifications')).body.data.map(({ title }) => title);
  await expect.poll(titles).toContain('Quotation accepted');
});
