import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Payment } from '../payments.fields';
import { openPaymentFixture, type PaymentFixture } from './payments.builders';

const test = fileServer();
let fixture: PaymentFixture;

beforeAll(async () => {
  fixture = await openPaymentFixture(test.admin);
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

it('names invoice and customer for every event of a payment', async () => {
  const { id, invoice_number, customer_name } = await fixture.invoices.make({ status: 'sent' });
  const payment = await fixture.pay(id, 10, 'pending');
  await fixture.put(payment.id, {
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
  const draft = await fixture.invoices.make();
  const payment = await fixture.pay(draft.id, 10, 'completed');
  expect(payment.invoice_number).toMatch(/^INV-/);
  const named = `Payment #${payment.id} for ${payment.invoice_number}, ${draft.customer_name}`;
  expect(await linesOf(payment)).toEqual([['Payment created', named]]);
});

it('tells what was received', async () => {
  const { id, invoice_number, customer_name } = await fixture.invoices.make({ status: 'sent' });
  const payment = await fixture.pay(id, 10, 'pending');
  await fixture.put(payment.id, { status: 'completed' });
  const named = `Payment #${payment.id} for ${invoice_number}, ${customer_name}`;
  expect(await linesOf(payment)).toEqual([
    ['Payment completed', named],
    ['Payment created', named],
  ]);
});
