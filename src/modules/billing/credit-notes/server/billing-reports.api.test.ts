import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { paiseOf, readReport } from '~/kit/server/testing/test-reports';
import { addDays, dayOf } from '~/kit/shared/time/days';
import type { Advance } from '~/modules/billing/advances/advances.fields';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import type { Payment } from '~/modules/billing/payments/payments.fields';
import { paymentBody } from '~/modules/billing/payments/server/payments.builders';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { Note } from '../credit-notes.fields';
import { noteFixture } from './credit-notes.builders';

const test = fileServer();
const today = dayOf(new Date(), 'Asia/Kolkata');
const daysAgo = (days: number) => addDays(today, -days);

const read = <T>(path: string): Promise<T[]> =>
  test.admin.get<T[]>(path).then(({ body }) => body.data);

const issued = (invoices: readonly Invoice[]) =>
  invoices.filter(({ status }) => status !== 'draft' && status !== 'cancelled');

/** An invoice of ₹100 and 18 % that was issued so many days ago and is due ten days later. */
async function invoiceOf(company_name: string, days: number) {
  const fixture = await openInvoiceFixture(test.admin, { company_name });
  const dates = { invoice_date: daysAgo(days), due_date: daysAgo(days - 10) };
  const { id } = await fixture.make({ ...dates, status: 'pending' });
  const pay = async (amount: number, payment_date: string) => {
    const body = { ...paymentBody({ invoice_id: id }), amount, payment_date };
    const { body: response } = await test.admin.post<Payment>('/payments', body);
    return response.data;
  };
  return { fixture, id, pay, invoice: await fixture.read(id) };
}

/** The balances that the lists show today, in paise. */
async function booksOfToday(): Promise<number> {
  const invoices = await read<Invoice>('/invoices');
  const due = paiseOf(issued(invoices), (row) => row.balance_due - (row.customer_credit ?? 0));
  return due - paiseOf(await read<Advance>('/advances'), ({ balance }) => balance);
}

const totalOf = async (as_of: string): Promise<number> =>
  paiseOf(
    [(await readReport(test.admin, `receivables?as_of=${as_of}`)).totals],
    (row) => row['total'],
  );

describe('receivables', () => {
  it('puts what is unpaid under its age', async () => {
    const late = await invoiceOf('Late Payer', 50);
    await late.pay(18, daysAgo(20));
    const { named } = await readReport(test.admin, 'receivables');
    expect(named('Late Payer')).toMatchObject({
      current: 0,
      days_1_30: 0,
      days_31_60: 100,
      credit: 0,
      total: 100,
      link: `/customers/${late.invoice.customer_id}?tab=statement`,
    });
    const before = await readReport(test.admin, `receivables?as_of=${daysAgo(30)}`);
    expect(before.named('Late Payer')).toMatchObject({ days_1_30: 118, total: 118 });
    const first = await readReport(test.admin, `receivables?as_of=${daysAgo(45)}`);
    expect(first.named('Late Payer')).toMatchObject({ current: 118 });
    const none = await readReport(test.admin, `receivables?as_of=${daysAgo(51)}`);
    expect(none.named('Late Payer')).toBeUndefined();
  });

  it('has credit of what was paid and then credited', async () => {
    const { invoice, pay } = await invoiceOf('Credited Payer', 5);
    await pay(118, daysAgo(3));
    await noteFixture(test.admin, invoice).issue([{ quantity: 1 }]);
    const { named } = await readReport(test.admin, 'receivables');
    expect(named('Credited Payer')).toMatchObject({ current: 0, credit: 59, total: -59 });
    const before = await readReport(test.admin, `receivables?as_of=${daysAgo(1)}`);
    expect(before.named('Credited Payer')).toBeUndefined();
  });

  it('a past day stays as it was when documents are cancelled later', async () => {
    const yesterday = daysAgo(1);
    const cancelled = await invoiceOf('Cancelled Buyer', 9);
    const { invoice, pay } = await invoiceOf('Undone Buyer', 9);
    const paid = await pay(18, daysAgo(4));
    const note = await noteFixture(test.admin, invoice).issue([{ quantity: 1 }], {
      note_date: daysAgo(2),
    });
    const before = await readReport(test.admin, `receivables?as_of=${yesterday}`);
    expect(before.named('Undone Buyer')).toMatchObject({ total: 41 });
    await cancelled.fixture.setStatus(cancelled.id, 'cancelled');
    await test.admin.put(`/payments/${paid.id}`, { status: 'failed' });
    await noteFixture(test.admin, invoice).setStatus(note.id, 'cancelled');
    const after = await readReport(test.admin, `receivables?as_of=${yesterday}`);
    expect(after.rows).toEqual(before.rows);
    const now = await readReport(test.admin, 'receivables');
    expect(now.named('Cancelled Buyer')).toBeUndefined();
    expect(now.named('Undone Buyer')).toMatchObject({ total: 118 });
  });

  it('comes to the balances of the lists', async () => {
    expect(await totalOf(today)).toBe(await booksOfToday());
  });
});

