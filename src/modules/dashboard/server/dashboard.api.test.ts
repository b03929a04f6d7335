import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import type { Activity } from '~/modules/activity/activity.fields';
import type { Customer } from '~/modules/customers/customers.fields';
import type { Lead } from '~/modules/leads/leads.fields';
import { leadBody } from '~/modules/leads/server/leads.builders';
import { productBody } from '~/modules/products/catalogue/server/products.builders';
import { signInNew } from '~/modules/users/server/users.builders';
import type { StageCount, Stats, TopCustomer } from '../dashboard.fields';

const zone = 'Asia/Kolkata';
const calls = ['stats', 'pipeline', 'activities', 'top-customers'];

const test = fileServer();
let today: Day;

beforeAll(async () => {
  today = dayOf(test.server.clock.now(), zone);
});

async function ask<T>(name: string, period = 'month'): Promise<T> {
  const answer = await test.admin.get<T>(`/dashboard/${name}?period=${period}`);
  expect(answer.status, answer.body.error).toBe(200);
  return answer.body.data;
}

async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await test.server.database.pool.query(text, values)).rows as Row[];
}

async function makeCustomer(company_name: string): Promise<number> {
  const lead = await test.admin.post<Lead>('/leads', leadBody({ company_name }));
  const path = `/leads/${lead.body.data.id}/convert`;
  return (await test.admin.post<{ customer: Customer }>(path)).body.data.customer.id;
}

interface Bill {
  customer: number;
  date: Day;
  status: string;
  total: number;
  paid?: number;
}

let bills = 0;

async function bill({ customer, date, status, total, paid = 0 }: Bill): Promise<number> {
  bills += 1;
  const [row] = await sql<{ id: number }>(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, paid_amount, status, created_at, updated_at)
     values ($1, $2, $3, $3, $4, 0, 0, $4, $5, $6, now(), now()) returning id`,
    [status === 'draft' ? null : `INV-${bills}`, customer, date, total, paid, status],
  );
  return row?.id ?? 0;
}

async function pay(invoice: number, amount: number, date: Day, status = 'completed') {
  await sql(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     values ($1, 'cash', $2, $3, $4, now(), now())`,
    [invoice, amount, date, status],
  );
}

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
    const answer = await test.admin.get(`/dashboard/${name}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('The period must be week, month, quarter or year');
  });

  it('is for the signed-in alone, whatever their role, and means this month when nothing is said', async () => {
    expect((await test.server.client().get(`/dashboard/${name}`)).status).toBe(401);
    const { client } = await signInNew(test.server);
    const plain = await client.get(`/dashboard/${name}`);
    expect(plain.status).toBe(200);
    expect(plain.body.data).toEqual(await ask(name, 'month'));
  });
});

describe('invoices and payments', () => {
  it('are counted by their own dates, issued ones with a balance as outstanding', async () => {
    const customer = await makeCustomer('Kaveri Pumps');
    const { from, to } = daysOfRange('month', today);
    for (const status of ['sent', 'pending', 'partially_paid', 'overdue', 'draft', 'cancelled']) {
      await bill({ customer, date: from, status, total: 100 });
    }
    await bill({ customer, date: to, status: 'sent', total: 0 });
    await bill({ customer, date: addDays(from, -1), status: 'sent', total: 100 });
    await bill({ customer, date: addDays(to, 1), status: 'sent', total: 100 });
    const paid = await bill({ customer, date: to, status: 'paid', total: 250.55, paid: 250.55 });
    await pay(paid, 0.1, from);
    await pay(paid, 0.2, to);
    await pay(paid, 250.25, to);
    await pay(paid, 1, addDays(from, -1));
    await pay(paid, 1, addDays(to, 1));
    for (const status of ['pending', 'failed', 'processing']) await pay(paid, 1000, from, status);
    expect(await ask<Stats>('stats')).toMatchObject({
      outstandingInvoices: 4,
      outstandingPercentage: 67,
      totalRevenue: 250.55,
    });
  });

  it('measure the financial year against the goal, when there is one', async () => {
    const month = Number(today.slice(5, 7));
    await test.admin.put('/settings', { revenue_goal: 1000, financial_year_start_month: month });
    const { totalRevenue } = await ask<Stats>('stats');
    // What was paid the day before the year began, and after its last day, is not of this year.
    const expected = Math.round((totalRevenue + 1) / 10);
    expect(await ask<Stats>('stats', 'week')).toMatchObject({
      revenueGoal: 1000,
      goalPercentage: expected,
    });
    expect((await test.admin.put('/settings', { revenue_goal: 0 })).status).toBe(400);
    await test.admin.put('/settings', { revenue_goal: null, financial_year_start_month: 4 });
    expect((await ask<Stats>('stats')).goalPercentage).toBe(78);
  });

  it('make the five customers who paid most, with what they paid in the period', async () => {
    await sql('delete from payments');
    const { from } = daysOfRange('month', today);
    for (const [index, name] of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff'].entries()) {
      const customer = await makeCustomer(`${name} <script>alert(1)</script>`);
      const invoice = await bill({ customer, date: from, status: 'sent', total: 10_000 });
      await pay(invoice, 100 + (index === 1 ? 0 : index), from);
      await pay(invoice, 0.5, from);
      await pay(invoice, 5000, addDays(from, -1));
      await pay(invoice, 5000, from, 'failed');
    }
    const top = await ask<TopCustomer[]>('top-customers');
    expect(top.map((each) => [each.company_name.slice(0, 2), each.total_revenue])).toEqual([
      ['Ff', 105.5],
      ['Ee', 104.5],
      ['Dd', 103.5],
      ['Cc', 102.5],
      ['Aa', 100.5],
    ]);
    expect(top[0]).toMatchObject({
      company_name: 'Ff <script>alert(1)</script>',
      payment_count: 2,
    });
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
    const answer = await test.admin.post('/products', product);
    expect(answer.status, answer.body.error).toBe(201);
  }
  expect((await ask<Stats>('stats')).lowStockProducts).toBe(before + 1);
});
