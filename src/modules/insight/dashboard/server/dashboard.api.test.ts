import { makeQuotation } from '~/modules/sales/quotations/server/quotations.builders';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { productBody } from '~/modules/catalogue/products/catalogue/server/products.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { StageCount, Stats } from '../dashboard.fields';
import { dashboardOf } from './dashboard.builders';

const calls = ['stats', 'pipeline', 'activities', 'top-customers'];

const test = fileServer();
const { ask, sql } = dashboardOf(test);

describe('an empty company', () => {
  it('has figures of nothing, the goal at 78 percent, and its stages', async () => {
    expect(await ask<Stats>('stats')).toEqual({
      totalCustomers: 0,
      totalLeads: 0,
      activeLeads: 0,
      activePercentage: 0,
      convertedLeads: 0,
      conversionPercentage: 0,
      outstandingInvoices: 0,
      outstandingPercentage: 0,
      totalRevenue: 0,
      revenueGoal: null,
      goalPercentage: 78,
      lowStockProducts: 0,
      waitingQuotations: 0,
    });
    const stages = await ask<StageCount[]>('pipeline');
    expect(stages.map((stage) => [stage.stage_name, stage.lead_count])).toEqual([
      ['New', 0],
      ['Contacted', 0],
      ['Qualified', 0],
      ['Proposal', 0],
      ['Negotiation', 0],
      ['Won', 0],
    ]);
    expect(await ask('top-customers')).toEqual([]);
  });
});

describe.each(calls)('GET /dashboard/%s', (name) => {
  it.each([
    'period=day',
    'period=',
    'period=Month',
    'period=week&period=year',
    'period=%00',
    `period=${'x'.repeat(3000)}`,
  ])('refuses %.40s', async (query) => {
    const response = await test.admin.get(`/dashboard/${name}?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('The period must be week, month, quarter or year');
  });

  it('is for the signed-in alone, regardless of their role, and means this month when nothing is said', async () => {
    expect((await test.server.client().get(`/dashboard/${name}`)).status).toBe(401);
    const { client } = await signInNew(test.server);
    const plain = await client.get(`/dashboard/${name}`);
    expect(plain.status).toBe(200);
    expect(plain.body.data).toEqual(await ask(name, 'month'));
  });
});

describe('activities', () => {
  it('are the five newest of the period about leads, about payments, and about all the rest', async () => {
    await sql('delete from activity');
    const minutes = Array.from({ length: 7 }, (_, minute) => minute);
    for (const type of ['lead', 'payment', 'invoice', 'user']) {
      for (const minute of minutes) {
        await sql(
          `insert into activity (type, action, record_id, record_label, title, message, user_name, created_at)
           values ($1, 'created', 7, 'Label', 'Created', $2, 'Asha Verma', now() - $3 * interval '1 minute')`,
          [type, `${type} ${minute}`, minute],
        );
      }
    }
    await sql(
      `update activity set created_at = now() - interval '40 days' where message = 'payment 4'`,
    );
    const found = await ask<Activity[]>('activities', 'week');
    const of = (...types: string[]) =>
      found.filter((each) => types.includes(each.type)).map((each) => each.message);
    expect(of('lead')).toEqual(['lead 0', 'lead 1', 'lead 2', 'lead 3', 'lead 4']);
    expect(of('payment')).toEqual([
      'payment 0',
      'payment 1',
      'payment 2',
      'payment 3',
      'payment 5',
    ]);
    expect(of('invoice', 'user')).toHaveLength(5);
    const times = found.map((each) => each.timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(found[0]).toMatchObject({
      title: 'Created',
      user_name: 'Asha Verma',
      record: { id: 7, label: 'Label' },
    });
  });
});

it('counts products above 0 and at or below their reorder level as low on stock', async () => {
  const before = (await ask<Stats>('stats')).lowStockProducts;
  for (const [sku_code, stock_quantity] of [
    ['LOW-0', 0],
    ['LOW-10', 10],
    ['LOW-11', 11],
  ] as const) {
    const product = { ...productBody({ sku_code }), stock_quantity, reorder_level: 10 };
    const response = await test.admin.post('/products', product);
    expect(response.status, response.body.error).toBe(201);
  }
  expect((await ask<Stats>('stats')).lowStockProducts).toBe(before + 1);
});

it('counts the quotations that wait for an answer', async () => {
  const before = (await ask<Stats>('stats')).waitingQuotations;
  const { id } = await makeQuotation(test.admin);
  expect((await ask<Stats>('stats')).waitingQuotations).toBe(before);
  await test.admin.put(`/quotations/${id}/status`, { status: 'sent' });
  expect((await ask<Stats>('stats')).waitingQuotations).toBe(before + 1);
  await test.admin.put(`/quotations/${id}/status`, { status: 'declined' });
  expect((await ask<Stats>('stats')).waitingQuotations).toBe(before);
});
