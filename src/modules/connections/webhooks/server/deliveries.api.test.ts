import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeOneOfEach } from '~/app/testing/one-of-each.builders';
import { ownServer } from '~/app/testing/test-file-server';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { serviceBody } from '~/modules/catalogue/services/server/services.builders';
import { makeNote } from '~/modules/collaboration/notes/server/notes.builders';
import { callPath, recordKinds } from '~/modules/organization/kinds/kinds.rules';
import { isEventPattern } from '../events.rules';
import { makeProduct } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import { bulk, done } from '~/modules/records/batches/server/batches.builders';
import { makeOrderOfEach } from '~/modules/sales/orders/server/orders.builders';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeWebhook, type Receiver, startReceiver } from './webhooks.builders';

const test = ownServer({ OUTBOUND_NETWORKS: '127.0.0.0/8' });
const patience = { timeout: 10_000 };
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  const { data } = (await test.admin.get<{ id: number }[]>('/webhooks')).body;
  for (const { id } of data) await test.admin.delete(`/webhooks/${id}`);
  await receiver.close();
});

const types = () => receiver.received.map(({ body }) => body.type);
describe('an event', () => {
  it('is sent when its act was committed, signed, with the record as it is read', async () => {
    const { secret } = await makeWebhook(test.admin, { url: receiver.url, events: ['lead.*'] });
    const lead = await makeLead(test.admin, { company_name: 'Kaveri Tools' });
    await expect.poll(types, patience).toEqual(['lead.created']);
    await test.admin.put(`/leads/${lead.id}`, { city: 'Pune' });
    await expect.poll(types, patience).toEqual(['lead.created', 'lead.updated']);
    await test.admin.delete(`/leads/${lead.id}`);
    await expect.poll(types, patience).toHaveLength(3);
    const [created, updated, deleted] = receiver.received;
    for (const each of receiver.received)
      expect(
        new Verifier(secret).verify(each.text, each.headers as Record<string, string>),
      ).toEqual(each.body);
    expect(created?.headers['webhook-id']).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(created?.body.data).toMatchObject({
      kind: 'leads',
      id: lead.id,
      record: { company_name: 'Kaveri Tools' },
      changes: null,
      actor: { type: 'user' },
      url: `${test.server.server.url}/leads/${lead.id}`.replace(/:\d+/, ':0'),
    });
    expect(updated?.body.data['changes']).toEqual({ city: { from: lead.city, to: 'Pune' } });
    expect(updated?.body.data['record']).toMatchObject({ city: 'Pune' });
    expect(deleted?.body.data).toMatchObject({
      record: { company_name: 'Kaveri Tools', city: 'Pune' },
      changes: null,
    });
    const order = receiver.received.map(({ body }) => body.sequence);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });
});

