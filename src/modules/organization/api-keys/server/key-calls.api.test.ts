import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Caller } from '~/kit/server/testing/test-calls';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { everything } from '~/modules/organization/users/rights.rules';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import { notificationsOf } from '~/modules/collaboration/notifications/server/notifications.builders';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import type { ApiKey } from '../api-keys.fields';
import { makeKey, withKey } from './api-keys.builders';

const test = fileServer();
const outcomeOf = (response: { status: number; body: { code: string } }) => [
  response.status,
  response.body.code,
];

async function makeCaller(
  values: Parameters<typeof makeKey>[1] = { rights: everything },
): Promise<{ created: ApiKey; key: string; caller: Caller }> {
  const created = await makeKey(test.admin, values);
  return { created, key: created.key, caller: withKey(test.server.client(), created.key) };
}

describe('a call with an API key', () => {
  it('says what the key may do', async () => {
    const { created, caller } = await makeCaller({
      rights: { leads: { read: 'own', create: true }, customers: { read: 'workspace' } },
    });
    const self = await caller.get<{ rights: typeof everything }>('/api-keys/self');
    expect(self.body.data).toMatchObject({
      name: 'ERP',
      role: expect.stringContaining('Role ') as string,
      workspace_id: null,
      expires_at: created.expires_at,
      rights: { leads: { read: 'none', create: true }, customers: { read: 'all' } },
    });
    expect(outcomeOf(await caller.get('/leads'))).toEqual([403, 'auth.right_missing']);
    expect((await caller.post('/leads', leadBody())).status).toBe(201);
    expect((await caller.get('/customers')).status).toBe(200);
  });

  it('follows its role from the next call on', async () => {
    const role = await makeRole(test.admin, {});
    const { caller } = await makeCaller({ role_id: role.id });
    expect((await caller.get('/leads')).status).toBe(403);
    await test.admin.put(`/roles/${role.id}`, { rights: { leads: { read: 'all' } } });
    expect((await caller.get('/leads')).status).toBe(200);
  });

  it('needs the key as it is, once, in its header', async () => {
    const { key } = await makeCaller();
    const by = (authorization: string) =>
      test.admin.get('/leads', { authorization }).then(outcomeOf);
    const invalid = [401, 'auth.key_invalid'];
    expect(await by(`Bearer ${key}`)).toEqual([200, undefined]);
    expect(await by(`bearer ${key}`)).toEqual([200, undefined]);
    // The cookies are those of an administrator.
    expect(await by(`Bearer ${key.toUpperCase()}`)).toEqual(invalid);
    expect(await by(`Bearer ${key}x`)).toEqual(invalid);
    expect(await by(`Bearer ${key.slice(5)}`)).toEqual(invalid);
    expect(await by('Bearer mcrm_')).toEqual(invalid);
    expect(await by('Bearer')).toEqual(invalid);
    expect(await by(`Bearer ${key}, Bearer ${key}`)).toEqual(invalid);
    const twice = await fetchTwice(key);
    expect(twice).toEqual(invalid);
    const anonymous = test.server.client();
    const refused = [401, 'auth.not_signed_in'];
    expect(outcomeOf(await anonymous.get(`/leads?key=${key}&access_token=${key}`))).not.toEqual([
      200,
      undefined,
    ]);
    for (const name of ['access_token', '__Host-access_token', 'authorization'])
      anonymous.cookies.set(name, key);
    expect(outcomeOf(await anonymous.get('/leads'))).toEqual(refused);
    expect(outcomeOf(await anonymous.get('/leads', { authorization: 'Basic YTpi' }))).toEqual(
      refused,
    );
  });

  it('is not made at a socket', async () => {
    const { key } = await makeCaller();
    const response = await fetch(`${test.server.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([response.status, await response.json()]).toEqual([
      403,
      { code: 4, message: 'auth.key_not_allowed' },
    ]);
  });

  it('stays in the workspace of the key', async () => {
    const [own, other] = [
      await makeWorkspace(test.server, {}),
      await makeWorkspace(test.server, {}),
    ];
    const inWorkspace = async (id: number | null) => {
      await chooseWorkspace(test.server, 1, id);
      return makeRecord<Lead>(test.admin, '/leads', leadBody());
    };
    const [inside, outside, nowhere] = [
      await inWorkspace(own),
      await inWorkspace(other),
      await inWorkspace(null),
    ];
    const { caller } = await makeCaller({ rights: everything, workspace_id: own });
    const list = await caller.get<Lead[]>('/leads');
    expect(list.body.data.map(({ id }) => id)).toEqual([inside.id]);
    expect((await caller.get(`/leads/${inside.id}`)).status).toBe(200);
    for (const { id } of [outside, nowhere]) {
      expect((await caller.get(`/leads/${id}`)).status).toBe(404);
      expect((await caller.put(`/leads/${id}`, { company_name: 'Mine' })).status).toBe(404);
      expect((await caller.post(`/leads/${id}/notes`, { text: 'Mine' })).status).toBe(404);
      expect((await caller.delete(`/leads/${id}`)).status).toBe(404);
    }
    const created = await makeRecord<Lead>(caller, '/leads', leadBody({ company_name: 'Vaigai' }));
    expect(created.workspace_id).toBe(own);
    await chooseWorkspace(test.server, 1, other);
    await makeRecord<Lead>(test.admin, '/leads', leadBody({ company_name: 'Vaigai' }));
    await chooseWorkspace(test.server, 1, null);
    const found = await caller.get<{ id: number }[]>('/search?q=Vaigai');
    expect(found.body.data.map(({ id }) => id)).toEqual([created.id]);
    const whole = await makeCaller();
    const ids = (await whole.caller.get<Lead[]>('/leads')).body.data.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([inside.id, outside.id, nowhere.id, created.id]));
    const { pool } = test.server.database;
    await test.admin.put('/settings', { workspace_isolation: true });
    expect((await whole.caller.get<Lead[]>('/leads')).body.data.length).toBe(ids.length);
    await test.admin.put('/settings', { workspace_isolation: false });
    const stored = await pool.query<{ created_by: number | null }>(
      'select created_by from leads where id = $1',
      [created.id],
    );
    expect(stored.rows).toEqual([{ created_by: null }]);
  });

  it('is named by its key in the feed, the history, the timeline and the log', async () => {
    const { created, caller } = await makeCaller();
    const lead = await makeRecord<Lead & { created_by_name: string }>(caller, '/leads', leadBody());
    await caller.put(`/leads/${lead.id}`, { company_name: 'By a program' });
    const note = await makeRecord<object>(caller, `/leads/${lead.id}/notes`, { text: 'Seen' });
    const due_date = '2026-12-24';
    const step = await makeRecord<object>(caller, `/leads/${lead.id}/next-steps`, {
      text: 'Call',
      due_date,
    });
    const actor = 'ERP (API key)';
    expect(note).toMatchObject({ created_by: null, created_by_name: actor });
    expect(step).toMatchObject({ created_by: null, assigned_to: null });
    // What a program does is news to people.
    const newest = async () =>
      (await notificationsOf(test.admin)).find(({ record }) => record?.id === lead.id);
    await expect.poll(newest).toMatchObject({ title: 'Lead created', user_name: actor });
    const feed = await test.admin.get<{ user_name: string }[]>('/activity?limit=4');
    expect(feed.body.data.map(({ user_name }) => user_name)).toEqual([actor, actor, actor, actor]);
    const history = await test.admin.get<{ actor: string }[]>(`/history/leads/${lead.id}`);
    expect(history.body.data.map((each) => each.actor)).toEqual([actor, actor]);
    const timeline = await test.admin.get<unknown>(`/leads/${lead.id}/timeline`);
    const actors = JSON.stringify(timeline.body.data).match(/"actor":"[^"]*"/g);
    expect(new Set(actors)).toEqual(new Set([`"actor":"${actor}"`]));
    const { pool } = test.server.database;
    const log = await pool.query(
      `select user_id, session_id, address from audit_log where entity = 'leads' and record = $1`,
      [String(lead.id)],
    );
    expect(log.rows[0]).toEqual({ user_id: -created.id, session_id: null, address: '127.0.0.1' });
  });

  it('makes bulk changes and imports, of which the key is the owner', async () => {
    const { key, caller } = await makeCaller();
    const { id } = await makeRecord<Lead>(caller, '/leads', leadBody());
    const bulk = await caller.post<{ batch_id: number }>('/bulk/leads', {
      action: 'update',
      ids: [id],
      values: { company_name: 'All at once' },
    });
    expect(bulk.status).toBe(200);
    const batches =
      await test.admin.get<{ created_by: number | null; created_by_name: string }[]>('/batches');
    expect(batches.body.data[0]).toMatchObject({
      created_by: null,
      created_by_name: 'ERP (API key)',
    });
    const form = new FormData();
    const csv = 'Company Name,Contact Person,Email,Phone\nBy file,Asha,a@example.com,9876543210\n';
    form.append('csvFile', new Blob([csv], { type: 'text/csv' }), 'leads.csv');
    const imported = await test.server
      .client()
      .send<{ created: number; job_id: number }>('POST', '/leads/import', form, {
        authorization: `Bearer ${key}`,
      });
    expect([imported.status, imported.body.data.created]).toEqual([200, 1]);
    const path = `/leads/imports/${imported.body.data.job_id}`;
    expect((await caller.get(path)).status).toBe(200);
    expect((await test.admin.get(path)).status).toBe(404);
  });

  it('has its own Idempotency-Keys', async () => {
    const [one, other] = [await makeCaller(), await makeCaller()];
    const body = leadBody();
    const send = async (caller: Caller) => {
      const headers = { 'idempotency-key': 'the same' };
      return (await caller.post<Lead>('/leads', body, headers)).body.data.id;
    };
    const first = await send(one.caller);
    expect(await send(one.caller)).toBe(first);
    expect(await send(other.caller)).not.toBe(first);
    expect(await send(test.admin)).not.toBe(first);
  });

  it('reads changes since its own cursor, and windows', async () => {
    const { caller } = await makeCaller();
    const list = await caller.get('/leads');
    const cursor = list.headers.get('list-cursor') ?? '';
    const lead = await makeRecord<Lead>(caller, '/leads', leadBody());
    const changes = await caller.get<{ full: boolean; rows: Lead[] }>(
      `/leads?since=${encodeURIComponent(cursor)}`,
    );
    expect(changes.body.data.full).toBe(false);
    expect(changes.body.data.rows.map(({ id }) => id)).toEqual([lead.id]);
    expect((await caller.get('/leads?limit=1')).status).toBe(200);
  });

  it('ends with the key, at once', async () => {
    const { created, caller } = await makeCaller();
    expect((await caller.get('/leads')).status).toBe(200);
    expect((await test.admin.delete(`/api-keys/${created.id}`)).status).toBe(200);
    expect(outcomeOf(await caller.get('/leads'))).toEqual([401, 'auth.key_invalid']);
    expect((await test.admin.delete(`/api-keys/${created.id}`)).status).toBe(404);
  });

  it('still works when the administrator who made the key is gone', async () => {
    const user = await makeUser(test.server, { role: 'admin' });
    const other = await test.server.signIn(user.username, user.password);
    const created = await makeKey(other, { rights: everything });
    await test.admin.put(`/users/${user.id}`, { role: 'user', is_active: false });
    expect((await test.admin.delete(`/users/${user.id}`)).status).toBe(200);
    const caller = withKey(test.server.client(), created.key);
    expect((await caller.get('/leads')).status).toBe(200);
  });

  it('is counted, and the list shows it', async () => {
    const { created, caller } = await makeCaller();
    await caller.get('/leads');
    await caller.get('/leads');
    await caller.get('/users');
    const list = await test.admin.get<ApiKey[]>('/api-keys');
    const shown = list.body.data.find(({ id }) => id === created.id);
    expect(shown).toMatchObject({
      calls_today: 3,
      refused_today: 1,
      last_used_from: '127.0.0.1',
      updated_at: created.updated_at,
    });
    expect(Date.now() - Date.parse(shown?.last_used_at ?? '')).toBeLessThan(60_000);
  });
});

/** Two headers need a bare connection: `fetch` joins them. */
async function fetchTwice(key: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const authorization = [`Bearer ${key}`, `Bearer ${key}`];
    const sent = request(`${test.server.url}/api/leads`, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve([response.statusCode, (JSON.parse(text) as { code: string }).code]),
      );
    });
    sent.setHeader('authorization', authorization);
    sent.on('error', reject).end();
  });
}
