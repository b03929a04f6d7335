import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import { makeOrderOfEach, type OrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import type { TimelineItem } from '~/modules/records/records/timeline.fields';
import {
  everything,
  mergeRights,
  type RightsPatch,
} from '~/modules/organization/users/rights.rules';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';

const test = fileServer();
let created: OrderOfEach;
let sold: { customer: number; invoice: Invoice };
beforeAll(async () => {
  created = await makeOrderOfEach(test.admin);
  const fixture = await openInvoiceFixture(test.admin, { email: 'buyer@example.com' });
  const invoice = await fixture.make();
  await test.admin.post(`/invoices/${invoice.id}/send`);
  await test.admin.post('/payments', paymentBody({ invoice_id: invoice.id }));
  await makeNote(test.admin, `/customers/${invoice.customer_id}`, { text: 'Pays late' });
  sold = { customer: invoice.customer_id, invoice };
});

async function timelineOf(client: TestClient, record: string, before?: string) {
  const query = before === undefined ? '' : `?before=${before}`;
  const response = await client.get<TimelineItem[]>(`${record}/timeline${query}`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

const kindsOf = (items: readonly TimelineItem[]) => [...new Set(items.map(({ kind }) => kind))];

const withRights = async (rights: RightsPatch) =>
  (await signInWith(test, mergeRights(everything, rights))).client;

describe('a timeline', () => {
  it('of a customer has documents, mails, payments, notes and changes, the newest first', async () => {
    const items = await timelineOf(test.admin, `/customers/${sold.customer}`);
    expect(kindsOf(items).sort()).toEqual(['change', 'document', 'mail', 'note', 'payment']);
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const find = (kind: string) => items.find((item) => item.kind === kind);
    expect(find('note')).toMatchObject({ title: 'Note', text: 'Pays late' });
    expect(find('mail')?.text).toMatch(/^To buyer@example.com, /);
    expect(find('mail')?.actor).toBe('Site Administrator');
    expect(find('document')?.link).toEqual({ type: 'invoice', id: sold.invoice.id });
    expect(find('payment')?.link?.type).toBe('payment');
  });

  it('of an invoice has its mails and payments', async () => {
    const items = await timelineOf(test.admin, `/invoices/${sold.invoice.id}`);
    expect(kindsOf(items).sort()).toEqual(['change', 'mail', 'payment']);
  });

  it('of an order and of a product has what was made of them', async () => {
    const product = await timelineOf(test.admin, `/products/${created.product}`);
    expect(product.find(({ kind }) => kind === 'document')).toMatchObject({
      title: `Order ${created.order.order_number}`,
      link: { type: 'order', id: created.order.id },
    });
    expect(kindsOf(await timelineOf(test.admin, `/orders/${created.order.id}`))).toEqual([
      'change',
    ]);
  });

  it('of a change says what changed', async () => {
    const { id } = await makeLead(test.admin);
    await test.admin.put(`/leads/${id}`, { city: 'Pune' });
    const [changed, created] = await timelineOf(test.admin, `/leads/${id}`);
    expect(changed).toMatchObject({
      kind: 'change',
      title: 'Lead changed',
      text: 'City',
      changes: [{ field: 'city', before: null, after: 'Pune' }],
    });
    expect(created).toMatchObject({ title: 'Lead created', text: null });
  });

  it('is read page by page, without a gap', async () => {
    const { id } = await makeLead(test.admin);
    for (let n = 0; n < 30; n += 1) {
      await makeNote(test.admin, `/leads/${id}`, { text: `Note ${n}` });
      await test.admin.put(`/leads/${id}`, { city: `Town ${n}` });
    }
    const first = await timelineOf(test.admin, `/leads/${id}`);
    const second = await timelineOf(test.admin, `/leads/${id}`, first.at(-1)?.id);
    expect([first.length, second.length]).toEqual([50, 11]);
    const all = [...first, ...second];
    expect(new Set(all.map((item) => item.id)).size).toBe(61);
    expect(all.filter(({ kind }) => kind === 'note')).toHaveLength(30);
    expect(await timelineOf(test.admin, `/leads/${id}`, second.at(-1)?.id)).toEqual([]);
  });
});

describe('what became of a lead or of a merged record', () => {
  it('is on the timeline of the customer: the lead, its notes, files and next steps, with a link', async () => {
    const lead = await makeLead(test.admin, { company_name: 'Kaveri Looms' });
    await makeNote(test.admin, `/leads/${lead.id}`, { text: 'Wants samples' });
    await test.admin.post(`/leads/${lead.id}/next-steps`, {
      text: 'Send samples',
      due_date: '2026-12-01',
    });
    const converted = await test.admin.post<{ customer: { id: number } }>(
      `/leads/${lead.id}/convert`,
    );
    const customer = `/customers/${converted.body.data.customer.id}`;
    const link = { type: 'lead', id: lead.id };
    const items = await timelineOf(test.admin, customer);
    expect(items.filter((item) => item.link).map((item) => [item.title, item.link])).toEqual(
      expect.arrayContaining([
        ['Lead Kaveri Looms', link],
        ['Note', link],
        ['Next step for 1 Dec 2026', link],
      ]),
    );
    const blind = await withRights({ leads: { read: 'none' } });
    expect(kindsOf(await timelineOf(blind, customer))).toEqual(['change']);
  });

  it('are the changes of both, also of one that was merged before', async () => {
    const ids: number[] = [];
    for (const city of ['Pune', 'Nashik', 'Surat']) {
      const { id } = await makeLead(test.admin, { company_name: `Looms ${city}` });
      await test.admin.put(`/leads/${id}`, { city });
      ids.push(id);
    }
    const [first, second, third] = ids;
    await test.admin.post(`/leads/${second}/merge`, { other_id: third, values: {} });
    const merged = await test.admin.post<{ batch_id: number }>(`/leads/${first}/merge`, {
      other_id: second,
      values: {},
    });
    expect(merged.status, merged.body.error).toBe(200);
    const citiesOf = async () =>
      (await timelineOf(test.admin, `/leads/${first}`)).flatMap(({ changes = [], title }) =>
        changes.flatMap(({ field, after }) => (field === 'city' ? [[title, after]] : [])),
      );
    expect((await citiesOf()).toSorted()).toEqual([
      ['Lead changed', 'Pune'],
      ['Merged lead changed', 'Nashik'],
      ['Merged lead changed', 'Surat'],
    ]);
    await test.admin.post(`/batches/${merged.body.data.batch_id}/undo`);
    expect(await citiesOf()).toEqual([['Lead changed', 'Pune']]);
  });
});

describe('who may not read something', () => {
  it('does not find it on the timeline', async () => {
    const customer = `/customers/${sold.customer}`;
    const blindToInvoices = await withRights({ invoices: { read: 'none' } });
    const seen = kindsOf(await timelineOf(blindToInvoices, customer));
    expect(seen.sort()).toEqual(['change', 'note', 'payment']);
    const blindToPayments = await withRights({ payments: { read: 'none' } });
    expect(kindsOf(await timelineOf(blindToPayments, customer))).not.toContain('payment');
  });

  it('has no timeline of a hidden record, nor of one that is not there', async () => {
    const own = await withRights({ leads: { read: 'own' } });
    const { id } = await makeLead(test.admin);
    expect((await own.get(`/leads/${id}/timeline`)).status).toBe(404);
    expect((await test.admin.get('/leads/999999/timeline')).status).toBe(404);
    const none = await withRights({ leads: { read: 'none' } });
    expect((await none.get(`/leads/${id}/timeline`)).status).toBe(403);
    const wrong = await test.admin.get(`/leads/${id}/timeline?before=yesterday`);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'before must be the id of an item']);
  });
});
