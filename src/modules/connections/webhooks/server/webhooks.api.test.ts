import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { Webhook } from '../webhooks.fields';
import { eventTypes } from '../events.rules';
import { mostWebhooks } from '../webhooks.rules';
import { deliveriesOf, makeWebhook, webhookBody } from './webhooks.builders';

const test = fileServer();

describe('adding a webhook', () => {
  it('answers with its secret once, which no other call shows and no table holds', async () => {
    const key = { 'idempotency-key': 'webhook-1' };
    const body = webhookBody({ events: ['lead.created', 'order.*'], fields: [] });
    const first = await test.admin.post<Webhook & { secret: string }>('/webhooks', body, key);
    expect(first.status).toBe(201);
    const { secret, ...webhook } = first.body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      ...body,
      fields: null,
      workspace_id: null,
      is_active: true,
      state: 'ok',
      off_reason: null,
      failing_since: null,
      last_delivery_at: null,
      key_id: null,
    });
    const again = await test.admin.post('/webhooks', body, key);
    expect([again.status, again.body.data]).toEqual([201, webhook]);
    expect((await test.admin.get(`/webhooks/${webhook.id}`)).body.data).toEqual(webhook);
    expect((await test.admin.get('/webhooks')).body.data).toEqual([webhook]);
    const { rows } = await test.server.database.pool.query<{ text: string }>(
      `select w::text || coalesce((select string_agg(k::text, '') from idempotency_keys k), '')
        || (select string_agg(l::text, '') from audit_log l) || (select string_agg(a::text, '') from activity a)
        as text from webhooks w where id = $1`,
      [webhook.id],
    );
    expect(rows[0]?.text).not.toContain(secret);
    expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString('hex'));
    expect(test.server.log()).not.toContain(secret);
  });

  it.each<[Record<string, unknown>, string, string]>([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
    [{ name: 'n'.repeat(101) }, 'name', 'Name cannot exceed 100 characters'],
    [{ url: '' }, 'url', 'Address is required'],
    [
      { url: `https://93.184.216.34/${'a'.repeat(2000)}` },
      'url',
      'Address cannot exceed 2000 characters',
    ],
    [{ events: [] }, 'events', 'Select at least one event'],
    [
      { events: ['lead.sold'] },
      'events.0',
      'Events must be types, such as lead.created, lead.* or *',
    ],
    [
      { events: ['user.created'] },
      'events.0',
      'Events must be types, such as lead.created, lead.* or *',
    ],
    [{ events: ['*', ' '] }, 'events.1', 'Events must be types, such as lead.created, lead.* or *'],
    [{ events: Array(101).fill('*') }, 'events', 'At most 100 events can be selected'],
    [{ fields: ['Status'] }, 'fields.0', 'Fields must be names of fields'],
    [{ fields: Array(101).fill('city') }, 'fields', 'At most 100 fields can be named'],
    [{ workspace_id: 99 }, 'workspace_id', 'Workspace not found'],
  ])('refuses what is out of its rules %#', async (values, field, message) => {
    const { status, body } = await test.admin.post('/webhooks', { ...webhookBody(), ...values });
    expect([status, body.code, body.error]).toEqual([400, 'input.invalid', message]);
    expect(body.details[0]).toMatchObject({ field, message });
  });

  it('takes fields by name, also those of custom fields', async () => {
    for (const key of ['grade', 'id'])
      await makeRecord(test.admin, '/custom-fields', {
        kind: 'leads',
        label: `Own ${key}`,
        type: 'text',
        key,
      });
    const fields = ['current_stage_id', 'custom.grade', 'custom.id'];
    const webhook = await makeWebhook(test.admin, { fields });
    expect(webhook).toMatchObject({ fields });
    const path = `/webhooks/${webhook.id}`;
    // Those that are stored stay with any events.
    const other = await test.admin.put(path, {
      events: ['order.*'],
      fields: [...fields, 'status', 'items'],
    });
    expect([other.status, other.body.error]).toEqual([200, undefined]);
    const refused = await test.admin.put(path, { fields: ['status', 'current_stage_id', 'city'] });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'fields.2', message: 'The selected events have no field "city"' }],
    ]);
  });

  it.each([
    [['*'], 'nope'],
    [['*'], 'custom.nope'],
    [['lead.*'], 'order_number'],
    [['order.updated'], 'custom.grade'],
    [['batch.completed'], 'city'],
  ])('refuses of %j the field %s, which none of their records has', async (events, name) => {
    const { status, body } = await test.admin.post(
      '/webhooks',
      webhookBody({ events, fields: [name] }),
    );
    expect([status, body.code, body.details]).toEqual([
      400,
      'input.invalid',
      [{ field: 'fields.0', message: `The selected events have no field "${name}"` }],
    ]);
  });

  it('takes a field of each kind of records', async () => {
    const types = new Set(eventTypes.map(({ type }) => type.split('.')[0]));
    types.delete('batch');
    for (const type of types) {
      const fields = [type === 'lot' ? 'lot_number' : 'created_at'];
      const webhook = await makeWebhook(test.admin, { events: [`${type}.*`], fields });
      expect(webhook.fields, type).toEqual(fields);
      await test.admin.delete(`/webhooks/${webhook.id}`);
    }
  });

  it.each([
    ['http://93.184.216.34/', 'The address must start with https://'],
    ['https://asha:secret@93.184.216.34/', 'The address cannot contain a user name or password'],
    ['https://127.0.0.1/', 'The address leads to a private network'],
    ['https://[::]/', 'The address leads to a private network'],
    ['https://2130706433/', 'The address leads to a private network'],
    ['https://[::ffff:10.0.0.1]/', 'The address leads to a private network'],
    ['nonsense', 'The address must start with https://'],
  ])('refuses the address %s', async (url, message) => {
    const { status, body } = await test.admin.post('/webhooks', webhookBody({ url }));
    expect([status, body.code, body.error]).toEqual([400, 'webhook.address_refused', message]);
    expect(body.details).toEqual([{ field: 'url', message }]);
    const { id } = await makeWebhook(test.admin);
    expect((await test.admin.put(`/webhooks/${id}`, { url })).body.code).toBe(
      'webhook.address_refused',
    );
  });

  it('is refused where there are as many as there may be, also of two at once', async () => {
    const { pool } = test.server.database;
    const own = await pool.query<{ n: number }>('select count(*)::integer as n from webhooks');
    await pool.query(
      `insert into webhooks (name, url, events, is_active, created_at, updated_at)
        select 'Filler', 'https://93.184.216.34/', '{*}', false, now(), now() from generate_series(1, $1)`,
      [mostWebhooks - 1 - (own.rows[0]?.n ?? 0)],
    );
    const add = () => test.admin.post('/webhooks', webhookBody());
    const responses = await Promise.all([add(), add()]);
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect([refused?.body.code, refused?.body.error]).toEqual([
      'webhook.too_many',
      'There can be at most 100 webhooks',
    ]);
    await pool.query(`delete from webhooks where name = 'Filler'`);
  });
});

