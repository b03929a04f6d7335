import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Payment } from '../payments.fields';
import { openPaymentDesk, type PaymentDesk } from './payments.builders';

const test = fileServer();
let desk: PaymentDesk;

beforeAll(async () => {
  desk = await openPaymentDesk(test.admin);
});

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
  const { id, invoice_number, customer_name } = await desk.invoices.make({ status: 'sent' });
  const payment = await desk.pay(id, 10, 'pending');
  await desk.put(payment.id, {
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
  const draft = await desk.invoices.make();
  const payment = await desk.pay(draft.id, 10, 'completed');
  expect(payment.invoice_number).toMatch(/^INV-/);
  const named = `Payment #${payment.id} for ${payment.invoice_number}, ${draft.customer_name}`;
  expect(await linesOf(payment)).toEqual([['Payment created', named]]);
});

it('tells what was received', async () => {
  const { id, invoice_number, customer_name } = await desk.invoices.make({ status: 'sent' });
  const payment = await desk.pay(id, 10, 'pending');
  await desk.put(payment.id, { status: 'completed' });
  const named = `Payment #${payment.id} for ${invoice_number}, ${customer_name}`;
  expect(await linesOf(payment)).toEqual([
    ['Payment completed', named],
    ['Payment created', named],
  ]);
});
