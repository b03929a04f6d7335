import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeOneOfEach } from '~/app/testing/one-of-each.builders';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
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
import type { Delivery, Ping, SentDelivery, Webhook } from '../webhooks.fields';
import { failPending } from './webhooks.queries';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import {
  answering,
  deliveriesOf,
  makeWebhook,
  type Received,
  type Receiver,
  startReceiver,
} from './webhooks.builders';

const test = ownServer({ OUTBOUND_NETWORKS: '127.0.0.0/8' });
let admin: TestClient;
beforeAll(() => {
  admin = test.admin;
});
const patience = { timeout: 10_000 };
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  const { data } = (await admin.get<{ id: number }[]>('/webhooks')).body;
  for (const { id } of data) await admin.delete(`/webhooks/${id}`);
  await receiver.close();
});

/** Whether it is signed with the secret, at any time: the clock of these tests moves. */
function isSigned(secret: string, { headers, text }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Verifier(secret).sign(String(headers['webhook-id']), at, text);
  return String(headers['webhook-signature']).split(' ').includes(signature);
}

const types = () => receiver.received.map(({ body }) => body.type);
const poke = () => test.server.server.jobs.trigger('webhooks');
/** Moves the clock, in which sessions end. */
const later = async (ms: number) => {
  test.server.clock.advance(ms);
  admin = await test.server.signIn();
  poke();
};

