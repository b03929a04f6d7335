import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { ownServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import type { Delivery, Ping, SentDelivery, Webhook } from '../webhooks.fields';
import { failPending } from './webhooks.queries';
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

const poke = () => test.server.server.jobs.trigger('webhooks');
/** Moves the clock, in which sessions end. */
const later = async (ms: number) => {
  test.server.clock.advance(ms);
  admin = await test.server.signIn();
  poke();
};

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
    expect((await deliveriesOf(admin, id))[0]?.attempts).toMatchObject([
      { status: 200, response: null },
    ]);
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
    // A receiver that a busy machine makes slow gets an event a second time.
    const order = () => [...new Set(receiver.received.map(({ body }) => body.sequence))];
    await expect.poll(() => order().length, { timeout: 30_000 }).toBe(60);
    expect(order()).toEqual(order().toSorted((one, other) => one - other));
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

  it('whose redirect does not count as a delivery', async () => {
    const target = await startReceiver();
    receiver.respond(answering(301, { location: target.url }));
    const { id } = await makeWebhook(admin, { url: receiver.url });
    await makeLead(admin);
    await expect
      .poll(async () => (await deliveriesOf(admin, id))[0]?.attempts[0]?.error, patience)
      .toBe('Answered 301: redirects are not followed');
    expect(target.received).toEqual([]);
    await target.close();
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
