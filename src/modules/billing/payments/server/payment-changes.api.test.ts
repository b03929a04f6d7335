import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { addDays, type Day, dayOf } from '~/kit/shared/time/days';
import type { Payment } from '../payments.fields';
import { openPaymentFixture, type PaymentFixture } from './payments.builders';

const tooMuch = 'Payment amount cannot exceed the outstanding balance';

const test = fileServer();
let today: Day;
let fixture: PaymentFixture;

beforeAll(async () => {
  today = dayOf(test.server.clock.now(), 'Asia/Kolkata');
  fixture = await openPaymentFixture(test.admin);
});

describe('changing a payment', () => {
  it('takes amount, method and date only while it is pending', async () => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const payment = await fixture.pay(id, 18, 'pending');
    const day = addDays(today, -2);
    const changed = await fixture.put(payment.id, {
      amount: 20,
      payment_method: 'check',
      payment_date: day,
    });
    expect(changed.body.data).toMatchObject({
      amount: 20,
      payment_method: 'check',
      payment_date: day,
    });
    expect((await fixture.put(payment.id, { amount: 118.01 })).body.error).toBe(tooMuch);
    expect((await fixture.put(payment.id, { amount: 118, status: 'completed' })).status).toBe(200);
    expect(await fixture.stands(id)).toEqual(['paid', 118, 0]);
    for (const values of [{ amount: 1 }, { payment_method: 'cash' }, { payment_date: today }]) {
      const response = await fixture.put(payment.id, values);
      expect(response.status).toBe(409);
      expect(response.body.details[0]?.field).toBe(Object.keys(values)[0]);
    }
    expect((await fixture.put(payment.id, { invoice_id: id + 1 })).status).toBe(409);
    const { amount, payment_method, invoice_id } = (await fixture.put(payment.id, {})).body.data;
    const whole = { amount, payment_method, invoice_id, notes: 'Banked', reference_number: 'CH 7' };
    expect((await fixture.put(payment.id, whole)).body.data).toMatchObject({ notes: 'Banked' });
  });

  it.each([
    ['sent', 'sent'],
    ['pending', 'pending'],
  ] as const)('that fails makes a %s invoice %s again', async (from, back) => {
    const { id } = await fixture.invoices.make({ status: from });
    const first = await fixture.pay(id, 100);
    const second = await fixture.pay(id, 18);
    expect((await fixture.stands(id))[0]).toBe('paid');
    await fixture.put(first.id, { status: 'failed' });
    expect(await fixture.stands(id)).toEqual(['partially_paid', 18, 100]);
    await fixture.put(second.id, { status: 'failed' });
    expect(await fixture.stands(id)).toEqual([back, 0, 118]);
    await fixture.put(first.id, { status: 'completed' });
    expect(await fixture.stands(id)).toEqual(['partially_paid', 100, 18]);
    await fixture.pay(id, 18);
    expect((await fixture.put(second.id, { status: 'completed' })).body.error).toBe(tooMuch);
  });

  it('that fails makes an invoice past its due date overdue', async () => {
    const { id } = await fixture.invoices.make({ invoice_date: '2026-01-01', status: 'sent' });
    const payment = await fixture.pay(id, 18);
    expect((await fixture.stands(id))[0]).toBe('partially_paid');
    test.server.server.jobs.trigger('invoices.overdue');
    expect((await fixture.invoices.refresh(id)).body.data.status).toBe('partially_paid');
    await fixture.put(payment.id, { status: 'failed' });
    expect((await fixture.stands(id))[0]).toBe('overdue');
  });

  it('is refused on an older version', async () => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const { id: payment, updated_at } = await fixture.pay(id, 18);
    expect((await fixture.put(payment, { notes: 'a', updated_at })).status).toBe(200);
    expect((await fixture.put(payment, { notes: 'b', updated_at })).status).toBe(409);
  });
});

describe('deleting a payment', () => {
  it.each([
    ['pending', 200],
    ['processing', 409],
    ['completed', 409],
    ['failed', 409],
  ])('that is %s answers %i', async (status, expected) => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const payment = await fixture.pay(id, 100, status);
    const response = await test.admin.delete(`/payments/${payment.id}`);
    expect(response.status).toBe(expected);
    if (expected === 409) expect(response.body.error).toBe('Only pending payments can be deleted');
    const remaining = await test.admin.get<Payment[]>(`/payments/invoice/${id}`);
    expect(remaining.body.data).toHaveLength(expected === 200 ? 0 : 1);
  });
});

it('answers 404 for what is not there, and 401 to a stranger', async () => {
  expect((await test.admin.get('/payments/999999')).status).toBe(404);
  expect((await test.admin.get('/payments/invoice/999999')).status).toBe(404);
  expect((await fixture.put(999_999, { notes: 'x' })).status).toBe(404);
  expect((await test.admin.delete('/payments/999999')).status).toBe(404);
  const outsider = test.server.client();
  expect((await outsider.post('/payments', {})).status).toBe(401);
  expect((await outsider.get('/payments/invoice/1')).status).toBe(401);
  expect((await outsider.put('/payments/1', {})).status).toBe(401);
  expect((await outsider.delete('/payments/1')).status).toBe(401);
});
