import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { readReport } from '~/kit/server/testing/test-reports';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { VendorStatement } from '~/modules/billing/receivables/receivables.fields';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Payables } from '../payables.fields';
import type { NewVendor } from '~/modules/buying/vendors/vendors.fields';
import { openPaymentFixture } from './vendor-payments.builders';

const test = ownServer();

const fixtureOf = (vendor?: NewVendor) => openPaymentFixture(test.admin, vendor);

const statementOf = async (vendor: number, query = '') =>
  (await test.admin.get<VendorStatement>(`/vendors/${vendor}/statement${query}`)).body.data;

async function rowOf(vendor: number, query = '') {
  const { data } = (await test.admin.get<Payables>(`/payables${query}`)).body;
  return data.rows.find(({ vendor_id }) => vendor_id === vendor);
}

it('returns an account that closes as the balances less credit, on any day', async () => {
  const fixture = await fixtureOf();
  const one = await fixture.bill(118, { tds_code: 'PROFESSIONAL', tds_amount: 10 });
  const two = await fixture.bill(118, { bill_date: '2026-06-20', due_date: '2026-08-19' });
  const credit = await fixture.credit(20, '2026-07-10');
  const payment = await fixture.make({
    amount: 200,
    payment_date: '2026-07-01',
    reference_number: 'UTR 9',
    allocations: [{ bill_id: one, amount: 107.7, round_off: 0.3 }],
  });
  const all = await statementOf(fixture.vendor_id, '?from=2026-04-01');
  expect(
    all.lines.map(({ date, kind, debit, credit: credited }) => [date, kind, debit, credited]),
  ).toEqual([
    ['2026-05-10', 'bill', 0, 118],
    ['2026-05-10', 'tds', 10, 0],
    ['2026-06-20', 'bill', 0, 118],
    ['2026-07-01', 'round_off', 0.3, 0],
    ['2026-07-01', 'vendor_payment', 200, 0],
    ['2026-07-10', 'bill', 0, 20],
    ['2026-07-10', 'vendor_credit', 20, 0],
    ['2026-07-10', 'vendor_payment', 20, 0],
  ]);
  expect([all.opening, all.credits, all.debits, all.closing]).toEqual([0, 256, 250.3, 5.7]);
  expect(await rowOf(fixture.vendor_id)).toMatchObject({ total: 5.7, credit: 112.3, msme_due: 0 });
  for (const [day, total] of [
    ['2026-05-09', undefined],
    ['2026-05-10', 108],
    ['2026-06-30', 226],
    ['2026-07-01', 25.7],
    ['2026-07-10', 5.7],
  ] as const) {
    expect((await rowOf(fixture.vendor_id, `?as_of=${day}`))?.total).toBe(total);
    const { closing } = await statementOf(fixture.vendor_id, `?from=2026-04-01&to=${day}`);
    expect(closing).toBe(total ?? 0);
  }
  const july = await rowOf(fixture.vendor_id, '?as_of=2026-07-05');
  expect(july).toMatchObject({ current: 118, credit: 92.3, total: 25.7 });
  const allocations = [
    { bill_id: two, amount: 100 },
    { bill_id: credit, amount: -20 },
  ];
  expect((await fixture.allocate(payment.id, allocations)).status).toBe(200);
  expect(await rowOf(fixture.vendor_id)).toMatchObject({ over_90: 18, credit: 12.3, total: 5.7 });
  expect(await rowOf(fixture.vendor_id, '?as_of=2026-07-05')).toMatchObject(july ?? {});
  await fixture.cancel(payment.id);
  expect(await rowOf(fixture.vendor_id)).toMatchObject({ total: 206, credit: 20 });
  // The payment counted on that day.
  expect((await rowOf(fixture.vendor_id, '?as_of=2026-07-05'))?.total).toBe(25.7);
  const last = await statementOf(fixture.vendor_id, '?from=2026-04-01');
  expect([last.lines.at(-1)?.is_cancellation, last.closing]).toEqual([true, 206]);
  const report = await readReport(test.admin, 'payables?as_of=2026-07-05');
  expect(report.rows).toContainEqual(
    expect.objectContaining({
      name: fixture.vendor.company_name,
      current: 118,
      total: 25.7,
      msme_due: 0,
    }),
  );
});

