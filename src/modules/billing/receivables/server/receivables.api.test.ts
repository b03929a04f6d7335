import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { readReport } from '~/kit/server/testing/test-reports';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import { openReceiptFixture } from '~/modules/billing/receipts/server/receipts.builders';
import type { Receivables, Statement } from '../receivables.fields';
import { receivableChecks } from './receivables.invariants';

const test = ownServer();

const statementOf = async (customer: number, query = '') =>
  (await test.admin.get<Statement>(`/customers/${customer}/statement${query}`)).body.data;

it('returns an account: receipts whole with their TDS, cancelled documents twice, closing as the balances', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const dates = { invoice_date: '2026-05-10', due_date: '2026-06-10' };
  const [one, two] = [await fixture.bill(50, dates), await fixture.bill(50, dates)];
  const cancelled = await fixture.bill(50, dates);
  await fixture.invoices.setStatus(cancelled, 'cancelled');
  await fixture.make({
    amount: 200,
    receipt_date: '2026-07-01',
    reference_number: 'UTR 9',
    allocations: [{ invoice_id: one, amount: 116, tds_amount: 1.7, round_off: 0.3 }],
  });
  await test.admin.post('/payments', {
    invoice_id: two,
    amount: 18,
    payment_method: 'cash',
    payment_date: '2026-07-02',
  });
  const all = await statementOf(fixture.customer_id, '?from=2026-04-01');
  expect(all.lines.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
    ['invoice', 118, 0],
    ['invoice', 118, 0],
    ['invoice', 118, 0],
    ['receipt', 0, 200],
    ['round_off', 0, 0.3],
    ['tds', 0, 1.7],
    ['payment', 0, 18],
    ['invoice', 0, 118],
  ]);
  expect(all.lines.at(-1)?.is_cancellation).toBe(true);
  // Owed are ₹100 on the second invoice; ₹84 of the receipt are left.
  expect([all.opening, all.closing]).toEqual([0, 16]);
  expect(all.lines.at(-1)?.balance).toBe(16);
  const part = await statementOf(fixture.customer_id, '?from=2026-07-01&to=2026-07-01');
  expect([part.opening, part.debits, part.credits, part.closing]).toEqual([354, 0, 202, 152]);
  const { body } = await test.admin.get<Receivables>('/receivables');
  const row = body.data.rows.find(({ customer_id }) => customer_id === fixture.customer_id);
  expect(row).toMatchObject({ over_90: 100, credit: 84, total: 16, current: 0 });
  const then = await test.admin.get<Receivables>('/receivables?as_of=2026-06-15');
  const past = then.body.data.rows.find(({ customer_id }) => customer_id === fixture.customer_id);
  // The cancelled invoice counted on that day.
  expect(past).toMatchObject({ days_1_30: 354, credit: 0, total: 354 });
  expect(then.body.data.entered_later).toBeGreaterThanOrEqual(3);
  const july = (await test.admin.get<Receivables>('/receivables?as_of=2026-07-03')).body.data;
  // Due on 10 June are ₹100 and the cancelled ₹118; collected are ₹116 of the receipt and ₹18.
  expect(july.figures).toEqual({
    outstanding: 218,
    overdue: 218,
    due_this_week: 0,
    collected_this_month: 134,
  });
  const june = (await test.admin.get<Receivables>('/receivables?as_of=2026-06-03')).body.data;
  expect(june.figures).toMatchObject({ outstanding: 354, overdue: 0, due_this_week: 354 });
  const collected = await readReport(test.admin, 'payments?from=2026-07-01&to=2026-07-03');
  expect(collected.totals).toEqual({
    payments: 2,
    amount: 134,
    from_advances: 0,
    tds: 1.7,
    round_off: 0.3,
    written_off: 0,
  });
  const report = await readReport(test.admin, 'receivables?as_of=2026-06-15');
  expect(report.rows).toHaveLength(1);
  expect(report.rows[0]).toMatchObject({ name: past?.customer_name, days_1_30: 354, total: 354 });
  for (const { faults } of receivableChecks)
    expect((await faults.execute(test.server.database.db)).rows).toEqual([]);
});

it('has invoices of a day before the money of that day', async () => {
  const fixture = await openReceiptFixture(test.admin);
  await fixture.make({ amount: 50, receipt_date: '2026-07-01', allocations: [] });
  await fixture.bill(50, { invoice_date: '2026-07-01', due_date: '2026-08-01' });
  const { lines } = await statementOf(fixture.customer_id, '?from=2026-04-01');
  expect(lines.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['invoice', 118],
    ['receipt', 68],
  ]);
});

