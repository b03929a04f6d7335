import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import type { TestClient } from '~/app/testing/test-server';
import type { SavedReport } from '../saved-reports.fields';

const test = fileServer();

const path = '/saved-reports';
const sales = { report: 'sales', name: 'Sales of the year', choices: { group: 'product' } };

const listOf = async (client: TestClient) => (await client.get<SavedReport[]>(path)).body.data;

async function makePerson(): Promise<TestClient> {
  const user = await makeUser(test.server);
  return test.server.signIn(user.username, user.password);
}

it('saves reports of one person with their choices, in their order, and removes them', async () => {
  const client = await makePerson();
  const choices = { from: '2026-04-01', to: '2026-06-30', compare: 'yes' };
  const first = await client.post<SavedReport>(path, sales);
  expect(first.status, first.body.error).toBe(201);
  expect(first.body.data).toMatchObject({ ...sales, entry: { name: 'sales', title: 'Sales' } });
  const second = await client.post<SavedReport>(path, { report: 'tax', name: 'Q1', choices });
  expect(second.body.data.choices).toEqual(choices);
  expect(await listOf(client)).toEqual([first.body.data, second.body.data]);
  const one = `${path}/${first.body.data.id}`;
  const other = await makePerson();
  expect(await listOf(other)).toEqual([]);
  expect((await other.delete(one)).status).toBe(404);
  expect((await client.delete(one)).body.data).toEqual({ id: first.body.data.id });
  expect((await client.delete(one)).status).toBe(404);
  expect(await listOf(client)).toEqual([second.body.data]);
});

it('takes six reports, also of several saved at once, and each repeated call once', async () => {
  const client = await makePerson();
  const twice = await Promise.all(
    [1, 2].map(() => client.post<SavedReport>(path, sales, { 'idempotency-key': 'save-1' })),
  );
  expect(new Set(twice.map(({ body }) => body.data.id)).size).toBe(1);
  const saved = await Promise.all(Array.from({ length: 8 }, () => client.post(path, sales)));
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = saved.filter(({ status }) => status === 409);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('report.too_many_saved'));
  expect(await listOf(client)).toHaveLength(6);
});

it.each([
  [{ ...sales, report: 'none' }, 404, 'Report not found'],
  [{ ...sales, name: ' ' }, 400, /Name/],
  [{ ...sales, name: 'x'.repeat(101) }, 400, /cannot exceed 100/],
  [{ ...sales, choices: { group: 'planet' } }, 400, /The group must be one of/],
  [{ ...sales, choices: { from: '2026-02-01', to: '2026-01-01' } }, 400, /cannot be after/],
  [{ ...sales, choices: { compare: 'no' } }, 400, /compare must be yes/],
  [{ ...sales, choices: { format: 'pdf' } }, 400, /format/],
])('refuses %j with %i', async (body, status, error) => {
  const response = await test.admin.post(path, body);
  expect([response.status, response.body.error]).toEqual([status, expect.stringMatching(error)]);
});

it('stays in the list without the right to read it, and cannot be saved then', async () => {
  const { id: role_id } = await makeRole(test.admin, { invoices: { read: 'all' } });
  const user = await makeUser(test.server, { role_id });
  const client = await test.server.signIn(user.username, user.password);
  await client.post(path, sales);
  expect((await client.post(path, { ...sales, report: 'stock-value' })).status).toBe(403);
  for (const rights of [
    { invoices: { read: 'none' } },
    { invoices: { read: 'all' }, reports: { read: 'none' } },
  ]) {
    expect((await test.admin.put(`/roles/${role_id}`, { rights })).status).toBe(200);
    expect(await listOf(client)).toMatchObject([{ name: sales.name, entry: null }]);
    expect((await client.post(path, sales)).status).toBe(403);
  }
});
