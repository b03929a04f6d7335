import { expect, it } from 'vitest';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeUser } from '~/modules/organization/users/server/users.builders';
import { checks } from './modules';
import { ownServer } from './testing/test-file-server';

const test = ownServer();

const isEmpty = async () => (await test.admin.get<{ empty: boolean }>('/demo')).body.data.empty;
const leads = async () => (await test.admin.get<unknown[]>('/leads')).body.data.length;

it('sample data is for administrators, into an empty database, and added once', async () => {
  const user = await makeUser(test.server);
  const client = await test.server.signIn(user.username, user.password);
  expect((await client.post('/demo')).status).toBe(403);
  expect((await test.server.client().post('/demo')).status).toBe(401);

  const first = await test.admin.post<{ id: number }>('/leads', leadBody());
  expect(await isEmpty()).toBe(false);
  const refused = await test.admin.post('/demo');
  expect(refused.status).toBe(409);
  expect(refused.body.error).toBe(
    'The database already holds records, so no sample data was added',
  );
  expect(await leads()).toBe(1);
  await test.admin.delete(`/leads/${first.body.data.id}`);

  expect(await isEmpty()).toBe(true);
  const responses = await Promise.all(
    [1, 2].map(() => test.admin.post<{ message: string }>('/demo')),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const created = responses.find(({ status }) => status === 200)?.body.data.message ?? '';
  const count = Number(/(\d+) leads/.exec(created)?.[1]);
  expect(count).toBeGreaterThan(10);
  expect((await test.admin.get('/settings')).body.data).toMatchObject({
    tax_mode: 'single',
    reminder_text_firm: expect.stringContaining('{amount}'),
  });
  expect(await leads()).toBe(count);
  expect(await isEmpty()).toBe(false);
});

const before = '2020-01-01T00:00:00.000Z';

it.each([
  '/leads',
  '/customers',
  '/services',
  '/products',
  '/inventory/categories',
  '/inventory/subcategories',
  '/brands',
  '/price-lists',
  '/vendors',
  '/orders',
  '/invoices',
  '/payments',
  '/pipeline/stages',
  '/users',
  '/roles',
  '/billing/payment-methods',
  '/tax-classes',
  '/units',
])('a change of %s from an outdated version is refused with the record', async (path) => {
  const { data: rows } = (await test.admin.get<{ id: number; updated_at: string }[]>(path)).body;
  const record = rows.at(-1);
  const response = await test.admin.put(`${path}/${record?.id}`, { updated_at: before });
  expect(response.status).toBe(409);
  expect(response.body).toMatchObject({ code: 'record.changed', data: record });
});

it.each([
  ['/orders', 'status', { status: 'confirmed' }],
  ['/invoices', 'status', { status: 'pending' }],
  ['/leads', 'stage', { current_stage_id: 1 }],
])('so is one of %s by its %s', async (path, step, body) => {
  const [record] = (await test.admin.get<{ id: number }[]>(path)).body.data;
  const url = `${path}/${record?.id}/${step}`;
  const response = await test.admin.put(url, { ...body, updated_at: before });
  expect(response.status).toBe(409);
  expect(response.body).toMatchObject({ code: 'record.changed', data: record });
});

it.each(['/billing/profile', '/privacy/policy-info'])(
  'so is one of %s, which there is once',
  async (path) => {
    const { data: record } = (await test.admin.get<object>(path)).body;
    const response = await test.admin.put(path, { updated_at: before });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'record.changed', data: record });
  },
);

it('so is one of a profile, of a workspace, and of one of its members', async () => {
  const { user } = (await test.admin.get<{ user: { id: number } }>('/auth/me')).body.data;
  const own = await test.admin.put('/auth/me', { updated_at: before });
  expect(own.body).toMatchObject({ code: 'record.changed', data: { id: user.id } });

  const created = await test.admin.post<{ id: number }>('/workspaces', { name: 'Pumps' });
  const { id } = created.body.data;
  const workspace = await test.admin.put(`/workspaces/${id}`, { updated_at: before });
  expect(workspace.body).toMatchObject({ code: 'record.changed', data: { id, name: 'Pumps' } });

  const members = `/workspaces/${id}/members`;
  const body = { user_id: user.id, role: 'owner' };
  await test.admin.post(members, body);
  const change = { role: 'owner', updated_at: before };
  const member = await test.admin.put(`${members}/${user.id}`, change);
  expect(member.body).toMatchObject({ code: 'record.changed', data: body });
});

const counts = async () => {
  const paths = ['/leads', '/customers', '/products', '/orders', '/invoices', '/payments'];
  const responses = await Promise.all(paths.map((path) => test.admin.get<unknown[]>(path)));
  return responses.map(({ body }) => body.data.length);
};

