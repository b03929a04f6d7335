import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeKey, withKey } from '~/modules/organization/api-keys/server/api-keys.builders';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import type { Webhook } from '../webhooks.fields';
import { type Receiver, startReceiver, webhookBody } from './webhooks.builders';

const test = ownServer({ OUTBOUND_NETWORKS: '127.0.0.0/8' });
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const subscriber = async (rights: object, may_subscribe = true) => {
  const { key, id, name } = await makeKey(test.admin, { rights, may_subscribe });
  return { id, name, client: withKey(test.server.client(), key) };
};

it('a key that may subscribe has its own webhooks, of what it reads', async () => {
  const { id: key_id, client } = await subscriber({ leads: { read: 'all' } });
  const created = await client.post<Webhook & { secret: string }>(
    '/webhooks',
    webhookBody({ url: receiver.url, events: ['*'] }),
  );
  expect([created.body.error, created.status]).toEqual([undefined, 201]);
  expect(created.body.data).toMatchObject({ key_id, secret: expect.stringMatching(/^whsec_/) });
  const { id } = created.body.data;
  const ofAdmin = await test.admin.post<Webhook>('/webhooks', webhookBody());
  expect((await client.get<Webhook[]>('/webhooks')).body.data.map((each) => each.id)).toEqual([id]);
  expect((await client.get(`/webhooks/${ofAdmin.body.data.id}`)).status).toBe(404);
  expect((await client.delete(`/webhooks/${ofAdmin.body.data.id}`)).status).toBe(404);
  await test.admin.post('/customers', customerBody());
  await test.admin.post('/leads', leadBody());
  await expect.poll(() => receiver.received.map(({ body }) => body.type)).toEqual(['lead.created']);
  const { client: program, name } = await subscriber({ leads: { read: 'all', create: true } });
  expect((await program.post('/leads', leadBody())).status).toBe(201);
  await expect
    .poll(() => receiver.received.map(({ body }) => body.data.actor))
    .toEqual([
      { type: 'user', name: expect.any(String) },
      { type: 'key', name },
    ]);
  expect((await test.admin.delete(`/api-keys/${key_id}`)).status).toBe(200);
  expect((await test.admin.get(`/webhooks/${id}`)).status).toBe(404);
});

it('a key has twenty, and one that may not subscribe has none', async () => {
  const { client } = await subscriber({ leads: { read: 'all' } });
  for (let count = 0; count < 20; count += 1)
    expect((await client.post('/webhooks', webhookBody())).status).toBe(201);
  const more = await client.post('/webhooks', webhookBody());
  expect([more.status, more.body.code]).toEqual([409, 'webhook.too_many']);
  const other = await subscriber({ leads: { read: 'all' } }, false);
  const refused = await other.client.post('/webhooks', webhookBody());
  expect([refused.status, refused.body.code]).toEqual([403, 'auth.key_not_allowed']);
  expect((await client.put('/webhooks/1', {})).status).toBe(403);
});
