import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { type NumberSeries, numberedSeries } from '~/modules/billing/invoices/number-series.fields';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import type { WholeReceipt } from '../receipts.fields';
import { receiptChecks } from './receipts.invariants';
import { openReceiptFixture } from './receipts.builders';

const test = fileServer();
let fixture: Awaited<ReturnType<typeof openReceiptFixture>>;

beforeAll(async () => {
  fixture = await openReceiptFixture(test.admin);
});

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

async function paymentsOf(receipt: number): Promise<Payment[]> {
  const all = (await test.admin.get<Payment[]>('/payments')).body.data;
  return all.filter(({ receipt_id }) => receipt_id === receipt).toSorted((a, b) => a.id - b.id);
}

it('pays 12 invoices less 0.1 % TDS and ₹0.30 to the paisa, with a payment for each kind', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 12; at += 1) ids.push(await fixture.bill(50.05 + at));
  const owed = await fixture.owed(...ids);
  const allocations = await Promise.all(
    ids.map(async (invoice_id, at) => {
      const { balance_due, subtotal } = await fixture.invoices.read(invoice_id);
      const tds_amount = Math.round(subtotal * 0.1) / 100;
      const round_off = at === 11 ? 0.3 : 0;
      const paise = Math.round(balance_due * 100) - Math.round((tds_amount + round_off) * 100);
      return { invoice_id, amount: paise / 100, tds_amount, round_off };
    }),
  );
  const sum = (name: 'amount' | 'tds_amount') =>
    allocations.reduce((all, each) => all + Math.round(each[name] * 100), 0) / 100;
  const receipt = await fixture.make({
    amount: sum('amount'),
    reference_number: 'UTR 4411',
    allocations,
  });
  expect(receipt).toMatchObject({
    receipt_number: 'RCT-26-27-00001',
    tds_amount: sum('tds_amount'),
    round_off: 0.3,
    allocated_amount: sum('amount'),
    unallocated: 0,
    status: 'completed',
    advance_id: null,
  });
  expect(receipt.allocations.map(({ invoice_id }) => invoice_id)).toEqual(ids);
  expect(new Set(await fixture.owed(...ids))).toEqual(new Set([0]));
  expect((await fixture.invoices.read(ids[0] ?? 0)).status).toBe('paid');
  const paid = await paymentsOf(receipt.id);
  expect(paid).toHaveLength(25);
  const paise = paid.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
  expect(paise).toBe(owed.reduce((all, each) => all + Math.round(each * 100), 0));
  expect(paid[0]).toMatchObject({ kind: 'cash', receipt_number: 'RCT-26-27-00001' });
});

it('rounds an invoice down by a negative round-off, at most ₹1 in all', async () => {
  const invoice = await fixture.bill();
  const { id, allocations } = await fixture.make({
    amount: 118.4,
    allocations: [{ invoice_id: invoice, amount: 118.4, round_off: -0.4 }],
  });
  expect(await fixture.owed(invoice)).toEqual([0]);
  expect(allocations[0]).toMatchObject({ amount: 118.4, tds_amount: 0, round_off: -0.4 });
  expect((await paymentsOf(id)).map(({ amount, kind }) => [kind, amount])).toEqual([
    ['cash', 118.4],
    ['round_off', -0.4],
  ]);
  const next = await fixture.bill();
  const rounded = (round_off: number) => ({
    amount: 50,
    allocations: [{ invoice_id: next, amount: 50, round_off }],
  });
  expect((await fixture.post(rounded(1.01))).status).toBe(400);
  expect((await fixture.post(rounded(0.6))).status).toBe(201);
  const again = await fixture.post(rounded(0.6));
  expect([again.status, again.body.details?.[0]?.field]).toEqual([400, 'allocations.0.round_off']);
});