it('lowers the balance of a bill by its credit, from the day of the credit', async () => {
  const fixture = await fixtureOf();
  const id = await fixture.bill(100);
  const [bill] = await fixture.read([id]);
  const sent = await test.admin.post(`/bills/${id}/credit`, {
    items: [{ bill_line_id: bill?.items[0]?.id, reason: 'price', amount: 30 }],
    bill_number: 'CN/1',
    bill_date: '2026-07-10',
  });
  expect(sent.status).toBe(201);
  expect(await rowOf(fixture.vendor_id)).toMatchObject({ over_90: 70, credit: 0, total: 70 });
  expect(await rowOf(fixture.vendor_id, '?as_of=2026-07-09')).toMatchObject({
    days_1_30: 100,
    credit: 0,
    total: 100,
  });
});

it('counts an advance with its TDS as credit of the vendor', async () => {
  const fixture = await fixtureOf();
  await fixture.make({ amount: 90, tds_amount: 10, payment_date: '2026-07-01' });
  expect(await rowOf(fixture.vendor_id)).toMatchObject({ current: 0, credit: 100, total: -100 });
  expect((await statementOf(fixture.vendor_id)).closing).toBe(-100);
});

it('shows what is past the limit of micro and small vendors', async () => {
  const fixture = await fixtureOf({ msme: 'micro' });
  await fixture.bill(118, { due_date: '2026-12-31' });
  const at = async (day: string) => {
    const row = await rowOf(fixture.vendor_id, `?as_of=${day}`);
    return [row?.current, row?.msme_due, row?.msme_limit];
  };
  expect(await at('2026-05-25')).toEqual([118, 0, '2026-05-25']);
  expect(await at('2026-05-26')).toEqual([118, 118, '2026-05-25']);
});

it('has bills of a day before the payments of that day', async () => {
  const fixture = await fixtureOf();
  const payment = { payment_date: '2026-07-01', amount: 50, allocations: [] };
  await fixture.make(payment);
  const day = { bill_date: '2026-07-01', due_date: '2026-07-01' };
  await fixture.bill(118, { ...day, tds_code: 'PROFESSIONAL', tds_amount: 10 });
  const { lines } = await statementOf(fixture.vendor_id, '?from=2026-04-01');
  expect(lines.map(({ kind, balance }) => [kind, balance])).toEqual([
    ['bill', 118],
    ['tds', 108],
    ['vendor_payment', 58],
  ]);
  const path = `/vendors/${fixture.vendor_id}/statement?from=2026-04-01&format=csv`;
  const rows = (await test.admin.get(path)).content.toString().split('\r\n').slice(1, -1);
  const named = rows.map((row) => row.split(',')[1]);
  expect(named.slice(1, 4)).toEqual(['Bill', 'TDS', 'Payment']);
});

it('comes as PDF, CSV and Excel, and by mail', async () => {
  const fixture = await fixtureOf({ email: 'accounts@vendor.example' });
  await fixture.bill();
  const path = `/vendors/${fixture.vendor_id}/statement`;
  const pdf = await test.admin.get(`${path}?format=pdf`);
  const text = (await pagesOf(pdf.content)).join(' ');
  for (const texts of ['STATEMENT OF ACCOUNT', 'Vendor', '₹118.00', 'Closing Balance'])
    expect(text).toContain(texts);
  expect(text).not.toContain('Payment Details');
  const csv = (await test.admin.get(`${path}?format=csv`)).content.toString();
  expect(csv.split('\r\n')[0]).toBe('Date,Document,Number,Reference,Debit,Credit,Balance');
  expect((await test.admin.get(`${path}?format=xlsx`)).content.subarray(0, 2).toString()).toBe(
    'PK',
  );
  expect((await test.admin.get(`${path}?from=2026-05-02&to=2026-05-01`)).status).toBe(400);
  expect((await test.admin.get('/vendors/999999/statement')).status).toBe(404);
  const refused = await test.admin.post(`${path}/send`, { from: '2026-04-01' });
  expect([refused.status, refused.body.code]).toEqual([502, 'statement.mail_rejected']);
  const silent = await fixtureOf();
  const missing = await test.admin.post(`/vendors/${silent.vendor_id}/statement/send`, {});
  expect([missing.status, missing.body.code]).toEqual([400, 'statement.recipient_missing']);
});

