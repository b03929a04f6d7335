import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Answer } from '~/app/test-server';
import type { Customer } from '~/modules/customers/customers.fields';
import { customerBody } from '~/modules/customers/server/customers.builders';
import type { InvoiceWithLines } from '~/modules/invoices/invoices.fields';
import { invoiceDesk } from '~/modules/invoices/server/invoices.builders';
import type { Payment } from '../payments.fields';
import { paymentBody } from './payments.builders';

const test = fileServer();
let desk: ReturnType<typeof openDesk>;

beforeAll(async () => {
  const customer = await test.admin.post<Customer>('/customers', customerBody());
  desk = openDesk(customer.body.data.id);
});

function openDesk(customerId: number) {
  return invoiceDesk<Answer<InvoiceWithLines>>(test.admin, customerId);
}

async function pay(invoice_id: number, status: Payment['status']): Promise<Payment> {
  const body = paymentBody({ invoice_id, amount: 10, status });
  return (await test.admin.post<Payment>('/payments', body)).body.data;
}

interface Line {
  title: string;
  message: string;
  record: { id: number };
}

/** What the feed says of a payment, newest first. */
async function linesOf({ id }: Payment): Promise<[string, string][]> {
  const feed = await test.admin.get<Line[]>('/activity?type=payments');
  return feed.body.data
    .filter(({ record }) => record.id === id)
    .map(({ title, message }) => [title, message]);
}

it('names invoice and customer, whatever happens to a payment', async () => {
  const { id, invoice_number, customer_name } = await desk.make({ status: 'sent' });
  const payment = await pay(id, 'pending');
  await test.admin.put(`/payments/${payment.id}`, {
    notes: 'By courier',
    reference_number: 'CHQ 7',
  });
  await test.admin.delete(`/payments/${payment.id}`);
  const named = `Payment #${payment.id} for ${invoice_number}, ${customer_name}`;
  expect(await linesOf(payment)).toEqual([
    ['Payment deleted', named],
    ['Payment updated', `${named}: Reference Number, Notes`],
    ['Payment created', named],
  ]);
});

it('names a draft by the number that the payment gave it', async () => {
  const draft = await desk.make();
  const payment = await pay(draft.id, 'completed');
  expect(payment.invoice_number).toMatch(/^INV-/);
  const named = `Payment #${payment.id} for ${payment.invoice_number}, ${draft.customer_name}`;
  expect(await linesOf(payment)).toEqual([['Payment created', named]]);
});

it('tells what was received', async () => {
  const { id, invoice_number, customer_name } = await desk.make({ status: 'sent' });
  const payment = await pay(id, 'pending');
  await test.admin.put(`/payments/${payment.id}`, { status: 'completed' });
  const named = `Payment #${payment.id} for ${invoice_number}, ${customer_name}`;
  expect(await linesOf(payment)).toEqual([
    ['Payment completed', named],
    ['Payment created', named],
  ]);
});
