import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { customerBody } from '~/modules/sales/customers/server/customers.builders';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import {
  chooseWorkspace,
  makeWorkspace,
} from '~/modules/organization/workspaces/server/workspaces.builders';
import { periods, type StageCount, type Stats, type TopCustomer } from '../dashboard.fields';
import { addUpLeadCounts } from '~/modules/sales/leads/server/lead-counts.service';
import { dashboardOf, insertInvoice, insertPayment } from './dashboard.builders';

const test = fileServer();
const { today, ask, sql } = dashboardOf(test);
let pune: number;

beforeAll(async () => {
  pune = await makeWorkspace(test.server);
});

const choose = (workspace: number | null) => chooseWorkspace(test.server, 1, workspace);

/** An issued invoice of 100, of which `paid` came in. */
async function sell(customer: number, paid: number): Promise<void> {
  const { database } = test.server;
  const date = today();
  const bill = { customer, date, status: 'pending', total: 100, paid };
  const invoice = await insertInvoice(database, bill);
  await insertPayment(database, { invoice, amount: paid, date });
}

async function make(workspace: number | null, leads: number, paid: number): Promise<void> {
  await choose(workspace);
  const ids: number[] = [];
  for (let each = 0; each < leads; each += 1)
    ids.push((await test.admin.post<{ id: number }>('/leads', leadBody())).body.data.id);
  await test.admin.post(`/leads/${ids[0]}/convert`);
  const company_name = `Customer of ${workspace ?? 'all'}`;
  const created = await test.admin.post<{ id: number }>(
    '/customers',
    customerBody({ company_name }),
  );
  await sell(created.body.data.id, paid);
}

it('every figure is that of the chosen workspace, or of the whole company', async () => {
  await make(pune, 3, 30);
  await make(null, 5, 70);
  await choose(pune);
  expect(await ask<Stats>('stats')).toMatchObject({
    totalLeads: 3,
    activeLeads: 2,
    convertedLeads: 1,
    totalCustomers: 2,
    outstandingInvoices: 1,
    outstandingPercentage: 100,
    totalRevenue: 30,
  });
  expect((await ask<StageCount[]>('pipeline')).map((each) => each.lead_count)).toEqual([
    2, 0, 0, 0, 0, 1,
  ]);
  expect((await ask<TopCustomer[]>('top-customers')).map((each) => each.company_name)).toEqual([
    `Customer of ${pune}`,
  ]);
  const activities = await ask<Activity[]>('activities');
  expect(activities.length).toBeGreaterThan(0);
  expect(activities.map(({ message }) => message)).not.toContain('Customer of all');
  await choose(null);
  expect(await ask<Stats>('stats')).toMatchObject({
    totalLeads: 8,
    convertedLeads: 2,
    totalCustomers: 4,
    outstandingInvoices: 2,
    totalRevenue: 100,
  });
  expect(await ask<TopCustomer[]>('top-customers')).toHaveLength(2);
  expect((await ask<Activity[]>('activities')).map(({ message }) => message)).toContain(
    'Customer of all',
  );
});

it('a yearly goal is measured by what the workspace took in', async () => {
  await test.admin.put('/settings', { revenue_goal: 200 });
  await choose(pune);
  expect((await ask<Stats>('stats')).goalPercentage).toBe(15);
  await choose(null);
  expect((await ask<Stats>('stats')).goalPercentage).toBe(50);
});

it('the stored counts of leads stay true through any change of the leads and their workspace', async () => {
  const yard = await makeWorkspace(test.server);
  await make(yard, 4, 10);
  const truth = async (workspace: number | null) => {
    const here = workspace === null ? 'true' : `workspace_id = ${workspace}`;
    const [row] = await sql<{ count: number }>(`select count(*) from leads where ${here}`, []);
    return row?.count;
  };
  const check = async (workspace: number | null) => {
    await choose(workspace);
    for (const { value } of periods)
      expect((await ask<Stats>('stats', value)).totalLeads).toBe(await truth(workspace));
  };
  // Created days ago, so that whole days are read from the kept counts.
  await sql(`update leads set created_at = created_at - interval '1 minute'`, []);
  for (const workspace of [yard, pune, null]) await check(workspace);
  await addUpLeadCounts(test.server.database.db);
  for (const workspace of [yard, pune, null]) await check(workspace);
  await choose(null);
  const before = (await ask<Stats>('stats')).totalLeads;
  await test.admin.delete(`/workspaces/${yard}`);
  expect((await ask<Stats>('stats')).totalLeads).toBe(before);
  await addUpLeadCounts(test.server.database.db);
  const stored = await sql(
    'select 1 from lead_counts where workspace_id is not distinct from $1 and leads <> 0',
    [yard],
  );
  expect(stored).toEqual([]);
  for (const workspace of [pune, null]) await check(workspace);
});