it('all of it is a company of 18 months, and what it needs of it stays when it is removed under own records', async () => {
  expect(await counts()).toEqual([400, 120, 300, 301, 252, expect.any(Number)]);
  const special = await test.server.database.pool.query(
    `select (select count(*)::integer from invoices where is_opening) as opening,
      (select count(*)::integer from payments where kind = 'write_off' and status = 'completed') as written_off,
      (select count(*)::integer from payments where kind = 'set_off') as set_off,
      (select count(*)::integer from payments where kind = 'refund') as refunded`,
  );
  // Whether a customer with credit owes on another invoice depends on the day.
  const setOff = expect.toBeOneOf([0, 2]) as number;
  expect(special.rows).toEqual([{ opening: 2, written_off: 1, set_off: setOff, refunded: 1 }]);
  const filled = await test.server.database.pool.query(
    `select kind, count(*)::integer as records from (
      select 'leads' as kind from leads where custom <> '{}' union all
      select 'customers' from customers where custom <> '{}' union all
      select 'products' from products where custom <> '{}' union all
      select 'orders' from orders where custom <> '{}') r group by kind order by kind`,
  );
  expect(filled.rows).toEqual([
    { kind: 'customers', records: 40 },
    { kind: 'leads', records: expect.any(Number) },
    { kind: 'orders', records: 60 },
    { kind: 'products', records: expect.any(Number) },
  ]);
  const saved = await test.admin.get<{ schedule: object | null }[]>('/saved-reports');
  expect(saved.body.data.map(({ schedule }) => schedule !== null)).toEqual([true, false]);
  const first = await test.admin.get<{ samples: number; done: object }>('/first-steps');
  expect(first.body.data.samples).toBeGreaterThan(1500);
  expect(first.body.data.done).toMatchObject({ samples: true, lead: false, invoice: false });

  const [invoice] = (
    await test.admin.get<
      { id: number; customer_id: number; status: string; balance_due: number }[]
    >('/invoices')
  ).body.data.filter(({ status }) => status === 'overdue');
  const payment = await test.admin.post('/payments', {
    invoice_id: invoice?.id,
    amount: 1,
    payment_method: 'cash',
    payment_date: '2026-11-21',
  });
  expect(payment.status, payment.body.error).toBe(201);
  const custom = { machine_model: 'HMC 800' };
  const lead = await test.admin.post<{ id: number }>('/leads', { ...leadBody(), custom });
  const response = await test.admin.delete<{
    removed: number;
    left: { type: string; id: number; label: string }[];
  }>('/demo');
  expect(response.status, response.body.error).toBe(200);
  expect(response.body.data.removed).toBeGreaterThan(1000);
  expect(response.body.data.left).toContainEqual(
    expect.objectContaining({ type: 'customers', id: invoice?.customer_id }),
  );
  const own = (await test.admin.get<{ id: number; custom: object }[]>('/leads')).body.data;
  expect(own).toContainEqual(expect.objectContaining({ id: lead.body.data.id, custom }));
  const fields = response.body.data.left.filter(({ type }) => type === 'custom_fields');
  expect(fields.map(({ label }) => label)).toContain('Machine Model');
  const { rows } = await test.server.database.pool.query<{ invoices: number }>(
    'select count(*)::integer as invoices from invoices i where not exists (select from customers c where c.id = i.customer_id)',
  );
  expect(rows[0]?.invoices).toBe(0);
  const faults = await Promise.all(
    checks.map(async (check) => (await check.faults.execute(test.server.database.db)).rows),
  );
  expect(faults.flat()).toEqual([]);
});

it('removed untouched, nothing of it is left, and numbers begin again', async () => {
  const [lead] = (
    await test.admin.get<{ id: number; custom: { machine_model?: string } }[]>('/leads')
  ).body.data.filter(({ custom }) => custom.machine_model === 'HMC 800');
  await test.admin.put(`/leads/${lead?.id}`, { custom: { machine_model: null } });
  await test.server.database.pool.query(
    'delete from payments p where not exists (select from sample_records s where s.entity = $1 and s.record_id = p.id)',
    ['payments'],
  );
  const response = await test.admin.delete<{ left: unknown[] }>('/demo');
  expect(response.body.data.left).toEqual([]);
  expect((await counts()).slice(1)).toEqual([0, 0, 0, 0, 0]);
  expect((await test.admin.get('/saved-reports')).body.data).toEqual([]);
  expect((await test.admin.get('/custom-fields')).body.data).toEqual([]);
  const { rows } = await test.server.database.pool.query('select from invoice_numbers');
  expect(rows).toEqual([]);
});