describe('a webhook', () => {
  it('gets what is done after it was made, and nothing of before', async () => {
    const before = await makeWebhook(test.admin, { events: ['lead.created'] });
    const earlier = await makeLead(test.admin);
    const webhook = await makeWebhook(test.admin, { events: ['lead.created'] });
    const later = await makeLead(test.admin);
    const idsOf = async (id: number) => {
      const { rows } = await test.server.database.pool.query<{ record: number }>(
        `select (e.act::jsonb -> 'data' ->> 'id')::integer as record from webhook_deliveries d
          join webhook_events e on e.id = d.event_id where d.webhook_id = $1 order by e.id`,
        [id],
      );
      return rows.map(({ record }) => record);
    };
    await expect.poll(() => idsOf(before.id), { timeout: 15_000 }).toEqual([earlier.id, later.id]);
    expect(await idsOf(webhook.id)).toEqual([later.id]);
    for (const { id } of [before, webhook]) await test.admin.delete(`/webhooks/${id}`);
  });

  it('is changed in part, refuses an older version, and is logged', async () => {
    const webhook = await makeWebhook(test.admin);
    const path = `/webhooks/${webhook.id}`;
    const { updated_at } = webhook;
    const changed = await test.admin.put<Webhook>(path, { events: ['lead.*'], updated_at });
    expect(changed.body.data).toMatchObject({ events: ['lead.*'], name: webhook.name });
    const stale = await test.admin.put(path, { name: 'Other', updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed']);
    const feed = await test.admin.get<{ title: string; message: string }[]>('/activity');
    expect(feed.body.data[0]).toMatchObject({ title: 'Webhook updated' });
  });

  it('that is sent back whole is unchanged', async () => {
    const { secret: _secret, ...webhook } = await makeWebhook(test.admin);
    const { status, body } = await test.admin.put(`/webhooks/${webhook.id}`, webhook);
    expect([status, body.data]).toEqual([200, webhook]);
  });

  it('is off when it is turned off, and deleted with its deliveries', async () => {
    const { id } = await makeWebhook(test.admin);
    const off = await test.admin.put<Webhook>(`/webhooks/${id}`, { is_active: false });
    expect(off.body.data).toMatchObject({ state: 'off', is_active: false, off_reason: null });
    expect((await test.admin.delete(`/webhooks/${id}`)).body.data).toEqual({ id });
    for (const path of ['', '/deliveries', '/deliveries/1'])
      expect((await test.admin.get(`/webhooks/${id}${path}`)).status).toBe(404);
    expect((await test.admin.post(`/webhooks/${id}/test`)).status).toBe(404);
  });

  it('of a workspace goes with it', async () => {
    const workspace_id = await makeWorkspace(test.server, {});
    const { id } = await makeWebhook(test.admin, { workspace_id });
    expect((await test.admin.delete(`/workspaces/${workspace_id}`)).status).toBe(200);
    expect((await test.admin.get(`/webhooks/${id}`)).status).toBe(404);
  });

  it('is for administrators alone, and so are its lines of the feed', async () => {
    const { id } = await makeWebhook(test.admin, { name: 'Unmistakable' });
    const { client } = await signInNew(test.server);
    const calls = [
      client.get('/webhooks'),
      client.get('/webhooks/events'),
      client.get(`/webhooks/${id}`),
      client.get(`/webhooks/${id}/deliveries`),
      client.post('/webhooks', webhookBody()),
      client.put(`/webhooks/${id}`, { name: 'Other' }),
      client.delete(`/webhooks/${id}`),
      client.post(`/webhooks/${id}/secret`),
      client.post(`/webhooks/${id}/test`),
      client.post(`/webhooks/${id}/replay`, { from: '2026-01-01T00:00:00Z' }),
    ];
    for (const call of calls) expect((await call).body.code).toBe('auth.admin_required');
    expect(JSON.stringify((await client.get('/activity')).body)).not.toContain('Unmistakable');
    expect(JSON.stringify((await test.admin.get('/activity')).body)).toContain('Unmistakable');
  });
});

describe('the calls about deliveries', () => {
  it.each([
    ['?status=lost', 'The status must be pending, delivered, failed or held'],
    ['?before=x', 'Before must be the id of a delivery'],
  ])('refuse %s', async (query, message) => {
    const { id } = await makeWebhook(test.admin);
    const { status, body } = await test.admin.get(`/webhooks/${id}/deliveries${query}`);
    expect([status, body.error]).toEqual([400, message]);
  });

  it.each([
    [{}, 'from', 'From must be an instant'],
    [{ from: '2026-11-29' }, 'from', 'From must be an instant'],
    [{ from: '2026-11-29T00:00:00Z', to: 'now' }, 'to', 'To must be an instant'],
    [
      { from: '2026-11-29T00:00:00+05:30', to: '2026-11-28T18:29:59Z' },
      'to',
      'To cannot be before from',
    ],
    [
      { from: '2026-11-29T00:00:00Z', status: 'pending' },
      'status',
      'The status must be delivered, failed or held',
    ],
  ])('refuse to replay %j', async (given, field, message) => {
    const { id } = await makeWebhook(test.admin);
    const { status, body } = await test.admin.post(`/webhooks/${id}/replay`, given);
    expect([status, body.details]).toEqual([400, [{ field, message }]]);
  });

  it('refuse to replay more than 10,000, and anything while the webhook is off', async () => {
    const { id } = await makeWebhook(test.admin, { is_active: false });
    const { pool } = test.server.database;
    await pool.query(
      `with e as (insert into webhook_events (event_id, type, act, created_at)
          select 'evt_many_' || n, 'lead.created', '{}', now() from generate_series(1, 10001) n returning id)
        insert into webhook_deliveries (webhook_id, event_id, status, created_at)
        select $1, id, 'held', now() from e`,
      [id],
    );
    const replay = () =>
      test.admin.post(`/webhooks/${id}/replay`, { from: '2020-01-01T00:00:00Z', status: 'held' });
    const off = await replay();
    expect([off.status, off.body.code]).toEqual([409, 'webhook.off']);
    await pool.query(`update webhooks set is_active = true where id = $1`, [id]);
    const many = await replay();
    expect([many.status, many.body.code, many.body.error]).toEqual([
      409,
      'webhook.too_many_deliveries',
      'More than 10,000 deliveries match. Choose a shorter period.',
    ]);
    const [newest] = await deliveriesOf(test.admin, id);
    const page = await deliveriesOf(test.admin, id, `?status=held&before=${newest?.id}`);
    expect(page).toHaveLength(50);
    expect(page[0]?.id).toBeLessThan(newest?.id ?? 0);
    expect((await test.admin.get(`/webhooks/${id}/deliveries/999999999`)).status).toBe(404);
    await test.admin.delete(`/webhooks/${id}`);
    await pool.query(`delete from webhook_events`);
  });
});

it('lists every type of event with a label and a sample', async () => {
  const { data } = (
    await test.admin.get<{ type: string; label: string; sample: object }[]>('/webhooks/events')
  ).body;
  expect(data.find(({ type }) => type === 'lead.updated')).toEqual({
    type: 'lead.updated',
    label: 'Lead: updated',
    sample: {
      type: 'lead.updated',
      timestamp: '2026-12-01T09:30:00.000Z',
      sequence: 1,
      data: {
        kind: 'leads',
        id: 1,
        label: 'Example',
        record: expect.objectContaining({ id: 1, company_name: 'Example', custom: {} }),
        changes: { email: { from: null, to: 'Example' } },
        actor: { type: 'user', name: 'Asha Rao' },
        url: expect.stringMatching(/\/leads\/1$/),
      },
    },
  });
  const types = data.map(({ type }) => type);
  for (const type of ['invoice.partially_paid', 'credit_note.issued', 'batch.completed'])
    expect(types).toContain(type);
  const lead = await makeLead(test.admin);
  for (const { sample, type } of data) {
    const { record, changes, batch_id } = (sample as { data: Record<string, object> }).data;
    if (batch_id) continue;
    expect(Object.keys(record ?? {}).length, type).toBeGreaterThan(5);
    if (changes) expect(record, type).toHaveProperty(Object.keys(changes));
    if (type === 'lead.created')
      expect(Object.keys(record ?? {}).toSorted()).toEqual(Object.keys(lead).toSorted());
  }
});
