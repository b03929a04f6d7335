import { expect, it } from 'vitest';
import { readGstin } from '~/modules/company/gstin.rules';
import { pinDoubt } from '~/modules/company/pins.rules';
import { leadBody } from '~/modules/leads/server/leads.builders';
import { gstCategories } from '~/modules/tax/supply.rules';
import { makeUser } from '~/modules/users/server/users.builders';
import { checks } from './modules';
import { fileServer } from './test-file-server';

const test = fileServer();

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
  const answers = await Promise.all(
    [1, 2].map(() => test.admin.post<{ message: string }>('/demo')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const made = answers.find(({ status }) => status === 200)?.body.data.message ?? '';
  const count = Number(/(\d+) leads/.exec(made)?.[1]);
  expect(count).toBeGreaterThan(10);
  expect(await leads()).toBe(count);
  expect(await isEmpty()).toBe(false);
}, 60_000);

const before = '2020-01-01T00:00:00.000Z';

it.each([
  '/leads',
  '/customers',
  '/services',
  '/products',
  '/inventory/categories',
  '/inventory/subcategories',
  '/brands',
  '/orders',
  '/invoices',
  '/payments',
  '/pipeline/stages',
  '/users',
  '/roles',
  '/billing/payment-methods',
  '/tax-classes',
  '/units',
])('of a version that is no more, a change of %s is refused with the record', async (path) => {
  const { data: rows } = (await test.admin.get<{ id: number; updated_at: string }[]>(path)).body;
  const record = rows.at(-1);
  const answer = await test.admin.put(`${path}/${record?.id}`, { updated_at: before });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'record.changed', data: record });
});

it.each([
  ['/orders', 'status', { status: 'confirmed' }],
  ['/invoices', 'status', { status: 'pending' }],
  ['/leads', 'stage', { current_stage_id: 1 }],
])('so is one of %s by its %s', async (path, step, body) => {
  const [record] = (await test.admin.get<{ id: number }[]>(path)).body.data;
  const url = `${path}/${record?.id}/${step}`;
  const answer = await test.admin.put(url, { ...body, updated_at: before });
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'record.changed', data: record });
});

it.each(['/billing/profile', '/privacy/policy-info'])(
  'so is one of %s, which there is once',
  async (path) => {
    const { data: record } = (await test.admin.get<object>(path)).body;
    const answer = await test.admin.put(path, { updated_at: before });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'record.changed', data: record });
  },
);