describe('payments', () => {
  it('adds up completed payments by month, method, customer and person', async () => {
    const { named, totals } = await readReport(test.admin, 'payments?group=customer');
    expect(named('Late Payer')).toMatchObject({ payments: 1, amount: 18, from_advances: 0 });
    const list = (await read<Payment>('/payments')).filter(({ status }) => status === 'completed');
    expect(totals['payments']).toBe(list.length);
    expect(paiseOf([totals], (row) => row['amount'])).toBe(paiseOf(list, ({ amount }) => amount));
    const byMethod = await readReport(test.admin, 'payments?group=method');
    expect(byMethod.named('Cash')).toMatchObject({
      link: expect.stringMatching(
        /^\/payments\?status=completed&kind=cash&payment_method=cash&dateRange=/,
      ),
    });
    for (const group of ['month', 'method', 'person'])
      expect((await readReport(test.admin, `payments?group=${group}`)).totals).toEqual(totals);
  });
});

describe('customers', () => {
  it('has recency, frequency, sales and share', async () => {
    const { named, totals } = await readReport(test.admin, 'customers');
    expect(named('Credited Payer')).toMatchObject({
      last: daysAgo(5),
      days: 5,
      invoices: 1,
      revenue: 50,
      share: Math.round((50 / Number(totals['revenue'])) * 1000) / 10,
    });
    expect(totals['revenue']).toBe((await readReport(test.admin, 'sales')).totals['value']);
    expect(totals['invoices']).toBe(issued(await read<Invoice>('/invoices')).length);
  });
});

describe('tax', () => {
  it('adds up invoices and notes by rate and by month', async () => {
    const fixture = await openAdvanceFixture(test.admin);
    const order = await fixture.order();
    await fixture.make({ order_id: order.id, amount: 500 });
    await fixture.invoice(order);
    await fixture.make({ order_id: (await fixture.order()).id, amount: 250 });
    const byRate = await readReport(test.admin, 'tax');
    const byMonth = await readReport(test.admin, 'tax?group=month');
    expect(byRate.totals).toEqual(byMonth.totals);
    const invoices = issued(await read<Invoice>('/invoices'));
    const credits = (await read<Note>('/credit-notes')).filter(({ status }) => status === 'issued');
    for (const [column, name] of [
      ['taxable', 'subtotal'],
      ['tax', 'tax_amount'],
      ['cgst', 'cgst_amount'],
    ] as const)
      expect(paiseOf([byRate.totals], (row) => row[column])).toBe(
        paiseOf(invoices, (row) => row[name]) - paiseOf(credits, (row) => row[name]),
      );
    expect(byRate.rows.map(({ name }) => name)).toEqual(['18%']);
    expect(byRate.totals['cgst']).toBe(108);
  });

  it('advances are credit, and their payments shown apart', async () => {
    expect(await totalOf(today)).toBe(await booksOfToday());
    const { totals } = await readReport(test.admin, 'payments');
    expect(totals['from_advances']).toBe(500);
  });
});

it('a report counts only what its reader reads', async () => {
  const { client } = await signInWith(test, { invoices: { read: 'own' } });
  for (const name of ['tax', 'customers'])
    expect((await readReport(client, name)).rows).toEqual([]);
  for (const name of ['receivables', 'payments'])
    expect((await client.get(`/reports/${name}`)).status).toBe(403);
  const ofOwn = { customers: { read: 'own' }, receipts: { read: 'own' } } as const;
  const { client: fixture } = await signInWith(test, ofOwn);
  expect((await readReport(fixture, 'receivables')).rows).toEqual([]);
});
