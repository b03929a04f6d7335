import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Lead } from '~/modules/sales/leads/leads.fields';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeInvitation } from '~/modules/organization/invitations/server/invitations.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import type { Activity } from '../activity.fields';

const test = fileServer();

async function feed(query = ''): Promise<Activity[]> {
  const response = await test.admin.get<Activity[]>(`/activity${query}`);
  expect(response.status, response.body.error).toBe(200);
  return response.body.data;
}

async function makeLead(values = {}): Promise<Lead> {
  return (await test.admin.post<Lead>('/leads', leadBody(values))).body.data;
}

/** Writes into the log as the kit does; gives the id. */
async function log(type: string, minutesAgo: number): Promise<number> {
  const result = await test.server.database.pool.query<{ id: number }>(
    `insert into activity (type, action, record_label, title, message, user_name, created_at)
     values ($1, 'updated', '', 'Changed', $1, 'System', now() - $2 * interval '1 minute') returning id`,
    [type, minutesAgo],
  );
  return result.rows[0]?.id ?? 0;
}

it('lists each change that was written, newest first, with user and record', async () => {
  const lead = await makeLead({ company_name: 'Deccan <script>alert(1)</script>' });
  await test.admin.put(`/leads/${lead.id}`, { phone: '+91 98200 12345', city: 'Pune' });
  await test.admin.post(`/leads/${lead.id}/convert`);
  const other = await makeLead({ company_name: 'Konkan Tools' });
  await test.admin.delete(`/leads/${other.id}`);
  const label = lead.company_name;
  const found = await feed('?limit=6');
  expect(found.map(({ type, action, title, message }) => [type, action, title, message])).toEqual([
    ['lead', 'deleted', 'Lead deleted', 'Konkan Tools'],
    ['lead', 'created', 'Lead created', 'Konkan Tools'],
    ['lead', 'converted', 'Lead converted', label],
    ['customer', 'created', 'Customer created', label],
    ['lead', 'updated', 'Lead updated', `${label}: Phone, City`],
    ['lead', 'created', 'Lead created', label],
  ]);
  expect(found[4]).toEqual({
    id: expect.any(Number),
    type: 'lead',
    action: 'updated',
    title: 'Lead updated',
    message: `${label}: Phone, City`,
    user_name: 'Site Administrator',
    record: { type: 'lead', id: lead.id, label },
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

describe('the filter', () => {
  it.each([
    ['leads', 'lead'],
    ['customers', 'customer'],
    ['orders', 'order'],
    ['invoices', 'invoice'],
    ['payments', 'payment'],
    ['users', 'user'],
  ])('%s lets %s through alone', async (filter, type) => {
    const id = await log(type, 0);
    const found = await feed(`?type=${filter}`);
    expect(found[0]).toMatchObject({ id, record: null });
    expect(new Set(found.map((each) => each.type))).toEqual(new Set([type]));
  });

  it('left empty is not a filter', async () => {
    expect(await feed('?type=&before=&limit=')).toEqual(await feed());
    expect((await feed('?limit=100')).length).toBeGreaterThan(6);
  });
});

describe('a page', () => {
  it('continues after the one before, without gap or double, also where moments and ids disagree', async () => {
    const ids: number[] = [];
    for (const minutesAgo of [5, 1, 9, 3, 3, 7]) ids.push(await log('product', minutesAgo));
    const all = await feed('?limit=100');
    const times = all.map((each) => each.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const paged: Activity[] = [];
    for (let page = await feed('?limit=4'); page.length > 0; ) {
      paged.push(...page);
      page = await feed(`?limit=4&before=${page.at(-1)?.id}`);
    }
    expect(paged).toEqual(all);
    const newest = ids[1] ?? 0;
    await log('product', 0);
    expect((await feed(`?before=${newest}&limit=100`)).map((each) => each.id)).toEqual(
      all.slice(all.findIndex((each) => each.id === newest) + 1).map((each) => each.id),
    );
  });

  it('is 50 long unless the call requests another length', async () => {
    for (let each = 0; each < 60; each += 1) await log('other', 100);
    expect(await feed()).toHaveLength(50);
    expect(await feed('?limit=1')).toHaveLength(1);
  });

  it('before an unused id holds the older entries', async () => {
    expect(await feed('?before=999999999999999&limit=1')).toHaveLength(1);
    expect(await feed('?before=0')).toEqual([]);
  });
});

it.each([
  [
    'type=lead',
    'The type must be one of leads, customers, quotations, orders, deliveries, invoices, payments, receipts, price_lists, vendors, purchase_orders, goods_receipts, bills, vendor_payments, transfers, counts, lots, users',
  ],
  ['type=leads&type=users', /^The type must be one of/],
  ["type=leads'--", /^The type must be one of/],
  ['limit=0', 'The limit must be a whole number from 1 to 100'],
  ['limit=101', 'The limit must be a whole number from 1 to 100'],
  ['limit=-1', 'The limit must be a whole number from 1 to 100'],
  ['limit=1.5', 'The limit must be a whole number from 1 to 100'],
  ['limit=1e1', 'The limit must be a whole number from 1 to 100'],
  ['limit=99999999999999999999', 'The limit must be a whole number from 1 to 100'],
  ['limit=5&limit=6', 'Send limit once'],
  ['before=abc', 'Before must be the id of an activity'],
  ['before=-1', 'Before must be the id of an activity'],
  ['before=9999999999999999', 'Before must be the id of an activity'],
  ['before=%00', 'Before must be the id of an activity'],
])('refuses %s', async (query, message) => {
  const response = await test.admin.get(`/activity?${query}`);
  expect(response.status).toBe(400);
  expect(response.body.error).toMatch(message);
});

it('is for the signed-in alone, regardless of their role', async () => {
  expect((await test.server.client().get('/activity')).status).toBe(401);
  const { client } = await signInNew(test.server);
  expect((await client.get('/activity?limit=1')).status).toBe(200);
});

it('shows roles and invitations to administrators alone', async () => {
  const { client } = await signInNew(test.server);
  await makeRole(test.admin, {});
  await makeInvitation(test.admin);
  const titles = async (caller: typeof client) =>
    (await caller.get<Activity[]>('/activity?limit=50')).body.data.map(({ title }) => title);
  expect(await titles(test.admin)).toEqual(
    expect.arrayContaining(['Role created', 'Invitation created']),
  );
  expect((await titles(client)).filter((title) => /^(?:Role|Invitation) /.test(title))).toEqual([]);
});
