import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { BillPayment, VendorPayment, WholeVendorPayment } from '../vendor-payments.fields';
import type { NewVendor } from '~/modules/buying/vendors/vendors.fields';
import { openPaymentFixture } from './vendor-payments.builders';
import { vendorPaymentChecks } from './vendor-payments.invariants';

const test = fileServer();

const fixtureOf = (vendor?: NewVendor) => openPaymentFixture(test.admin, vendor);

async function expectSound(): Promise<void> {
  for (const { name, faults } of vendorPaymentChecks)
    expect([name, (await faults.execute(test.server.database.db)).rows]).toEqual([name, []]);
}

it('pays many bills from one sum and keeps the rest as an advance', async () => {
  const fixture = await fixtureOf();
  const [one, two] = [await fixture.bill(), await fixture.bill()];
  const payment = await fixture.make({
    amount: 200,
    payment_date: '2026-07-01',
    reference_number: 'UTR 9',
    allocations: [
      { bill_id: one, amount: 117.6, round_off: 0.4 },
      { bill_id: two, amount: 50 },
    ],
  });
  expect(payment).toMatchObject({
    payment_number: expect.stringMatching(/^VP-26-27-\d{5}$/),
    vendor_id: fixture.vendor_id,
    vendor_name: fixture.vendor.company_name,
    amount: 200,
    allocated_amount: 167.6,
    unallocated: 32.4,
    round_off: 0.4,
    tds_amount: 0,
    status: 'completed',
  });
  expect(payment.allocations).toMatchObject([
    { bill_id: one, amount: 117.6, round_off: 0.4, allocation_date: '2026-07-01' },
    { bill_id: two, amount: 50, round_off: 0 },
  ]);
  expect(await fixture.read([one, two])).toMatchObject([
    { balance_due: 0, status: 'paid' },
    { balance_due: 68, status: 'partially_paid' },
  ]);
  const feed = await test.admin.get<{ title: string }[]>('/activity');
  const titles = feed.body.data.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Bill paid', 'Bill partially paid']));
  const listed = (await test.admin.get<VendorPayment[]>('/vendor-payments')).body.data;
  expect(listed[0]).toMatchObject({ id: payment.id, unallocated: 32.4 });
  const { body } = await fixture.allocate(payment.id, [{ bill_id: two, amount: 32.4 }]);
  expect(body.data).toMatchObject({ unallocated: 0, allocated_amount: 200 });
  expect(await fixture.owed(two)).toEqual([35.6]);
  const spent = await fixture.allocate(payment.id, [{ bill_id: two, amount: 1 }]);
  expect([spent.status, spent.body.code]).toEqual([409, 'vendor_payment.spent']);
  const cancelled = await fixture.cancel(payment.id);
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', unallocated: 0 });
  expect(await fixture.owed(one, two)).toEqual([118, 118]);
  const again = await fixture.cancel(payment.id);
  expect([again.status, again.body.code]).toEqual([409, 'vendor_payment.cancelled']);
  const late = await fixture.allocate(payment.id, [{ bill_id: two, amount: 1 }]);
  expect([late.status, late.body.code]).toEqual([409, 'vendor_payment.cancelled']);
  await expectSound();
});

interface Sent {
  amount?: number;
  tds_amount?: number;
  vendor_id?: number;
  payment_date?: string;
  allocations?: object[];
}

it.each<[string, Sent, string?]>([
  ['a sum below its allocations', { amount: 10 }, 'amount'],
  [
    'more than the balance',
    { amount: 500, allocations: [{ amount: 118.01 }] },
    'allocations.0.amount',
  ],
  ['a credit of a bill', { allocations: [{ amount: -5 }] }, 'allocations.0.amount'],
  ['a round-off above 1', { allocations: [{ amount: 1, round_off: 1.01 }] }],
  ['an allocation of nothing', { allocations: [{ amount: 0 }] }, 'allocations.0.amount'],
  ['TDS without an advance', { amount: 50, tds_amount: 1 }, 'tds_amount'],
  ['a day in the future', { payment_date: '2099-01-01' }, 'payment_date'],
  ['a negative amount', { amount: -1 }, 'amount'],
  ['a vendor that does not exist', { vendor_id: 999_999, allocations: [] }, 'vendor_id'],
])('refuses %s with 400', async (_what, values: Sent, field?: string) => {
  const fixture = await fixtureOf();
  const bill_id = await fixture.bill();
  const { allocations = [{ amount: 50 }] } = values;
  const sent = { ...values, allocations: allocations.map((each) => ({ bill_id, ...each })) };
  const { status, body } = await fixture.post(sent);
  expect([status, body.details?.[0]?.field]).toEqual([400, field ?? expect.any(String)]);
  expect(await fixture.owed(bill_id)).toEqual([118]);
});

