import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Invoice, Payable } from '../invoices.fields';
import { openInvoiceFixture } from './invoices.builders';

const test = fileServer();

it('lists what a customer can pay, the longest due first, and sums it up', async () => {
  const fixture = await openInvoiceFixture(test.admin);
  const other = await openInvoiceFixture(test.admin);
  const late = await fixture.make({ status: 'sent', due_date: '2999-03-01' });
  const early = await fixture.make({ status: 'pending', due_date: '2999-02-01' });
  const draft = await fixture.make();
  const paid = await fixture.make({ status: 'sent' });
  const payment = { amount: 118, payment_method: 'cash', payment_date: paid.invoice_date };
  await test.admin.post('/payments', { ...payment, invoice_id: paid.id });
  const cancelled = await fixture.make({ status: 'sent' });
  await fixture.setStatus(cancelled.id, 'cancelled');
  await other.make({ status: 'sent' });

  const unpaid = await test.admin.get<Invoice[]>(
    `/customers/${fixture.customer_id}/unpaid-invoices`,
  );
  expect(unpaid.body.data).toMatchObject([
    { id: early.id, balance_due: 118, customer_id: fixture.customer_id },
    { id: late.id, balance_due: 118 },
  ]);
  const withDrafts = await test.admin.get<Invoice[]>(
    `/customers/${fixture.customer_id}/unpaid-invoices?drafts=true`,
  );
  expect(withDrafts.body.data.map(({ id }) => id)).toEqual([draft.id, early.id, late.id]);
  const payable = await test.admin.get<Payable[]>('/invoices/payable');
  expect(payable.body.data.toSorted((one, two) => one.customer_id - two.customer_id)).toEqual([
    { customer_id: fixture.customer_id, invoices: 3, amount: 118 * 2 + draft.balance_due },
    { customer_id: other.customer_id, invoices: 1, amount: 118 },
  ]);
  expect((await test.admin.get('/customers/999999/unpaid-invoices')).status).toBe(404);
});