describe('an event', () => {
  it('is sent when its act was committed, signed, with the record as it is read', async () => {
    const { secret } = await makeWebhook(admin, { url: receiver.url, events: ['lead.*'] });
    const lead = await makeLead(admin, { company_name: 'Kaveri Tools' });
    await expect.poll(types, patience).toEqual(['lead.created']);
    await admin.put(`/leads/${lead.id}`, { city: 'Pune' });
    await expect.poll(types, patience).toEqual(['lead.created', 'lead.updated']);
    await admin.delete(`/leads/${lead.id}`);
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
    await makeWebhook(admin, {
      url: receiver.url,
      events: ['lead.updated'],
      fields: ['city'],
    });
    const place = await startReceiver();
    await makeWebhook(admin, { url: place.url, workspace_id });
    const lead = await makeLead(admin);
    await admin.put(`/leads/${lead.id}`, { state: 'Goa' });
    await admin.put(`/leads/${lead.id}`, { city: 'Panaji', state: 'GA' });
    await admin.post(`/leads/${lead.id}/notes`, { text: 'Called' });
    const product = await makeProduct(admin);
    await expect.poll(types, patience).toEqual(['lead.updated']);
    expect(receiver.received[0]?.body.data['changes']).toMatchObject({ city: { to: 'Panaji' } });
    // Products belong to no workspace, leads outside of it are not its business.
    await expect
      .poll(() => place.received.map(({ body }) => [body.type, body.data['id']]), patience)
      .toEqual([['product.created', product.id]]);
    await place.close();
  });

  it('for each kind of record what the call that reads it answers', async () => {
    const ids = await makeOneOfEach(admin);
    await makeWebhook(admin, { url: receiver.url, events: ['*'] });
    const service = await makeRecord<{ id: number }>(admin, '/services', serviceBody());
    for (const kind of recordKinds) await makeNote(admin, `${callPath(kind)}/${ids[kind]}`);
    const expected = { ...ids, services: service.id };
    await expect.poll(() => receiver.received.length, patience).toBe(recordKinds.length + 1);
    for (const { body } of receiver.received) {
      const { kind, id, record } = body.data;
      expect(expected).toMatchObject({ [String(kind)]: id });
      const path = String(kind).replaceAll('_', '-');
      expect([kind, record]).toEqual([kind, (await admin.get(`/${path}/${id}`)).body.data]);
    }
  });

  it('the record of payments, advances and notes too', async () => {
    await makeWebhook(admin, { url: receiver.url });
    const fixture = await openAdvanceFixture(admin);
    const advance = await fixture.make({ customer_id: fixture.customer.id, amount: 118 });
    const invoice = await fixture.invoice(await fixture.order());
    const payment = await makeRecord<{ id: number }>(
      admin,
      '/payments',
      paymentBody({ invoice_id: invoice.id, amount: 100 }),
    );
    const made: [string, number][] = [
      ['advance.created', advance.id],
      ['payment.created', payment.id],
    ];
    for (const kind of ['credit', 'debit'] as const)
      made.push([`${kind}_note.created`, (await noteFixture(admin, invoice, kind).make([{}])).id]);
    for (const [type, id] of made) {
      const find = () => receiver.received.find(({ body }) => body.type === type)?.body.data;
      await expect.poll(find, patience).toMatchObject({ id, record: { id } });
    }
    expect(types()).toContain('invoice.partially_paid');
    expect(types().filter((type) => !isEventPattern(type))).toEqual([]);
  });

  it('nothing of what was rolled back', async () => {
    await makeWebhook(admin, { url: receiver.url });
    const refused = await admin.post('/leads', { company_name: 'Nobody' });
    expect(refused.status).toBe(400);
    const lead = await makeLead(admin);
    await expect
      .poll(() => receiver.received.map(({ body }) => body.data['id']), patience)
      .toEqual([lead.id]);
  });

  it('a bulk change as an event for each record, and undoing it', async () => {
    const leads = [await makeLead(admin), await makeLead(admin)];
    await makeWebhook(admin, { url: receiver.url });
    const ids = leads.map(({ id }) => id);
    const { batch_id } = await done(bulk(admin, 'leads', ids, { city: 'Nashik' }));
    await expect.poll(types, patience).toEqual(['lead.updated', 'lead.updated']);
    expect(receiver.received[0]?.body.data).toMatchObject({
      id: ids[0],
      changes: { city: { to: 'Nashik' } },
      record: { id: ids[0], city: 'Nashik' },
    });
    await admin.post(`/batches/${batch_id}/undo`);
    await done(bulk(admin, 'leads', ids, null));
    await expect.poll(types, patience).toHaveLength(6);
    expect(types().slice(2)).toEqual([
      'lead.updated',
      'lead.updated',
      'lead.deleted',
      'lead.deleted',
    ]);
    expect(receiver.received[5]?.body.data['record']).toMatchObject({ id: ids[1] });
  });

  it('a bulk change of orders as it is made, each once', async () => {
    const { order, orderAgain } = await makeOrderOfEach(admin);
    const ids = [order.id, (await orderAgain()).id];
    await makeWebhook(admin, { url: receiver.url, events: ['order.*', 'batch.*'] });
    const { batch_id } = await done(bulk(admin, 'orders', ids, { notes: 'Together' }));
    await expect.poll(types, patience).toEqual(['order.updated', 'order.updated']);
    await admin.post(`/batches/${batch_id}/undo`);
    await expect.poll(types, patience).toHaveLength(4);
    expect(types().slice(2)).toEqual(['order.updated', 'order.updated']);
  });

  it('an import as one event, and a change of more than 500 records', async () => {
    await makeWebhook(admin, { url: receiver.url });
    const lines = Array.from({ length: 501 }, (_, n) => `Company ${n},Ravi Iyer`);
    const file = `company_name,contact_person\n${lines.join('\n')}\n`;
    const imported = await admin.upload<{ batch_id: number }>('/leads/import', uploadOf(file));
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
    const leads = await admin.get<{ id: number; company_name: string }[]>('/leads');
    const ids = leads.body.data
      .filter((each) => each.company_name.startsWith('Company '))
      .map(({ id }) => id);
    await done(bulk(admin, 'leads', ids, { city: 'Pune' }));
    await done(bulk(admin, 'leads', ids, null));
    await expect.poll(types, patience).toHaveLength(3);
    expect(receiver.received.slice(1).map(({ body }) => body.data)).toMatchObject([
      { updated: 501, created: 0, deleted: 0 },
      { deleted: 501, created: 0, updated: 0 },
    ]);
  });
});

