import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { View } from '../views.fields';

const test = fileServer();
const state = {
  filters: { status: 'qualified' },
  columns: ['company_name', 'no_longer_there'],
  sort: { key: 'company_name', direction: 'asc' },
  layout: 'list',
} as const;

let asha: Awaited<ReturnType<typeof person>>;
let ravi: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  [asha, ravi] = [await person(), await person()];
});

const person = () => signInNew<TestClient>(test.server);

let names = 0;
function viewBody(values: object = {}) {
  names += 1;
  return { list: 'leads', name: `View ${names}`, state, ...values };
}

const make = (client: TestClient, values?: object): Promise<View> =>
  makeRecord<View>(client, '/views', viewBody(values));

const listOf = async (client: TestClient, query = ''): Promise<View[]> =>
  (await client.get<View[]>(`/views${query}`)).body.data;

const defaultsOf = async (client: TestClient): Promise<string[]> =>
  (await listOf(client)).filter((view) => view.is_default).map(({ name }) => name);

describe('views', () => {
  it('keep what was sent, and are listed by name, of one list or of all', async () => {
    const { client, id } = await person();
    const second = await make(client, { name: 'b', list: 'orders' });
    const first = await make(client, { name: 'A' });
    expect(first).toMatchObject({
      list: 'leads',
      name: 'A',
      state,
      is_shared: false,
      is_default: false,
      created_by: id,
    });
    expect((await listOf(client)).map((view) => view.id)).toEqual([first.id, second.id]);
    expect(await listOf(client, '?list=orders')).toEqual([second]);
    expect((await client.get('/views?list=machines')).status).toBe(400);
  });

  it('take the name of a list as its calls write it', async () => {
    const { client } = await person();
    const { id, list } = await make(client, { name: 'Late', list: 'purchase-orders' });
    expect(list).toBe('purchase_orders');
    for (const name of ['purchase-orders', 'purchase_orders'])
      expect(await listOf(client, `?list=${name}`)).toMatchObject([{ id }]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: null }, 'name'],
    [{ list: 'machines' }, 'list'],
    [{ state: null }, 'state'],
    [{ state: { filters: [] } }, 'state.filters'],
    [{ state: { sort: { key: 'company_name', direction: 'up' } } }, 'state.sort'],
    [{ state: { sort: { key: 'company_name', other: true } } }, 'other'],
    [{ state: { sort: { key: 'a', field: 'b' } } }, 'state.sort'],
    [{ state: { layout: 'calendar' } }, 'state.layout'],
    [{ list: 'invoices', state: { layout: 'board' } }, 'state.layout'],
    [{ list: 'customers', state: { layout: 'kanban' } }, 'state.layout'],
    [{ state: { filters: { search: 'x'.repeat(501) } } }, 'state.filters.search'],
    [{ is_shared: 'yes' }, 'is_shared'],
    [{ created_by: 1 }, 'created_by'],
  ])('are refused with %j', async (values, field) => {
    const response = await asha.client.post('/views', viewBody(values));
    expect([response.status, response.body.details[0]?.field]).toEqual([400, field]);
  });

  it('have unique names for each maker and list', async () => {
    const { client } = await person();
    const view = await make(client, { name: 'Hot' });
    const other = await make(client);
    const taken = await client.post('/views', viewBody({ name: ' hOT ' }));
    expect([taken.status, taken.body.code]).toEqual([409, 'view.name_taken']);
    expect(taken.body.details[0]).toMatchObject({ field: 'name', record: { id: view.id } });
    expect((await client.put(`/views/${other.id}`, { name: 'HOT' })).status).toBe(409);
    expect((await client.put(`/views/${view.id}`, { name: 'HOT' })).body.data).toMatchObject({
      name: 'HOT',
    });
    await make(client, { name: 'Hot', list: 'orders' });
    await make(ravi.client, { name: 'Hot' });
    const name = 'Two at once';
    const responses = await Promise.all(
      [1, 2, 3].map(() => client.post('/views', viewBody({ name }))),
    );
    expect(statusesOf(responses)).toEqual([201, 409, 409]);
  });

  it('change in part, may be sent back whole, and refuse a stale version', async () => {
    const { client } = await person();
    const view = await make(client);
    const path = `/views/${view.id}`;
    const other = { ...state, layout: 'board' as const };
    const changed = (await client.put<View>(path, { state: other })).body.data;
    expect(changed).toMatchObject({ name: view.name, state: other });
    const whole = await client.put<View>(path, { ...changed, name: 'Whole' });
    expect([whole.status, whole.body.data.name]).toEqual([200, 'Whole']);
    const stale = await client.put<View>(path, { name: 'Late', updated_at: view.updated_at });
    expect([stale.status, stale.body.data.name]).toEqual([409, 'Whole']);
    expect((await client.put(path, { list: 'orders' })).status).toBe(400);
    const { id } = await make(client, { list: 'invoices' });
    const board = await client.put(`/views/${id}`, { state: other });
    expect([board.status, board.body.details[0]?.field]).toEqual([400, 'state.layout']);
    expect((await client.delete(path)).body.data).toEqual({ id: view.id });
    expect((await client.delete(path)).status).toBe(404);
  });

  it('are at most a hundred of a person', async () => {
    const { client } = await person();
    for (let count = 0; count < 100; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => make(client)));
    const response = await client.post('/views', viewBody());
    expect([response.status, response.body.code]).toEqual([409, 'view.too_many']);
  });

  it('are made once when a call is repeated', async () => {
    const { client } = await person();
    const body = viewBody();
    const key = { 'idempotency-key': 'the same view' };
    const responses = await Promise.all([1, 2].map(() => client.post<View>('/views', body, key)));
    expect(new Set(responses.map((response) => response.body.data.id)).size).toBe(1);
    expect((await listOf(client)).filter(({ name }) => name === body.name)).toHaveLength(1);
  });
});