describe('TDS', () => {
  const tooMuch = [400, 'receipt.tds_exceeds_sum'];
  const tds = (invoice_id: number, tds_amount: number, amount = 0) => ({
    invoice_id,
    amount,
    tds_amount,
  });

  it('settles no invoice without money of the same invoice', async () => {
    const [one, two] = [await fixture.bill(), await fixture.bill()];
    const other = await fixture.post({
      amount: 118,
      allocations: [{ invoice_id: one, amount: 118 }, tds(two, 10)],
    });
    expect(refusal(other)).toEqual(tooMuch);
    expect(other.body.details?.[0]?.field).toBe('allocations.1.tds_amount');
    const refunded = await fixture.make({ amount: 100 });
    await test.admin.post(`/receipts/${refunded.id}/refund`, { payment_method: 'cash' });
    expect(refusal(await fixture.allocate(refunded.id, [tds(two, 10)]))).toEqual(tooMuch);
    expect(await fixture.owed(one, two)).toEqual([118, 118]);
  });

  it('is at most the money, and 30 % of the value before tax, over all receipts', async () => {
    const [one, two] = [await fixture.bill(), await fixture.bill()];
    const post = (amount: number, allocation: object) =>
      fixture.post({ amount, allocations: [allocation] });
    expect(refusal(await post(10, tds(one, 10.01, 10)))).toEqual(tooMuch);
    expect((await post(10, tds(one, 10, 10))).status).toBe(201);
    expect(refusal(await post(60, tds(one, 20.01, 60)))).toEqual(tooMuch);
    expect((await post(60, tds(one, 20, 60))).status).toBe(201);
    expect(refusal(await post(88, tds(two, 30.01, 87)))).toEqual(tooMuch);
  });

  it('is recorded after the money by a receipt of ₹0, and taken back with it', async () => {
    const invoice_id = await fixture.bill();
    const paid = { invoice_id, amount: 108, payment_method: 'cash', payment_date: '2026-11-01' };
    await test.admin.post('/payments', paid);
    expect((await fixture.post({ amount: 0 })).status).toBe(400);
    expect((await fixture.post({ amount: 0, allocations: [tds(invoice_id, 0, 10)] })).status).toBe(
      400,
    );
    const later = await fixture.make({ amount: 0, allocations: [tds(invoice_id, 10)] });
    expect(later).toMatchObject({ amount: 0, tds_amount: 10, unallocated: 0 });
    expect(await fixture.owed(invoice_id)).toEqual([0]);
    expect((await test.admin.get(`/receipts/${later.id}/pdf`)).status).toBe(200);
    expect(await fixture.invoices.read(invoice_id)).toMatchObject({
      tds_amount: 10,
      status: 'paid',
    });
    expect((await fixture.cancel(later.id)).status).toBe(200);
    expect(await fixture.owed(invoice_id)).toEqual([10]);
  });
});

describe('refusals change nothing', () => {
  it('refuses sums that do not fit, and names the invoice', async () => {
    const [one, two] = [await fixture.bill(), await fixture.bill()];
    const above = await fixture.post({
      amount: 500,
      allocations: [
        { invoice_id: one, amount: 118 },
        { invoice_id: two, amount: 118.01 },
      ],
    });
    expect(refusal(above)).toEqual([400, 'payment.exceeds_balance']);
    expect(above.body.details?.[0]).toMatchObject({
      field: 'allocations.1.amount',
      record: { type: 'invoice', id: two },
    });
    const tds = { invoice_id: one, amount: 10, tds_amount: 11 };
    expect(refusal(await fixture.post({ amount: 10, allocations: [tds] }))).toEqual([
      400,
      'receipt.tds_exceeds_sum',
    ]);
    const more = { invoice_id: one, amount: 60 };
    expect(refusal(await fixture.post({ amount: 50, allocations: [more] }))).toEqual([
      400,
      'receipt.exceeds_sum',
    ]);
    expect((await fixture.post({ allocations: [more, more] })).status).toBe(400);
    expect((await fixture.post({ tds_amount: 5, allocations: [more] })).status).toBe(400);
    expect((await fixture.post({ receipt_date: '2999-01-01' })).status).toBe(400);
    expect(await fixture.owed(one, two)).toEqual([118, 118]);
  });

  it('refuses a cancelled invoice and one of another customer', async () => {
    const [one, cancelled] = [await fixture.bill(), await fixture.bill()];
    await fixture.invoices.setStatus(cancelled, 'cancelled');
    const both = [
      { invoice_id: one, amount: 20 },
      { invoice_id: cancelled, amount: 20 },
    ];
    const refused = await fixture.post({ allocations: both });
    expect(refusal(refused)).toEqual([409, 'invoice.cancelled']);
    expect(refused.body.details?.[0]?.record?.id).toBe(cancelled);
    const other = await openReceiptFixture(test.admin);
    const foreign = { invoice_id: await other.bill(), amount: 20 };
    expect(refusal(await fixture.post({ allocations: [foreign] }))).toEqual([
      400,
      'receipt.customer_mismatch',
    ]);
    expect(await fixture.owed(one)).toEqual([118]);
  });
});

