import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { ownServer } from '~/app/testing/test-file-server';
import { bulk } from '~/modules/records/batches/server/batches.builders';
import { uploadOf } from '~/modules/records/imports/server/imports.builders';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import {
  answering,
  deliveriesOf,
  makeWebhook,
  type Receiver,
  startReceiver,
} from './webhooks.builders';

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
const poke = () => test.server.server.jobs.trigger('webhooks');
/** Moves the clock, and looks again until it is as expected. */
const later = async (ms: number) => {
  test.server.clock.advance(ms);
  poke();
};

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