describe('someone else’s view', () => {
  it('is not there while it is private', async () => {
    const view = await make(asha.client);
    for (const client of [ravi.client, test.admin]) {
      expect((await listOf(client)).map(({ id }) => id)).not.toContain(view.id);
      const path = `/views/${view.id}`;
      const responses = [await client.put(path, { is_default: true }), await client.delete(path)];
      expect(statusesOf(responses)).toEqual([404, 404]);
    }
  });

  it('is read by all when it is shared, and changed by its maker and administrators', async () => {
    const view = await make(asha.client, { is_shared: true });
    const path = `/views/${view.id}`;
    expect((await listOf(ravi.client)).find(({ id }) => id === view.id)).toEqual(view);
    for (const response of [
      await ravi.client.put(path, { name: 'Mine' }),
      await ravi.client.put(path, { is_shared: false }),
      await ravi.client.put(path, { state: {}, is_default: true }),
      await ravi.client.delete(path),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'view.not_own']);
    expect(await defaultsOf(ravi.client)).not.toContain(view.name);
    const renamed = await test.admin.put<View>(path, { name: 'By an administrator' });
    expect(renamed.body.data).toMatchObject({ created_by: asha.id, name: 'By an administrator' });
    expect((await test.admin.delete(path)).status).toBe(200);
  });

  it('tells what changed in it to anyone who reads it, and leaves when it is private again', async () => {
    const { client } = await person();
    const view = await make(asha.client);
    const list = await client.get('/views');
    const next = async () => {
      const since = encodeURIComponent(list.headers.get('list-cursor') ?? '');
      const { rows, gone: deleted } = (
        await client.get<{ rows: View[]; gone: number[] }>(`/views?since=${since}`)
      ).body.data;
      return { rows: rows.map(({ id }) => id), gone: deleted };
    };
    await asha.client.put(`/views/${view.id}`, { name: 'Still mine' });
    expect(await next()).toEqual({ rows: [], gone: [] });
    await asha.client.put(`/views/${view.id}`, { is_shared: true });
    expect(await next()).toEqual({ rows: [view.id], gone: [] });
    await asha.client.put(`/views/${view.id}`, { is_shared: false });
    expect(await next()).toEqual({ rows: [], gone: [view.id] });
    await asha.client.delete(`/views/${view.id}`);
  });
});

describe('the default', () => {
  it('is one of a person and list, and each person’s own', async () => {
    const [maker, other] = [await person(), await person()];
    const first = await make(maker.client, { is_default: true, is_shared: true });
    expect(first.is_default).toBe(true);
    const second = await make(maker.client, { is_default: true });
    const otherRecord = await make(maker.client, { is_default: true, list: 'orders' });
    expect(await defaultsOf(maker.client)).toEqual([second.name, otherRecord.name].sort());
    const chosen = await other.client.put<View>(`/views/${first.id}`, {
      ...first,
      is_default: true,
    });
    expect(chosen.body.data).toEqual({ ...first, is_default: true });
    expect(await defaultsOf(maker.client)).not.toContain(first.name);
    await maker.client.put(`/views/${second.id}`, { is_default: false });
    expect(await defaultsOf(maker.client)).toEqual([otherRecord.name]);
    await maker.client.put(`/views/${first.id}`, { is_shared: false });
    expect(await defaultsOf(other.client)).toEqual([]);
    await maker.client.put(`/views/${first.id}`, { is_shared: true });
    expect(await defaultsOf(other.client)).toEqual([]);
  });

  it('is one when several are chosen at once', async () => {
    const { client } = await person();
    const created = await Promise.all([1, 2, 3, 4].map(() => make(client)));
    const responses = await Promise.all(
      created.map(({ id }) => client.put(`/views/${id}`, { is_default: true })),
    );
    expect(statusesOf(responses)).toEqual([200, 200, 200, 200]);
    expect(await defaultsOf(client)).toHaveLength(1);
  });
});

it('of a person who is deleted, the shared ones stay', async () => {
  const leaver = await person();
  const [stored, deleted] = [
    await make(leaver.client, { is_shared: true, is_default: true }),
    await make(leaver.client),
  ];
  await test.admin.put(`/users/${leaver.id}`, { is_active: false });
  expect((await test.admin.delete(`/users/${leaver.id}`)).status).toBe(200);
  const { pool } = test.server.database;
  const remaining = await pool.query('select id from views where created_by = $1', [leaver.id]);
  expect(remaining.rows).toEqual([{ id: stored.id }]);
  expect(deleted.id).not.toBe(stored.id);
  const path = `/views/${stored.id}`;
  expect((await ravi.client.put<View>(path, { is_default: true })).body.data.is_default).toBe(true);
  expect((await test.admin.delete(path)).status).toBe(200);
});
