import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeWorkspace } from '~/modules/organization/workspaces/server/workspaces.builders';
import type { ApiKey } from '../api-keys.fields';
import { makeKey, withKey } from './api-keys.builders';

const test = fileServer();
const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

describe('API keys', () => {
  it('are shown once, and stored as a digest', async () => {
    const created = await makeKey(test.admin, {});
    expect(created.key).toMatch(/^mcrm_[\w-]{43}$/);
    expect(created.key).toContain(created.prefix);
    expect(created).toMatchObject({
      name: 'ERP',
      workspace_id: null,
      networks: null,
      calls_per_minute: 600,
      may_subscribe: false,
      created_by_name: 'Site Administrator',
      last_used_at: null,
      last_used_from: null,
      calls_today: 0,
      refused_today: 0,
    });
    const days = (Date.parse(created.expires_at) - Date.now()) / day;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThanOrEqual(365);
    const list = await test.admin.get<ApiKey[]>('/api-keys');
    const { key: _, ...stored } = created;
    expect(list.body.data).toContainEqual(stored);
    const { pool } = test.server.database;
    const text = created.key.slice('mcrm_'.length);
    for (const table of [
      'api_keys',
      'api_key_tokens',
      'audit_log',
      'activity',
      'idempotency_keys',
    ]) {
      const found = await pool.query(`select from ${table} t where t::text like $1`, [`%${text}%`]);
      expect(found.rowCount, table).toBe(0);
    }
    expect(test.server.log()).not.toContain(text);
  });

  it('are not shown again by a repeated call', async () => {
    const { id: role_id } = await makeRole(test.admin, {});
    const create = () =>
      test.admin.post<ApiKey>('/api-keys', { name: 'Twice', role_id }, { 'idempotency-key': 'k1' });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 201]);
    const { key, ...record } = first.body.data;
    expect(key).toBeDefined();
    expect(second.body.data).toEqual(record);
    const rotate = () =>
      test.admin.post<ApiKey>(`/api-keys/${record.id}/rotate`, {}, { 'idempotency-key': 'k2' });
    const [third, fourth] = [await rotate(), await rotate()];
    expect([third.status, fourth.status]).toEqual([201, 201]);
    expect(third.body.data.key).not.toBe(key);
    expect(fourth.body.data).not.toHaveProperty('key');
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(61) }, 'name'],
    [{ role_id: 1 }, 'role_id'],
    [{ role_id: 999_999 }, 'role_id'],
    [{ role_id: null }, 'role_id'],
    [{ workspace_id: 999_999 }, 'workspace_id'],
    [{ expires_at: inDays(-1) }, 'expires_at'],
    [{ expires_at: inDays(732) }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ expires_at: null }, 'expires_at'],
    [{ calls_per_minute: 9 }, 'calls_per_minute'],
    [{ calls_per_minute: 6001 }, 'calls_per_minute'],
    [{ calls_per_minute: 10.5 }, 'calls_per_minute'],
    [{ networks: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`) }, 'networks'],
    [{ networks: ['10.0.0.0/33'] }, 'networks'],
    [{ networks: ['10.0.0'] }, 'networks'],
    [{ networks: ['example.com'] }, 'networks'],
    [{ networks: '10.0.0.1' }, 'networks'],
    [{ may_subscribe: 'yes' }, 'may_subscribe'],
    [{ prefix: 'mcrm_mine' }, 'prefix'],
    [{ key: 'mcrm_mine' }, 'key'],
  ])('are refused as %j', async (body, field) => {
    const { id: role_id } = await makeRole(test.admin, {});
    const response = await test.admin.post('/api-keys', { name: 'ERP', role_id, ...body });
    expect([response.status, response.body.details.map((each) => each.field)]).toEqual([
      400,
      [field],
    ]);
  });

  it('take the greatest values', async () => {
    const networks = Array.from({ length: 20 }, (_, at) => `10.0.0.${at}`);
    const values = { expires_at: inDays(731), calls_per_minute: 6000, networks };
    expect(await makeKey(test.admin, { ...values, name: 'n'.repeat(60) })).toMatchObject(values);
  });

  it('are for administrators alone', async () => {
    const { client } = await signInNew(test.server);
    const { id } = await makeKey(test.admin, {});
    for (const response of [
      await client.get('/api-keys'),
      await client.post('/api-keys', { name: 'Mine', role_id: 2 }),
      await client.put(`/api-keys/${id}`, { name: 'Mine' }),
      await client.post(`/api-keys/${id}/rotate`, {}),
      await client.delete(`/api-keys/${id}`),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'auth.admin_required']);
    const self = await client.get('/api-keys/self');
    expect([self.status, self.body.code]).toEqual([404, 'record.not_found']);
    const feed = await client.get<{ record?: { type: string } }[]>('/activity');
    expect(JSON.stringify(feed.body.data)).not.toContain('API key');
  });

  it('change in part, and may be sent back whole', async () => {
    const { key: _, ...created } = await makeKey(test.admin, { networks: ['10.0.0.0/8'] });
    const path = `/api-keys/${created.id}`;
    const same = await test.admin.put<ApiKey>(path, created);
    expect([same.status, same.body.data]).toEqual([200, created]);
    const changed = await test.admin.put<ApiKey>(path, { name: 'Shop', networks: [] });
    expect(changed.body.data).toMatchObject({
      ...created,
      name: 'Shop',
      networks: null,
      updated_at: expect.any(String) as string,
    });
    const stale = await test.admin.put(path, { name: 'Late', updated_at: created.updated_at });
    expect([stale.status, stale.body.code]).toEqual([409, 'record.changed']);
    expect((await test.admin.put('/api-keys/999999', { name: 'None' })).status).toBe(404);
  });

  it('keep a role from being deleted', async () => {
    const role = await makeRole(test.admin, {});
    const { id, name } = await makeKey(test.admin, { role_id: role.id, name: 'Tally' });
    const refused = await test.admin.delete(`/roles/${role.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'role.in_use']);
    expect(refused.body.error).toBe('1 API key names this role. Revoke it first.');
    expect(refused.body.details).toEqual([
      { message: 'Named by Tally', record: { type: 'api_key', id, label: name } },
    ]);
    await test.admin.delete(`/api-keys/${id}`);
    expect((await test.admin.delete(`/roles/${role.id}`)).status).toBe(200);
  });

  it('have a role that is not deleted at the same time', async () => {
    const role = await makeRole(test.admin, {});
    const [created, deleted] = await Promise.all([
      test.admin.post('/api-keys', { name: 'ERP', role_id: role.id }),
      test.admin.delete(`/roles/${role.id}`),
    ]);
    expect([201, 400]).toContain(created.status);
    expect(created.status === 201).toBe(deleted.status === 409);
  });

  it('go with their workspace', async () => {
    const workspace_id = await makeWorkspace(test.server, {});
    const { id, key } = await makeKey(test.admin, { workspace_id });
    expect((await test.admin.delete(`/workspaces/${workspace_id}`)).status).toBe(200);
    const response = await withKey(test.server.client(), key).get('/api-keys/self');
    expect([response.status, response.body.code]).toEqual([401, 'auth.key_invalid']);
    const list = await test.admin.get<ApiKey[]>('/api-keys');
    expect(list.body.data.map((each) => each.id)).not.toContain(id);
  });

  it('are fifty, also when two administrators make the last ones at once', async () => {
    const { length } = (await test.admin.get<ApiKey[]>('/api-keys')).body.data;
    for (let count = length; count < 49; count += 1) await makeKey(test.admin, { role_id: 2 });
    const other = await test.server.signIn();
    const create = (client: typeof other) => client.post('/api-keys', { name: 'Last', role_id: 2 });
    const both = await Promise.all([create(test.admin), create(other)]);
    expect(statusesOf(both)).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('api_key.too_many');
    const [first] = (await test.admin.get<ApiKey[]>('/api-keys')).body.data;
    await test.admin.delete(`/api-keys/${first?.id}`);
    expect((await create(other)).status).toBe(201);
  });
});