describe('a try that fails', () => {
  const statusOf = async (id: number) =>
    (await deliveriesOf(admin, id)).map(({ status }) => status);

  it('is made again at its times, with the same bytes and id, then given up', {
    timeout: 60_000,
  }, async () => {
    receiver.respond(answering(500));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    const gaps = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [at, gap] of gaps.entries()) {
      await later(gap * 1100);
      await expect.poll(() => receiver.received.length, patience).toBe(at + 1);
      await expect
        .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts.length, patience)
        .toBe(at + 1);
    }
    const [delivery] = await deliveriesOf(admin, id);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery?.attempts[0]).toEqual({
      at: expect.any(String),
      status: 500,
      ms: expect.any(Number),
      error: 'Answered 500',
      response: 'answer 500',
    });
    const stamps = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']));
    expect(stamps.size).toBe(10);
    for (const [first, ...rest] of [
      receiver.received.map(({ text }) => text),
      receiver.received.map(({ headers }) => headers['webhook-id']),
    ])
      expect(new Set(rest)).toEqual(new Set([first]));
    receiver.respond((response) => response.end());
    const replayed = await admin.post<Delivery>(
      `/webhooks/${id}/deliveries/${delivery?.id}/replay`,
    );
    expect(replayed.body.data).toMatchObject({ id: delivery?.id, status: 'pending' });
    await expect.poll(() => statusOf(id), patience).toEqual(['delivered']);
    expect(receiver.received.at(-1)?.text).toBe(receiver.received[0]?.text);
    const whole = await admin.get<SentDelivery>(`/webhooks/${id}/deliveries/${delivery?.id}`);
    expect(whole.body.data.body).toEqual(receiver.received[0]?.body);
  });

  it.each([
    [429, '40', 40_000],
    [503, '40', 40_000],
    [503, '999999', 86_400_000],
    [500, '40', 5500],
  ])('of %s with Retry-After %s waits for it', async (status, retryAfter, ms) => {
    receiver.respond(answering(status, { 'retry-after': retryAfter }));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    const attempted = async () => (await deliveriesOf(admin, id))[0];
    await expect.poll(async () => (await attempted())?.attempts.length, patience).toBe(1);
    const delivery = await attempted();
    const wait =
      Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempts[0]?.at ?? '');
    expect(wait).toBeLessThanOrEqual(ms);
    expect(wait).toBeGreaterThanOrEqual(Math.min(ms, 4500));
  });

  it('by 410 turns the webhook off: nothing else is sent, and what comes is held until a replay', async () => {
    receiver.respond(answering(410));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    const leads = [await makeLead(admin), await makeLead(admin), await makeLead(admin)];
    const read = async () => (await admin.get<Webhook>(`/webhooks/${id}`)).body.data;
    await expect.poll(async () => (await read()).state, patience).toBe('off');
    expect(await read()).toMatchObject({
      off_reason: 'The receiver answered 410 Gone',
      is_active: false,
    });
    await expect.poll(() => statusOf(id), patience).toEqual(['held', 'held', 'failed']);
    expect(receiver.received).toHaveLength(1);
    const notices = async () =>
      (await admin.get<{ title: string }[]>('/notifications')).body.data.map(({ title }) => title);
    await expect.poll(notices, patience).toContain('Webhook turned off');
    receiver.respond((response) => response.end());
    await makeLead(admin);
    await expect.poll(() => statusOf(id), patience).toEqual(['held', 'held', 'held', 'failed']);
    await admin.put(`/webhooks/${id}`, { is_active: true });
    const newest = await makeLead(admin);
    await expect
      .poll(() => statusOf(id), patience)
      .toEqual(['delivered', 'held', 'held', 'held', 'failed']);
    const replay = { from: '2026-01-01T00:00:00Z', status: 'held' };
    const replayed = await admin.post(`/webhooks/${id}/replay`, replay);
    expect(replayed.body.data).toEqual({ replayed: 3 });
    await expect.poll(() => receiver.received.length, patience).toBe(5);
    const ids = receiver.received.map(({ body }) => body.data['id']);
    expect(ids.slice(1, 4)).toEqual([newest.id, leads[1]?.id, leads[2]?.id]);
  });

  it('for an hour warns administrators, and for 96 turns the webhook off', async () => {
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await receiver.close();
    await makeLead(admin);
    const read = async () => (await admin.get<Webhook>(`/webhooks/${id}`)).body.data;
    await expect.poll(async () => (await read()).state, patience).toBe('failing');
    const messages = async () =>
      (await admin.get<{ message: string }[]>('/notifications')).body.data.map(
        ({ message }) => message,
      );
    const { name } = await read();
    await later(61 * 60_000);
    await expect.poll(messages, patience).toContain(`${name}: Nothing was delivered for an hour`);
    await later(96 * 3_600_000);
    await expect
      .poll(async () => (await read()).off_reason, patience)
      .toBe('Nothing was delivered for 96 hours');
    await expect.poll(messages, patience).toContain(`${name}: Nothing was delivered for 96 hours`);
    expect(
      (await messages()).filter((each) => each === `${name}: Nothing was delivered for an hour`),
    ).toHaveLength(1);
    receiver = await startReceiver();
  });

  it('is made again after the clock was set back', async () => {
    receiver.respond(answering(500));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    await expect
      .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts.length, patience)
      .toBe(1);
    receiver.respond((response) => response.end());
    await later(-48 * 3_600_000);
    await expect.poll(() => statusOf(id), patience).toEqual(['delivered']);
    await later(48 * 3_600_000);
  });
});