it('is stored as a view, as every list', async () => {
  for (const list of ['payables', 'bills', 'vendor_payments']) {
    const state = { filters: { search: 'Steel' } };
    expect((await test.admin.post('/views', { list, name: 'Mine', state })).status).toBe(201);
  }
});

it('needs the rights to read vendors and payments', async () => {
  const fixture = await fixtureOf();
  await fixture.bill();
  const { client } = await signInWith(test, { vendors: { read: 'all' } });
  for (const path of ['payables', `vendors/${fixture.vendor_id}/statement`])
    expect((await client.get(`/${path}`)).status).toBe(403);
  const { client: payer } = await signInWith(test, { vendor_payments: { read: 'all' } });
  expect((await payer.get<Payables>('/payables')).body.data.rows).toEqual([]);
  expect((await payer.get(`/vendors/${fixture.vendor_id}/statement`)).status).toBe(404);
});

it('is scheduled once for each vendor, and named among the saved reports', async () => {
  const fixture = await fixtureOf();
  const admins = (await test.admin.get<{ id: number }[]>('/users')).body.data;
  const schedule = { frequency: 'monthly', covers: 'before', format: 'pdf' };
  const recipients = [admins[0]?.id];
  for (const day of [1, 2]) {
    const path = `/vendors/${fixture.vendor_id}/statement/schedule`;
    const put = await test.admin.put(path, { ...schedule, day, recipients });
    expect(put.status).toBe(200);
  }
  const saved = await test.admin.get<{ report: string }[]>('/saved-reports');
  const { id, company_name: name } = fixture.vendor;
  expect(saved.body.data.filter(({ report }) => report === 'statement')).toMatchObject([
    { customer: null, vendor: { id, name }, schedule: { day: 2 } },
  ]);
  const missing = await test.admin.put('/vendors/999999/statement/schedule', {
    ...schedule,
    day: 1,
    recipients,
  });
  expect(missing.status).toBe(404);
});

it('has the due dates and the payments of a past day', async () => {
  const company_name = 'Deccan Fasteners';
  const fixture = await fixtureOf({ company_name, msme: 'micro' });
  const id = await fixture.bill(100, { due_date: '2026-05-20' });
  const allocations = [{ bill_id: id, amount: 40 }];
  const paid = await fixture.make({ amount: 40, payment_date: '2026-06-01', allocations });
  const day = dayOf(test.server.clock.now(), 'Asia/Kolkata');
  test.server.clock.advance(86_400_000);
  const client = await test.server.signIn();
  const { status } = await client.put(`/bills/${id}`, { due_date: addDays(day, 30) });
  expect(status).toBe(200);
  const cancelled = { status: 'cancelled' };
  expect((await client.put(`/vendor-payments/${paid.id}/status`, cancelled)).status).toBe(200);
  const on = async (as_of: string) => {
    const { data } = (await client.get<Payables>(`/payables?as_of=${as_of}`)).body;
    const row = data.rows.find(({ vendor_id }) => vendor_id === fixture.vendor_id);
    const dues = await readReport(client, `msme-dues?group=vendor&as_of=${as_of}`);
    return [row?.current, row?.over_90, dues.named(company_name)?.['balance']];
  };
  expect(await on('2026-05-25')).toEqual([0, 0, 100]);
  expect(await on(day)).toEqual([0, 60, 60]);
  expect(await on(addDays(day, 1))).toEqual([100, 0, 100]);
});