it('refuses bills of another vendor, of twice, of none, and those that are not booked', async () => {
  const [fixture, other] = [await fixtureOf(), await fixtureOf()];
  const [own, foreign, draft] = [
    await fixture.bill(),
    await other.bill(),
    await fixture.bill(118, { status: 'draft' }),
  ];
  const outcomeOf = async (...bill_ids: number[]) => {
    const allocations = bill_ids.map((bill_id) => ({ bill_id, amount: 1 }));
    const { status, body } = await fixture.post({ allocations });
    return [status, body.code];
  };
  expect(await outcomeOf(foreign)).toEqual([400, 'vendor_payment.vendor_mismatch']);
  expect(await outcomeOf(own, own)).toEqual([400, 'input.invalid']);
  expect(await outcomeOf(999_999)).toEqual([400, 'input.invalid']);
  expect(await outcomeOf(draft)).toEqual([409, 'vendor_payment.bill_not_open']);
});

it('never pays more than a balance, also of many at once', async () => {
  const fixture = await fixtureOf();
  const bill_id = await fixture.bill();
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => fixture.post({ allocations: [{ bill_id, amount: 50 }] })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  expect(await fixture.owed(bill_id)).toEqual([18]);
  await expectSound();
});

it("sets a vendor's credit against its bills, with and without money", async () => {
  const fixture = await fixtureOf();
  const [bill_id, credit] = [await fixture.bill(), await fixture.credit(30)];
  expect(await fixture.owed(credit)).toEqual([-30]);
  const set = await fixture.make({
    amount: 0,
    allocations: [
      { bill_id: credit, amount: -20 },
      { bill_id, amount: 20 },
    ],
  });
  expect(set).toMatchObject({ amount: 0, allocated_amount: 0, unallocated: 0 });
  expect(await fixture.owed(bill_id, credit)).toEqual([98, -10]);
  const paid = await fixture.make({
    amount: 88,
    allocations: [
      { bill_id, amount: 98 },
      { bill_id: credit, amount: -10 },
    ],
  });
  expect(paid.unallocated).toBe(0);
  expect(await fixture.read([bill_id, credit])).toMatchObject([
    { balance_due: 0, status: 'paid' },
    { balance_due: 0, status: 'paid' },
  ]);
  const tooMuch = await fixture.post({
    amount: 0,
    allocations: [{ bill_id: credit, amount: -1 }],
  });
  expect(tooMuch.status).toBe(400);
  await fixture.cancel(paid.id);
  expect(await fixture.owed(bill_id, credit)).toEqual([98, -10]);
  await expectSound();
});

it('withholds TDS from an advance, which goes to bills with it', async () => {
  const fixture = await fixtureOf();
  const advance = await fixture.make({ amount: 90, tds_amount: 10, tds_code: 'CONTRACT' });
  expect(advance).toMatchObject({ unallocated: 90, tds_amount: 10, tds_code: 'CONTRACT' });
  const bill_id = await fixture.bill();
  const third = await fixture.allocate(advance.id, [{ bill_id, amount: 30 }]);
  expect(third.body.data).toMatchObject({ unallocated: 60, allocated_tds: 3.33 });
  expect(await fixture.owed(bill_id)).toEqual([84.67]);
  await fixture.allocate(advance.id, [{ bill_id, amount: 60 }]);
  expect(await fixture.owed(bill_id)).toEqual([18]);
  await fixture.cancel(advance.id);
  expect(await fixture.owed(bill_id)).toEqual([118]);
  await expectSound();
});

it('numbers payments without gaps and answers a repeated call once', async () => {
  const fixture = await fixtureOf();
  const numbers = await Promise.all(Array.from({ length: 3 }, () => fixture.make({ amount: 1 })));
  const sorted = numbers
    .map(({ payment_number }) => Number(payment_number.slice(-5)))
    .sort((one, other) => one - other);
  expect(sorted.map((number) => number - (sorted[0] ?? 0))).toEqual([0, 1, 2]);
  await fixture.post({ amount: -1 });
  await expectSound();
});