it('so is one of the own profile, of a workspace, and of one of its members', async () => {
  const { user } = (await test.admin.get<{ user: { id: number } }>('/auth/me')).body.data;
  const own = await test.admin.put('/auth/me', { updated_at: before });
  expect(own.body).toMatchObject({ code: 'record.changed', data: { id: user.id } });

  const made = await test.admin.post<{ id: number }>('/workspaces', { name: 'Pumps' });
  const { id } = made.body.data;
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
  const answers = await Promise.all(paths.map((path) => test.admin.get<unknown[]>(path)));
  return answers.map(({ body }) => body.data.length);
};

it('all of it is a company of 18 months, and what it needs of it stays when it is removed under own records', async () => {
  expect(await counts()).toEqual([400, 120, 300, 600, 500, expect.any(Number)]);
  const first = await test.admin.get<{ samples: number; done: object }>('/first-steps');
  expect(first.body.data.samples).toBeGreaterThan(2000);
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
  const lead = await test.admin.post<{ id: number }>('/leads', leadBody());
  const answer = await test.admin.delete<{ removed: number; left: { type: string; id: number }[] }>(
    '/demo',
  );
  expect(answer.status, answer.body.error).toBe(200);
  expect(answer.body.data.removed).toBeGreaterThan(1000);
  expect(answer.body.data.left).toContainEqual(
    expect.objectContaining({ type: 'customers', id: invoice?.customer_id }),
  );
  const own = (await test.admin.get<{ id: number }[]>('/leads')).body.data.map(({ id }) => id);
  expect(own).toContain(lead.body.data.id);
  const { rows } = await test.server.database.pool.query<{ invoices: number }>(
    'select count(*)::integer as invoices from invoices i where not exists (select from customers c where c.id = i.customer_id)',
  );
  expect(rows[0]?.invoices).toBe(0);
  const faults = await Promise.all(
    checks.map(async (check) => (await check.faults.execute(test.server.database.db)).rows),
  );
  expect(faults.flat()).toEqual([]);
}, 60_000);

it('removed untouched, nothing of it is left, and numbers begin anew', async () => {
  await test.server.database.pool.query(
    'delete from payments p where not exists (select from sample_records s where s.entity = $1 and s.record_id = p.id)',
    ['payments'],
  );
  const answer = await test.admin.delete<{ left: unknown[] }>('/demo');
  expect(answer.body.data.left).toEqual([]);
  expect((await counts()).slice(1)).toEqual([0, 0, 0, 0, 0]);
  const { rows } = await test.server.database.pool.query('select from invoice_numbers');
  expect(rows).toEqual([]);
});

interface GstCustomer {
  company_name: string;
  gst_category: string;
  gstin: string | null;
  state_code: string;
  postal_code: string | null;
}

const settings = async () => (await test.admin.get('/settings')).body.data;
const rowsOf = async <T>(statement: string) =>
  (
    await test.server.database.pool.query<{ row: T }>(
      `select row_to_json(r) as row from (${statement}) r`,
    )
  ).rows.map(({ row }) => row);

it('by GST it is only added to a company that can be one, whose own identity stays', async () => {
  const { data: own } = (await test.admin.get<{ id: number }[]>('/leads')).body;
  for (const { id } of own) await test.admin.delete(`/leads/${id}`);
  await test.admin.put('/billing/profile', { company_name: 'Our Own Works' });
  const refused = await test.admin.post('/demo?tax_mode=gst');
  expect([refused.status, refused.body.code]).toEqual([409, 'demo.not_ready']);
  expect(refused.body.error).toContain('needs a valid GSTIN of your company');
  expect(await settings()).toMatchObject({ tax_mode: 'single' });
  await test.admin.put('/billing/profile', { company_name: null });
  await test.admin.put('/settings', { turnover_band: 'up_to_5_crore' });
});

it('is a company by GST with customers of all kinds, and something for every screen', async () => {
  const made = await test.admin.post<{ message: string }>('/demo?tax_mode=gst');
  expect(made.status, made.body.error).toBe(200);
  expect(await settings()).toMatchObject({ tax_mode: 'gst', turnover_band: 'up_to_5_crore' });
  const { data: all } = (await test.admin.get<GstCustomer[]>('/customers')).body;
  expect(new Set(all.map((each) => each.gst_category))).toEqual(
    new Set(gstCategories.map(({ value }) => value)),
  );
  const registered = await rowsOf<GstCustomer & { customer_id: number }>(
    'select gstin, state_code, postal_code, customer_id from customer_addresses where gstin is not null',
  );
  for (const { gstin, state_code, postal_code } of [...all, ...registered]) {
    expect(pinDoubt(postal_code ?? '', state_code)).toBeNull();
    if (gstin) expect(readGstin(gstin)).toMatchObject({ ok: true, state: state_code });
  }
  const twice = await rowsOf(
    'select customer_id from customer_addresses group by 1 having count(distinct gstin) > 1',
  );
  expect(twice.length).toBeGreaterThan(0);
  const documents = await rowsOf<Record<string, number>>(
    `select count(*) filter (where status = 'draft') as drafts, count(distinct supply_type) as supplies,
      count(*) filter (where igst_amount > 0) as between, count(*) filter (where cgst_amount > 0) as within,
      count(*) filter (where round_off <> 0) as rounded from invoices`,
  );
  expect(documents).toEqual([
    {
      drafts: 4,
      supplies: 5,
      between: expect.any(Number),
      within: expect.any(Number),
      rounded: expect.any(Number),
    },
  ]);
  const lines = await rowsOf<Record<string, number>>(
    `select count(*) filter (where tax_treatment = 'exempt') as exempt, count(*) filter (where discount_amount > 0) as discounts,
      count(*) filter (where quantity <> trunc(quantity) and product_id is not null) as parts from invoice_lines`,
  );
  for (const count of [...Object.values(documents[0] ?? {}), ...Object.values(lines[0] ?? {})])
    expect(count).toBeGreaterThan(2);
}, 60_000);

it('shows it in the return and the check, and puts the settings back when it goes', async () => {
  const [month] = await rowsOf<{ name: string }>(
    `select to_char(max(invoice_date) - interval '1 month', 'YYYY-MM') as name from invoices`,
  );
  const answer = await test.admin.get<{ tables: Record<string, { rows: unknown[] }> }>(
    `/tax/gstr1?month=${month?.name}`,
  );
  for (const name of ['b2b', 'b2cs', 'exp', 'nil', 'hsn', 'doc_issue'])
    expect(answer.body.data.tables[name]?.rows.length, name).toBeGreaterThan(0);
  const drafts = await rowsOf<{ id: number }>(`select id from invoices where status = 'draft'`);
  const checks = await Promise.all(
    drafts.map(({ id }) => test.admin.get<{ ready: boolean }>(`/invoices/${id}/check`)),
  );
  expect(checks.filter(({ body }) => !body.data.ready)).toHaveLength(1);
  expect((await test.admin.delete('/demo')).status).toBe(200);
  expect(await settings()).toMatchObject({
    tax_mode: 'single',
    turnover_band: 'up_to_5_crore',
    price_decimals: 2,
    lut_number: null,
  });
}, 60_000);
