import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { fileServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { openAdvanceFixture } from '~/modules/billing/advances/server/advances.builders';
import { makeReceipt } from './receipts.builders';

const test = fileServer();

const refusal = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];

it('is an advance with its voucher by GST, cancelled with the receipt', async () => {
  const advances = await openAdvanceFixture(test.admin);
  const invoice = await advances.invoice(await advances.order());
  const receipt = await makeReceipt(test.admin, {
    customer_id: advances.customer.id,
    amount: 2000,
    allocations: [{ invoice_id: invoice.id, amount: 1000 }],
  });
  expect(receipt).toMatchObject({ allocated_amount: 1000, unallocated: 1000 });
  const advance = await advances.read(receipt.advance_id ?? 0);
  expect(advance).toMatchObject({ amount: 1000, receipt_number: receipt.receipt_number });
  expect(advance.parts[0]?.kind).toBe('goods');
  expect(refusal(await advances.cancel(advance.id))).toEqual([409, 'advance.of_receipt']);
  const later = await test.admin.post(`/receipts/${receipt.id}/allocate`, {
    allocations: [{ invoice_id: invoice.id, amount: 400, tds_amount: 16 }],
  });
  expect(later.body.data).toMatchObject({ allocated_amount: 1400, unallocated: 600 });
  expect((await advances.read(advance.id)).balance).toBe(600);
  await advances.refund(advance.id, { amount: 100 });
  const other = await advances.invoice(await advances.order());
  const taken = { invoice_id: other.id, amount: 150 };
  expect((await test.admin.post(`/advances/${advance.id}/apply`, taken)).status).toBe(200);
  const printed = await test.admin.get(`/receipts/${receipt.id}/pdf`);
  expect((await pagesOf(printed.content)).join(' ')).toContain(
    'Applied as Advance ₹150.00 Refunded ₹100.00 Unallocated ₹350.00',
  );
  const cancel = () => test.admin.put(`/receipts/${receipt.id}/status`, { status: 'cancelled' });
  const used = await cancel();
  const { id, invoice_number: label } = other;
  expect([...refusal(used), used.body.details]).toEqual([
    409,
    'receipt.credit_used',
    [{ message: `Paid from it: ${label}`, record: { type: 'invoice', id, label } }],
  ]);
  const stored = await test.admin.get(`/receipts/${receipt.id}`);
  expect(stored.body.data).toMatchObject({ status: 'completed', unallocated: 350 });
  const fresh = await makeReceipt(test.admin, {
    customer_id: advances.customer.id,
    amount: 50,
    supply: 'services',
  });
  expect((await advances.read(fresh.advance_id ?? 0)).parts[0]?.kind).toBe('services');
  const deleted = await test.admin.put(`/receipts/${fresh.id}/status`, { status: 'cancelled' });
  expect(deleted.body.data).toMatchObject({ status: 'cancelled', unallocated: 0 });
  expect((await advances.read(fresh.advance_id ?? 0)).status).toBe('cancelled');

  // Its cheque bounces: once the other invoice is not paid from it, the refund is owed.
  const { adjustments } = await advances.read(advance.id);
  const applied = adjustments.find(({ invoice_id }) => invoice_id === other.id)?.payment_id;
  await test.admin.put(`/payments/${applied}`, { status: 'failed' });
  expect((await cancel()).body.data).toMatchObject({ status: 'cancelled', unallocated: 0 });
  expect(await advances.read(advance.id)).toMatchObject({
    status: 'cancelled',
    refunded_amount: 100,
    balance: 0,
  });
  const statement = await test.admin.get<{ closing: number }>(
    `/customers/${advances.customer.id}/statement`,
  );
  expect(statement.body.data.closing).toBe(2 * 1416 + 100);
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