it('lets one of two receipts over the same invoices win, and gives the next number to the other', async () => {
  const ids = [await fixture.bill(), await fixture.bill(), await fixture.bill()];
  const body = (order: number[]) => ({
    amount: 354,
    allocations: order.map((invoice_id) => ({ invoice_id, amount: 118 })),
  });
  const [one, two] = await Promise.all([
    fixture.post(body(ids)),
    fixture.post(body(ids.toReversed())),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([201, 400]);
  expect(await fixture.owed(...ids)).toEqual([0, 0, 0]);
  const numbers = (await test.admin.get<{ receipt_number: string }[]>('/receipts')).body.data.map(
    ({ receipt_number }) => receipt_number,
  );
  const next = await fixture.make({});
  expect(next.receipt_number).toBe(`RCT-26-27-${String(numbers.length + 1).padStart(5, '0')}`);
});

it('finds a customer gone that is merged while it is recorded', async () => {
  const { id: customer_id } = await makeCustomer(test.admin);
  const { pool } = test.server.database;
  const merge = await pool.connect();
  const waits = async () => {
    const text = `select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`;
    return (await pool.query(text)).rowCount ?? 0;
  };
  try {
    await merge.query('begin');
    await merge.query('select from customers where id = $1 for update', [customer_id]);
    const body = { customer_id, amount: 5, payment_method: 'cash' };
    const recorded = test.admin.post('/receipts', body);
    await expect.poll(waits).toBe(1);
    await merge.query('delete from customers where id = $1', [customer_id]);
    await merge.query('commit');
    const { status, body: response } = await recorded;
    expect([status, response.error]).toEqual([400, 'Customer not found']);
  } finally {
    merge.release();
  }
});

it('issues a draft, as a payment does', async () => {
  const draft = await fixture.invoices.make();
  await fixture.make({ amount: 118, allocations: [{ invoice_id: draft.id, amount: 118 }] });
  const issued = await fixture.invoices.read(draft.id);
  expect([issued.status, issued.invoice_number.startsWith('INV-')]).toEqual(['paid', true]);
});

describe('the rest', () => {
  it('is the credit of the customer, allocated later and dated that day', async () => {
    const own = await openReceiptFixture(test.admin);
    const account = async () =>
      (
        await test.admin.get<{ customer_credit: number; outstanding: number }>(
          `/customers/${own.customer_id}/account`,
        )
      ).body.data;
    const { id } = await own.make({ amount: 150, receipt_date: '2026-04-02' });
    expect((await account()).customer_credit).toBe(150);
    const invoice = await own.bill();
    const whole = await own.allocate(id, [{ invoice_id: invoice, amount: 118 }]);
    expect(whole.body.data).toMatchObject({ allocated_amount: 118, unallocated: 32 });
    const [payment] = await paymentsOf(id);
    expect(payment?.payment_date).toBe(whole.body.data.allocations[0]?.allocation_date);
    expect(payment?.payment_date).not.toBe('2026-04-02');
    expect((await own.invoices.read(invoice)).paid_on).toBe(payment?.payment_date);
    const april = '/reports/payments?group=month&from=2026-04-01&to=2026-04-30';
    expect((await test.admin.get<{ rows: object[] }>(april)).body.data.rows).toEqual([]);
    expect(await account()).toMatchObject({ customer_credit: 32, outstanding: 0 });
    const next = await own.bill();
    const over = await own.allocate(id, [{ invoice_id: next, amount: 33 }]);
    expect(refusal(over)).toEqual([409, 'receipt.spent']);
    const both = await Promise.all([
      own.allocate(id, [{ invoice_id: next, amount: 20 }]),
      own.allocate(id, [{ invoice_id: next, amount: 20 }]),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

it('cancels with all that it paid, and its payments change only with it', async () => {
  const [one, two] = [await fixture.bill(), await fixture.bill()];
  const { id, receipt_number } = await fixture.make({
    amount: 300,
    allocations: [
      { invoice_id: one, amount: 116, tds_amount: 2 },
      { invoice_id: two, amount: 100 },
    ],
  });
  const [payment] = await paymentsOf(id);
  const change = await test.admin.put(`/payments/${payment?.id}`, { status: 'failed' });
  expect(refusal(change)).toEqual([409, 'payment.of_receipt']);
  expect(change.body.details?.[0]?.record).toEqual({ type: 'receipt', id, label: receipt_number });
  const cancelled = await fixture.cancel(id);
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', unallocated: 0, amount: 300 });
  expect(cancelled.body.data.allocations).toHaveLength(2);
  expect(await fixture.owed(one, two)).toEqual([118, 118]);
  expect((await paymentsOf(id)).map(({ status }) => status)).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  expect(refusal(await fixture.cancel(id))).toEqual([409, 'receipt.cancelled']);
  const again = await fixture.allocate(id, [{ invoice_id: one, amount: 1 }]);
  expect(refusal(again)).toEqual([409, 'receipt.cancelled']);
});

it('is on the timelines of its customer and of its invoices', async () => {
  const invoice = await fixture.bill();
  const { receipt_number } = await fixture.make({
    allocations: [{ invoice_id: invoice, amount: 60 }],
  });
  for (const path of [`/customers/${fixture.customer_id}`, `/invoices/${invoice}`]) {
    const { data } = (await test.admin.get<{ text: string | null }[]>(`${path}/timeline`)).body;
    const text = `${receipt_number}, Completed, ₹40.00 unallocated`;
    expect(data.map((each) => each.text)).toContain(text);
  }
});

it('prints a PDF and is found by its number', async () => {
  const { id, receipt_number } = await fixture.make({ notes: 'Against our bills' });
  const pdf = await test.admin.get(`/receipts/${id}/pdf`);
  const text = (await pagesOf(pdf.content)).join(' ');
  for (const texts of ['RECEIPT', receipt_number, '₹100.00', 'Rupees One Hundred', 'Unallocated'])
    expect(text).toContain(texts);
  const found = await test.admin.get<{ type: string; id: number }[]>(`/search?q=${receipt_number}`);
  expect(found.body.data).toContainEqual(expect.objectContaining({ type: 'receipt', id }));
});

it('counts money alone as collected', async () => {
  const invoice = await fixture.bill(500);
  const revenue = async () =>
    (await test.admin.get<{ totalRevenue: number }>('/dashboard/stats?period=year')).body.data
      .totalRevenue;
  const before = await revenue();
  await fixture.make({
    amount: 1000,
    allocations: [{ invoice_id: invoice, amount: 1000, tds_amount: 100, round_off: 0.5 }],
  });
  expect(Math.round((await revenue()) - before)).toBe(1000);
});

it('passes its checks', async () => {
  for (const { faults } of receiptChecks) {
    const found = await faults.execute(test.server.database.db);
    expect(found.rows).toEqual([]);
  }
});

it('is among the series of numbers, all of which have a name on their screen', async () => {
  const { data } = (await test.admin.get<NumberSeries[]>('/invoices/number-series')).body;
  expect(data).toContainEqual(expect.objectContaining({ series: 'receipt', first: 1, gaps: 0 }));
  expect(numberedSeries).toEqual(expect.arrayContaining(data.map(({ series }) => series)));
});

it('changes its custom fields alone, also when cancelled', async () => {
  const own = { kind: 'receipts', label: 'Deposited By', type: 'text', max_length: 20 };
  await makeRecord(test.admin, '/custom-fields', own);
  const receipt = await fixture.make({ custom: { deposited_by: 'Asha' } });
  const path = `/receipts/${receipt.id}`;
  const change = (body: object) => test.admin.put<WholeReceipt>(path, body);
  const changed = await change({ ...receipt, custom: { deposited_by: 'Ravi' } });
  expect([changed.status, changed.body.data.custom]).toEqual([200, { deposited_by: 'Ravi' }]);
  expect({ ...changed.body.data, updated_at: '', custom: '' }).toEqual({
    ...receipt,
    updated_at: '',
    custom: '',
  });
  const { updated_at } = receipt;
  const stale = await change({ updated_at, custom: { deposited_by: 'Meena' } });
  expect(stale.status).toBe(409);
  expect((await change({ notes: 'Cheque' })).body.error).toBe('Unknown field "notes"');
  expect((await change({ custom: { deposited_by: 'x'.repeat(21) } })).body.details).toEqual([
    { field: 'custom.deposited_by', message: 'Deposited By cannot exceed 20 characters' },
  ]);
  const history = await test.admin.get<{ changes: object[] }[]>(`/history${path}`);
  expect(history.body.data[0]?.changes).toMatchObject([
    { field: 'custom.deposited_by', before: 'Asha', after: 'Ravi' },
  ]);
  const feed = await test.admin.get<{ action: string; record: object }[]>('/activity');
  expect(feed.body.data[0]).toMatchObject({
    action: 'updated',
    record: { type: 'receipt', id: receipt.id },
  });
  await fixture.cancel(receipt.id);
  expect((await change({ custom: { deposited_by: null } })).body.data.custom).toEqual({});
});
