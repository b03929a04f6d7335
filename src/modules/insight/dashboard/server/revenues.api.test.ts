import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { daysOfRange } from '~/kit/shared/filters/day-ranges';
import { addDays, type Day } from '~/kit/shared/time/days';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { makeLead } from '~/modules/sales/leads/server/leads.builders';
import type { Stats, TopCustomer } from '../dashboard.fields';
import { dashboardOf, insertInvoice, insertPayment } from './dashboard.builders';

const test = fileServer();
const { today, ask, sql } = dashboardOf(test);
async function makeCustomer(company_name: string): Promise<number> {
  const { id } = await makeLead(test.admin, { company_name });
  const path = `/leads/${id}/convert`;
  return (await test.admin.post<{ customer: Customer }>(path)).body.data.customer.id;
}

const bill = (values: Parameters<typeof insertInvoice>[1]) =>
  insertInvoice(test.server.database, values);

const pay = (invoice: number, amount: number, date: Day, status?: string) =>
  insertPayment(test.server.database, { invoice, amount, date, ...(status ? { status } : {}) });

describe('invoices and payments', () => {
  it('are counted by their own dates, issued ones with a balance as outstanding regardless of the period', async () => {
    const customer = await makeCustomer('Kaveri Pumps');
    const { from, to } = daysOfRange('month', today());
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
      outstandingInvoices: 6,
      outstandingPercentage: 75,
      totalRevenue: 250.55,
    });
  });

  it('measure the financial year against the goal, when there is one', async () => {
    const month = Number(today().slice(5, 7));
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
    const { from } = daysOfRange('month', today());
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