it('lists the payments of a bill, newest first, with what it has of each', async () => {
  const fixture = await fixtureOf();
  const [bill_id, other] = [await fixture.bill(), await fixture.bill()];
  const first = await fixture.make({
    amount: 68,
    payment_date: '2026-06-01',
    allocations: [
      { bill_id, amount: 50, round_off: 0.5 },
      { bill_id: other, amount: 18 },
    ],
  });
  const advance = await fixture.make({ amount: 45, tds_amount: 5, payment_date: '2026-07-01' });
  for (const amount of [20, 25]) await fixture.allocate(advance.id, [{ bill_id, amount }]);
  await fixture.cancel(first.id);
  const { body } = await test.admin.get<BillPayment[]>(`/bills/${bill_id}/payments`);
  expect(body.data).toMatchObject([
    { id: advance.id, amount: 45, tds_amount: 5, round_off: 0, status: 'completed' },
    { id: first.id, amount: 50, tds_amount: 0, round_off: 0.5, status: 'cancelled' },
  ]);
  expect((await test.admin.get('/bills/999999/payments')).status).toBe(404);
  const { client } = await signInWith(test, { bills: { read: 'all' } });
  expect((await client.get(`/bills/${bill_id}/payments`)).status).toBe(403);
});

it('gives a payment advice, marked when it is cancelled', async () => {
  const fixture = await fixtureOf();
  const bill_id = await fixture.bill();
  const { id } = await fixture.make({ amount: 150, allocations: [{ bill_id, amount: 118 }] });
  const text = async () => {
    const { content } = await test.admin.get(`/vendor-payments/${id}/pdf`);
    return (await pagesOf(content)).join(' ').replaceAll(/\s+/g, ' ');
  };
  for (const texts of ['PAYMENT ADVICE', 'Paid To', '₹118.00', 'Advance', '₹32.00'])
    expect(await text()).toContain(texts);
  await fixture.cancel(id);
  expect(await text()).toContain('CANCELLED');
  expect((await test.admin.get('/vendor-payments/999999/pdf')).status).toBe(404);
});

it('gives the file for the bank, and names vendors without bank details', async () => {
  const bank = { bank_account: '00123', bank_ifsc: 'HDFC0000001' };
  const [one, none] = [await fixtureOf(bank), await fixtureOf()];
  const first = await one.make({ amount: 1234.5, reference_number: '=1+1' });
  const second = await one.make({ amount: 10 });
  const file = await test.admin.post('/vendor-payments/file', { ids: [second.id, first.id] });
  expect(file.status).toBe(200);
  expect(file.content.toString().trim().split('\r\n')).toEqual([
    'Name,Account,IFSC,Amount,Reference',
    `${one.vendor.company_name},00123,HDFC0000001,1234.50,'=1+1`,
    `${one.vendor.company_name},00123,HDFC0000001,10.00,${second.payment_number}`,
  ]);
  const { id } = await none.make({ amount: 5 });
  const missing = await test.admin.post('/vendor-payments/file', { ids: [first.id, id] });
  expect([missing.status, missing.body.code]).toEqual([409, 'vendor_payment.bank_details_missing']);
  expect(missing.body.details?.[0]?.record).toEqual({
    type: 'vendor',
    id: none.vendor_id,
    label: none.vendor.company_name,
  });
  await one.cancel(first.id);
  const cancelled = await test.admin.post('/vendor-payments/file', { ids: [first.id] });
  expect([cancelled.status, cancelled.body.code]).toEqual([409, 'vendor_payment.not_by_bank']);
  expect((await test.admin.post('/vendor-payments/file', { ids: [] })).status).toBe(400);
  expect((await test.admin.post('/vendor-payments/file', { ids: [999_999] })).status).toBe(400);
});

it('shows who may what', async () => {
  const fixture = await fixtureOf();
  const { id } = await fixture.make({ amount: 5 });
  const { client } = await signInWith(test, { vendor_payments: { read: 'all' } });
  expect((await client.get<WholeVendorPayment>(`/vendor-payments/${id}`)).status).toBe(200);
  for (const path of [
    '/vendor-payments',
    `/vendor-payments/${id}/allocate`,
    '/vendor-payments/file',
  ])
    expect((await client.post(path, {})).status).toBe(403);
  expect((await client.put(`/vendor-payments/${id}/status`, { status: 'cancelled' })).status).toBe(
    403,
  );
  const history = await test.admin.get(`/history/vendor-payments/${id}`);
  expect(history.status).toBe(200);
});