it('comes as PDF, CSV and Excel, and by mail', async () => {
  const fixture = await openReceiptFixture(test.admin);
  await fixture.bill();
  const path = `/customers/${fixture.customer_id}/statement`;
  const pdf = await test.admin.get(`${path}?format=pdf`);
  const text = (await pagesOf(pdf.content)).join(' ');
  for (const texts of ['STATEMENT OF ACCOUNT', 'Opening Balance', '₹118.00', 'Closing Balance'])
    expect(text).toContain(texts);
  expect(text).not.toContain('Payment Details');
  await test.admin.post('/billing/payment-methods', { type: 'upi', upi_id: 'deccan@bank' });
  const payable = (await pagesOf((await test.admin.get(`${path}?format=pdf`)).content)).join(' ');
  for (const texts of ['Payment Details', 'UPI ID: deccan@bank', 'UPI ₹118.00'])
    expect(payable).toContain(texts);
  // The note of the code ends within 50 characters: with a whole letter, though this one has two units.
  const company_name = `${'A'.repeat(49)}😀 Works`;
  await test.admin.put(`/customers/${fixture.customer_id}`, { company_name });
  expect((await test.admin.get(`${path}?format=pdf`)).status).toBe(200);
  const csv = (await test.admin.get(`${path}?format=csv`)).content.toString();
  expect(csv.split('\r\n')[0]).toBe('Date,Document,Number,Reference,Debit,Credit,Balance');
  expect(csv).toContain(',118,');
  const sheet = await test.admin.get(`${path}?format=xlsx`);
  expect(sheet.content.subarray(0, 2).toString()).toBe('PK');
  expect((await test.admin.get(`${path}?format=doc`)).status).toBe(400);
  expect((await test.admin.get(`${path}?from=2026-05-02&to=2026-05-01`)).status).toBe(400);
  expect((await test.admin.get('/customers/999999/statement')).status).toBe(404);
  const unreachable = await test.admin.post(`${path}/send`, {});
  expect([unreachable.status, unreachable.body.code]).toEqual([400, 'statement.recipient_missing']);
  await test.admin.put(`/customers/${fixture.customer_id}`, { email: 'accounts@buyer.example' });
  const refused = await test.admin.post(`${path}/send`, { from: '2026-04-01' });
  expect([refused.status, refused.body.code]).toEqual([502, 'statement.mail_rejected']);
});

it('has a payment code for what is to be paid now: none for a past period, less pending payments', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const dates = { invoice_date: '2026-05-10', due_date: '2026-06-10' };
  const invoice_id = await fixture.bill(50, dates);
  await test.admin.post('/billing/payment-methods', { type: 'upi', upi_id: 'deccan@bank' });
  const today = dayOf(test.server.clock.now(), 'Asia/Kolkata');
  const text = async (to: Day) => {
    const path = `/customers/${fixture.customer_id}/statement?format=pdf&from=2026-04-01&to=${to}`;
    return (await pagesOf((await test.admin.get(path)).content)).join(' ');
  };
  expect(await text(today)).toMatch(/UPI\s+₹118\.00/);
  expect(await text('2026-09-30')).not.toMatch(/UPI\s+₹/);
  const held = { invoice_id, amount: 18, payment_method: 'check', status: 'pending' };
  await test.admin.post('/payments', { ...held, payment_date: today });
  expect(await text(today)).toMatch(/UPI\s+₹100\.00/);
});

it('needs the right to read receipts', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const { client } = await signInWith(test, {
    customers: { read: 'all' },
    invoices: { read: 'all' },
  });
  for (const path of ['receivables', `customers/${fixture.customer_id}/statement`])
    expect((await client.get(`/${path}`)).status).toBe(403);
});

it('proposes interest on what is overdue where a rate is set, and keeps it out of the balance', async () => {
  const fixture = await openReceiptFixture(test.admin);
  await fixture.bill(50, { invoice_date: '2026-05-10', due_date: '2026-06-10' });
  expect((await statementOf(fixture.customer_id)).interest).toBeNull();
  expect((await test.admin.put('/settings', { late_interest_rate: 101 })).status).toBe(400);
  await test.admin.put('/settings', { late_interest_rate: 18 });
  const { interest, closing } = await statementOf(fixture.customer_id);
  const days = interest?.invoices[0]?.days ?? 0;
  expect(days).toBeGreaterThan(160);
  expect(interest).toMatchObject({
    rate: 18,
    total: Math.round((11_800 * 18 * days) / 36_500) / 100,
  });
  expect(closing).toBe(118);
  const path = `/customers/${fixture.customer_id}/statement?format=pdf`;
  const text = (await pagesOf((await test.admin.get(path)).content)).join(' ');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Interest at 18 % a year');
  // A statement of the past says nothing of today.
  const past = await statementOf(fixture.customer_id, '?from=2026-04-01&to=2026-09-30');
  expect(past.interest).toBeNull();
  await test.admin.put('/settings', { late_interest_rate: null });
  expect((await statementOf(fixture.customer_id)).interest).toBeNull();
});

it('shows the last day of the calendar, on the screen and as a report', async () => {
  const { data } = (await test.admin.get<Receivables>('/receivables?as_of=9999-12-31')).body;
  const now = (await test.admin.get<Receivables>('/receivables')).body.data;
  expect(data.totals.total).toBe(now.totals.total);
  expect((await readReport(test.admin, 'receivables?as_of=9999-12-31')).totals['total']).toBe(
    now.totals.total,
  );
});

it('ages the balances of a past day by the due dates of then', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const id = await fixture.bill(50, { invoice_date: '2026-05-10', due_date: '2026-06-10' });
  const today = dayOf(test.server.clock.now(), 'Asia/Kolkata');
  let client = test.admin;
  const agesOn = async (day: Day) => {
    const { data } = (await client.get<Receivables>(`/receivables?as_of=${day}`)).body;
    const row = data.rows.find(({ customer_id }) => customer_id === fixture.customer_id);
    return [row?.current, row?.days_1_30];
  };
  const moveDue = (due_date: Day) => client.put(`/invoices/${id}`, { due_date });
  expect((await moveDue(addDays(today, 1))).status).toBe(200);
  expect(await agesOn('2026-06-15')).toEqual([0, 118]);
  expect(await agesOn(today)).toEqual([118, 0]);
  test.server.clock.advance(3 * 86_400_000);
  client = await test.server.signIn();
  expect((await moveDue(addDays(today, 40))).status).toBe(200);
  expect(await agesOn('2026-06-15')).toEqual([0, 118]);
  expect(await agesOn(addDays(today, 2))).toEqual([0, 118]);
  expect(await agesOn(addDays(today, 3))).toEqual([118, 0]);
});
