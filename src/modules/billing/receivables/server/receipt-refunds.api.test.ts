import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { readReport } from '~/kit/server/testing/test-reports';
import { openReceiptFixture } from '~/modules/billing/receipts/server/receipts.builders';
import type { CustomerAccount } from '~/modules/sales/customers/accounts.fields';
import type { Receivables, Statement } from '../receivables.fields';
import { receivableChecks } from './receivables.invariants';

const test = fileServer();

const read = async <T>(path: string) => (await test.admin.get<T>(path)).body.data;

it.each(['single', 'gst'])('counts the refund of a receipt once, tax mode %s', async (tax_mode) => {
  await test.admin.put('/billing/profile', { state_code: '27' });
  await test.admin.put('/settings', { tax_mode });
  const { customer_id, make } = await openReceiptFixture(test.admin);
  const { id, advance_id } = await make({ amount: 300, receipt_date: '2026-06-01' });
  expect(advance_id === null).toBe(tax_mode === 'single');
  const refund = { amount: 100, refund_date: '2026-07-01', payment_method: 'cash' };
  expect((await test.admin.post(`/receipts/${id}/refund`, refund)).status).toBe(201);

  const { lines, closing } = await read<Statement>(`/customers/${customer_id}/statement`);
  expect(lines.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
    ['receipt', 0, 300],
    ['refund', 100, 0],
  ]);
  expect(closing).toBe(-200);
  const account = await read<CustomerAccount>(`/customers/${customer_id}/account`);
  const asAdvance = tax_mode === 'gst';
  expect(account).toMatchObject({
    customer_credit: asAdvance ? 0 : 200,
    advances: asAdvance ? 200 : 0,
  });

  const creditOn = async (day: string) => {
    const { rows } = await read<Receivables>(`/receivables?as_of=${day}`);
    const report = await readReport(test.admin, `receivables?as_of=${day}`);
    const [row, same] = [rows, report.rows].map((all) =>
      all.find((each) => each['customer_id'] === customer_id),
    );
    expect(same).toMatchObject({ credit: row?.credit, total: row?.total });
    return [row?.credit, row?.total];
  };
  expect(await creditOn('2026-06-30')).toEqual([300, -300]);
  expect(await creditOn('2026-07-01')).toEqual([200, -200]);
  // Neither the credit nor its refund is a payment of an invoice.
  const payments = await readReport(test.admin, 'payments?from=2026-06-01&to=2026-07-31');
  expect(payments.rows).toEqual([]);
  for (const { faults } of receivableChecks)
    expect((await faults.execute(test.server.database.db)).rows).toEqual([]);
});