describe('a webhook gets', () => {
  it('the events that it subscribed to, of its workspace, where one of its fields changed', async () => {
    const workspace_id = await makeWorkspace(test.server, {});
    await makeWebhook(test.admin, {
      url: receiver.url,
      events: ['lead.updated'],
      fields: ['city'],
    });
    const other = await startReceiver();
    await makeWebhook(test.admin, { url: other.url, workspace_id });
    const lead = await makeLead(test.admin);
    await test.admin.put(`/leads/${lead.id}`, { state: 'Goa' });
    await test.admin.put(`/leads/${lead.id}`, { city: 'Panaji', state: 'GA' });
    await test.admin.post(`/leads/${lead.id}/notes`, { text: 'Called' });
    const product = await makeProduct(test.admin);
    await expect.poll(types, patience).toEqual(['lead.updated']);
    expect(receiver.received[0]?.body.data['changes']).toMatchObject({ city: { to: 'Panaji' } });
    // Products belong to no workspace, leads outside of it are not its business.
    await expect
      .poll(() => other.received.map(({ body }) => [body.type, body.data['id']]), patience)
      .toEqual([['product.created', product.id]]);
    await other.close();
  });

  it('for each kind of record what the call that reads it answers', async () => {
    const ids = await makeOneOfEach(test.admin);
    await makeWebhook(test.admin, { url: receiver.url, events: ['*'] });
    const service = await makeRecord<{ id: number }>(test.admin, '/services', serviceBody());
    for (const kind of recordKinds) await makeNote(test.admin, `${callPath(kind)}/${ids[kind]}`);
    const expected = { ...ids, services: service.id };
    await expect.poll(() => receiver.received.length, patience).toBe(recordKinds.length + 1);
    for (const { body } of receiver.received) {
      const { kind, id, record } = body.data as { kind: string; id: number; record: unknown };
      expect(expected).toMatchObject({ [kind]: id });
      const path = kind.replaceAll('_', '-');
      expect([kind, record]).toEqual([kind, (await test.admin.get(`/${path}/${id}`)).body.data]);
    }
  });

  it('the record of payments, advances and notes too', async () => {
    await makeWebhook(test.admin, { url: receiver.url });
    const fixture = await openAdvanceFixture(test.admin);
    const advance = await fixture.make({ customer_id: fixture.customer.id, amount: 118 });
    const invoice = await fixture.invoice(await fixture.order());
    const payment = await makeRecord<{ id: number }>(
      test.admin,
      '/payments',
      paymentBody({ invoice_id: invoice.id, amount: 100 }),
    );
    const created: [string, number][] = [
      ['advance.created', advance.id],
      ['payment.created', payment.id],
    ];
    for (const kind of ['credit', 'debit'] as const)
      created.push([
        `${kind}_note.created`,
        (await noteFixture(test.admin, invoice, kind).make([{}])).id,
      ]);
    for (const [type, id] of created) {
      const find = () => receiver.received.find(({ body }) => body.type === type)?.body.data;
      await expect.poll(find, patience).toMatchObject({ id, record: { id } });
    }
    expect(types()).toContain('invoice.partially_paid');
    expect(types().filter((type) => !isEventPattern(type))).toEqual([]);
  });

  it('nothing of what was rolled back', async () => {
    await makeWebhook(test.admin, { url: receiver.url });
    const refused = await test.admin.post('/leads', { company_name: 'Nobody' });
    expect(refused.status).toBe(400);
    const lead = await makeLead(test.admin);
    await expect
      .poll(() => receiver.received.map(({ body }) => body.data['id']), patience)
      .toEqual([lead.id]);
  });

  it('a bulk change as an event for each record, and undoing it', async () => {
    const leads = [await makeLead(test.admin), await makeLead(test.admin)];
    await makeWebhook(test.admin, { url: receiver.url });
    const ids = leads.map(({ id }) => id);
    const { batch_id } = await done(bulk(test.admin, 'leads', ids, { city: 'Nashik' }));
    await expect.poll(types, patience).toEqual(['lead.updated', 'lead.updated']);
    expect(receiver.received[0]?.body.data).toMatchObject({
      id: ids[0],
      changes: { city: { to: 'Nashik' } },
      record: { id: ids[0], city: 'Nashik' },
    });
    await test.admin.post(`/batches/${batch_id}/undo`);
    await done(bulk(test.admin, 'leads', ids, null));
    await expect.poll(types, patience).toHaveLength(6);
    expect(types().slice(2)).toEqual([
      'lead.updated',
      'lead.updated',
      'lead.deleted',
      'lead.deleted',
    ]);
    // The bulk changes left a later version.
    const deleted = receiver.received[5]?.body.data['record'] as Lead;
    expect(leads[1]).toMatchObject({ ...deleted, updated_at: leads[1]?.updated_at });
    expect(deleted).toMatchObject({ id: ids[1], custom: {} });
  });

  it('a bulk change of custom fields by key, which lets the webhooks of these fields through', async () => {
    for (const label of ['Alloy', 'Coat'])
      await makeRecord(test.admin, '/custom-fields', { kind: 'leads', label, type: 'text' });
    const { id } = await makeLead(test.admin);
    await test.admin.put(`/leads/${id}`, { custom: { alloy: 'EN8' } });
    const events = ['lead.updated'];
    await makeWebhook(test.admin, { url: receiver.url, events, fields: ['custom.alloy'] });
    await done(bulk(test.admin, 'leads', [id], { custom: { coat: 'Zinc' } }));
    await done(bulk(test.admin, 'leads', [id], { custom: { alloy: 'EN9' } }));
    await expect
      .poll(() => receiver.received.map(({ body }) => body.data['changes']), patience)
      .toEqual([{ 'custom.alloy': { from: 'EN8', to: 'EN9' } }]);
  });

  it('a bulk change of orders as it is made, each once', async () => {
    const { order, orderAgain } = await makeOrderOfEach(test.admin);
    const ids = [order.id, (await orderAgain()).id];
    await makeWebhook(test.admin, { url: receiver.url, events: ['order.*', 'batch.*'] });
    const { batch_id } = await done(bulk(test.admin, 'orders', ids, { notes: 'Together' }));
    await expect.poll(types, patience).toEqual(['order.updated', 'order.updated']);
    await test.admin.post(`/batches/${batch_id}/undo`);
    await expect.poll(types, patience).toHaveLength(4);
    expect(types().slice(2)).toEqual(['order.updated', 'order.updated']);
  });

  it('an import as one event, and a change of more than 500 records', async () => {
    await makeWebhook(test.admin, { url: receiver.url });
    const lines = Array.from({ length: 501 }, (_, n) => `Company ${n},Ravi Iyer`);
    const file = `company_name,contact_person\n${lines.join('\n')}\n`;
    const imported = await test.admin.upload<{ batch_id: number }>('/leads/import', uploadOf(file));
    const { batch_id } = imported.body.data;
    await expect.poll(types, patience).toEqual(['batch.completed']);
    expect(receiver.received[0]?.body.data).toEqual({
      batch_id,
      list: 'leads',
      created: 501,
      updated: 0,
      deleted: 0,
      actor: { type: 'user', name: expect.any(String) },
    });
    const leads = await test.admin.get<{ id: number; company_name: string }[]>('/leads');
    const ids = leads.body.data
      .filter((each) => each.company_name.startsWith('Company '))
      .map(({ id }) => id);
    await done(bulk(test.admin, 'leads', ids, { city: 'Pune' }));
    await done(bulk(test.admin, 'leads', ids, null));
    await expect.poll(types, patience).toHaveLength(3);
    expect(receiver.received.slice(1).map(({ body }) => body.data)).toMatchObject([
      { updated: 501, created: 0, deleted: 0 },
      { deleted: 501, created: 0, updated: 0 },
    ]);
  });
});