describe('receivers', () => {
  it('that answer nothing delay no other, and their own events no longer than a second each', {
    timeout: 60_000,
  }, async () => {
    receiver.respond(() => undefined);
    await makeWebhook(admin, { url: receiver.url });
    const quick = await startReceiver();
    await makeWebhook(admin, { url: quick.url });
    const start = performance.now();
    for (let n = 0; n < 6; n += 1) await makeLead(admin);
    await expect.poll(() => quick.received.length, patience).toBe(6);
    expect(performance.now() - start).toBeLessThan(4000);
    await expect.poll(() => receiver.received.length, patience).toBe(4);
    const order = receiver.received.map(({ body }) => body.sequence);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    await quick.close();
  });

  it('get events in the order of acts, many of them', { timeout: 60_000 }, async () => {
    await makeWebhook(admin, { url: receiver.url });
    for (let n = 0; n < 12; n += 1)
      await Promise.all(Array.from({ length: 5 }, () => makeLead(admin)));
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(60);
    const order = receiver.received.map(({ body }) => body.sequence);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  it('that are changed, deleted or given a new secret: the next try knows', async () => {
    receiver.respond(answering(500));
    const { id, secret } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    await expect
      .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts.length, patience)
      .toBe(1);
    const other = await startReceiver();
    await admin.put(`/webhooks/${id}`, { url: other.url });
    const renewed = await admin.post<{ secret: string }>(`/webhooks/${id}/secret`);
    expect(renewed.status).toBe(201);
    await later(6000);
    await expect.poll(() => other.received.length, patience).toBe(1);
    const [first] = other.received;
    for (const each of [secret, renewed.body.data.secret])
      expect(first && isSigned(each, first)).toBe(true);
    await later(25 * 3_600_000);
    await makeLead(admin);
    await expect.poll(() => other.received.length, patience).toBe(2);
    expect(String(other.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
    other.respond(answering(500));
    await makeLead(admin);
    await expect.poll(() => other.received.length, patience).toBe(3);
    await admin.delete(`/webhooks/${id}`);
    await later(7 * 3_600_000);
    await makeLead(admin);
    expect(other.received).toHaveLength(3);
    await other.close();
  });

  it('of which a redirect is no delivery', async () => {
    const elsewhere = await startReceiver();
    receiver.respond(answering(301, { location: elsewhere.url }));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    await expect
      .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts[0]?.error, patience)
      .toBe('Answered 301: redirects are not followed');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('are tested by a ping, also while the webhook is off', async () => {
    const { id, secret } = await makeWebhook(admin, { url: receiver.url, is_active: false });
    const ping = () => admin.post<Ping>(`/webhooks/${id}/test`);
    expect((await ping()).body.data).toEqual({
      ok: true,
      status: 200,
      ms: expect.any(Number),
      error: null,
    });
    const [sent] = receiver.received;
    expect(sent?.body).toMatchObject({ type: 'ping', sequence: 0, data: { webhook_id: id } });
    expect(sent && isSigned(secret, sent)).toBe(true);
    receiver.respond(answering(404));
    expect((await ping()).body.data).toMatchObject({
      ok: false,
      status: 404,
      error: 'Answered 404',
    });
    expect(await deliveriesOf(admin, id)).toEqual([]);
  });
});

it('after a restore sends nothing that was pending, and asks for secrets that cannot be opened', async () => {
  receiver.respond(answering(500));
  const { id } = await makeWebhook(admin, { url: receiver.url });
  await makeLead(admin);
  await expect
    .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts.length, patience)
    .toBe(1);
  await failPending(test.server.database.db);
  const [delivery] = await deliveriesOf(admin, id);
  expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
  expect(delivery?.attempts.at(-1)).toMatchObject({ status: null, error: 'restored' });
  await test.server.database.pool.query('update webhooks set secret = secret || $1 where id = $2', [
    'x',
    id,
  ]);
  await makeLead(admin);
  const read = async () => (await admin.get<Webhook>(`/webhooks/${id}`)).body.data;
  await expect.poll(async () => (await read()).off_reason, patience).toBe('Enter the secret again');
  const ping = await admin.post<Ping>(`/webhooks/${id}/test`);
  expect(ping.body.data).toMatchObject({ ok: false, error: 'Enter the secret again' });
});
