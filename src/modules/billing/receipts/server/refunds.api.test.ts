import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { signInWith } from '~/modules/organization/users/roles/server/roles.builders';
import type { WholeReceipt } from '../receipts.fields';
import { openReceiptFixture } from './receipts.builders';
import type { CustomerFigures } from '~/modules/insight/customer-figures/customer-figures.fields';
import { receiptChecks } from './receipts.invariants';

const test = ownServer();

const refund = (id: number, values: object = {}, caller = test.admin) =>
  caller.post<WholeReceipt>(`/receipts/${id}/refund`, {
    payment_method: 'bank_transfer',
    ...values,
  });
const refusalOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];

it('gives the rest back with a numbered voucher, which the account and the receipt show', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const invoice = await fixture.bill();
  const { id, receipt_number } = await fixture.make({
    amount: 300,
    allocations: [{ invoice_id: invoice, amount: 118 }],
  });
  const part = await refund(id, { amount: 100, reference_number: 'UTR 77' });
  expect(part.status).toBe(201);
  expect(part.body.data).toMatchObject({ refunded_amount: 100, unallocated: 82 });
  const rest = (await refund(id)).body.data;
  expect(rest).toMatchObject({ refunded_amount: 182, unallocated: 0 });
  const [first, second] = rest.refunds;
  expect([first?.amount, second?.amount, first?.reference_number]).toEqual([100, 82, 'UTR 77']);
  expect(Number(second?.voucher_number.slice(-5))).toBe(
    Number(first?.voucher_number.slice(-5)) + 1,
  );

  const pdf = await test.admin.get(`/receipts/${id}/refunds/${first?.id}/pdf`);
  const text = (await pagesOf(pdf.content)).join(' ');
  for (const texts of ['REFUND VOUCHER', first?.voucher_number, receipt_number, 'Amount Refunded'])
    expect(text).toContain(texts);
  expect(text).not.toContain('Reverse Charge');
  const other = await fixture.make({});
  expect((await test.admin.get(`/receipts/${other.id}/refunds/${first?.id}/pdf`)).status).toBe(404);

  const { lines, closing } = (
    await test.admin.get<{ lines: { kind: string; debit: number }[]; closing: number }>(
      `/customers/${fixture.customer_id}/statement`,
    )
  ).body.data;
  const refunds = lines.filter(({ kind }) => kind === 'refund');
  expect(refunds.map(({ debit }) => debit)).toEqual([100, 82]);
  // The other receipt alone is left.
  expect(closing).toBe(-100);
  for (const { faults } of receiptChecks)
    expect((await faults.execute(test.server.database.db)).rows).toEqual([]);
});

it('refuses more than is left, also of two at once, and what is cancelled', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const { id } = await fixture.make({ receipt_date: '2026-11-01' });
  expect(refusalOf(await refund(id, { amount: 100.01 }))).toEqual([409, 'receipt.spent']);
  expect((await refund(id, { refund_date: '2026-10-31' })).status).toBe(400);
  expect((await refund(id, { refund_date: '2099-01-01' })).status).toBe(400);
  const both = await Promise.all([refund(id, { amount: 60 }), refund(id, { amount: 60 })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const invoice = await fixture.bill();
  const over = await fixture.allocate(id, [{ invoice_id: invoice, amount: 41 }]);
  expect(refusalOf(over)).toEqual([409, 'receipt.spent']);
  expect((await refund(id)).status).toBe(201);
  expect(refusalOf(await refund(id))).toEqual([409, 'receipt.spent']);
  const cancelled = await fixture.make({});
  await fixture.cancel(cancelled.id);
  expect(refusalOf(await refund(cancelled.id))).toEqual([409, 'receipt.cancelled']);
});

it('is owed by the customer when the receipt is cancelled, as where its cheque bounces', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const invoice = await fixture.bill();
  const { id } = await fixture.make({
    amount: 218,
    allocations: [{ invoice_id: invoice, amount: 118 }],
  });
  expect((await refund(id, { amount: 60 })).status).toBe(201);
  expect((await fixture.cancel(id)).status).toBe(200);
  expect(await fixture.read(id)).toMatchObject({ status: 'cancelled', unallocated: 0 });
  expect(await fixture.owed(invoice)).toEqual([118]);
  const read = async <T>(part: string) =>
    (await test.admin.get<T>(`/customers/${fixture.customer_id}/${part}`)).body.data;
  expect((await read<{ closing: number }>('statement')).closing).toBe(178);
  const { account, credit_used } = await read<CustomerFigures>('figures');
  expect([account?.outstanding, account?.customer_credit, credit_used]).toEqual([118, -60, 178]);
  // What the customer brings back settles it.
  await fixture.make({ amount: 60 });
  expect((await read<CustomerFigures>('figures')).credit_used).toBe(118);
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});

it('needs the rights to change receipts and to refund', async () => {
  const fixture = await openReceiptFixture(test.admin);
  const { id } = await fixture.make({});
  const rights = { customers: { read: 'all' }, receipts: { read: 'all', update: true } } as const;
  const { client } = await signInWith(test, rights);
  expect(refusalOf(await refund(id, {}, client))).toEqual([403, 'auth.right_missing']);
});

it('refunds by the advance where tax is by GST', async () => {
  const fixture = await openReceiptFixture(test.admin);
  await test.admin.put('/billing/profile', { state_code: '27' });
  await test.admin.put('/settings', { tax_mode: 'gst' });
  const { id, advance_id } = await fixture.make({});
  expect(advance_id).not.toBeNull();
  const { data } = (await refund(id, { amount: 40 })).body;
  expect(data).toMatchObject({ unallocated: 60, refunded_amount: 0 });
  expect(data.refunds).toMatchObject([{ amount: 40 }]);
  const advance = await test.admin.get<{ balance: number }>(`/advances/${advance_id}`);
  expect(advance.body.data.balance).toBe(60);
  expect(refusalOf(await refund(id, { amount: 61 }))).toEqual([409, 'receipt.spent']);
  const pdf = await test.admin.get(`/receipts/${id}/refunds/${data.refunds[0]?.id}/pdf`);
  expect((await pagesOf(pdf.content)).join(' ')).toContain('REFUND VOUCHER');
  for (const { faults } of receiptChecks)
    expect((await faults.execute(test.server.database.db)).rows).toEqual([]);
});
