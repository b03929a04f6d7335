import { beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { Payment } from '../payments.fields';
import { openPaymentFixture, paymentBody, type PaymentFixture } from './payments.builders';

const tooMuch = 'Payment amount cannot exceed the outstanding balance';

const test = fileServer();
let fixture: PaymentFixture;

beforeAll(async () => {
  fixture = await openPaymentFixture(test.admin);
});

describe('recording a payment', () => {
  it('brings the invoice along, part by part', async () => {
    const { id, invoice_number, customer_name } = await fixture.invoices.make({ status: 'sent' });
    const response = await fixture.post(id, {
      amount: 18.5,
      reference_number: ' UTR 1 ',
      notes: '',
    });
    expect(response.status).toBe(201);
    expect(response.body.data).toMatchObject({
      invoice_id: id,
      invoice_number,
      customer_name,
      payment_method: 'cash',
      amount: 18.5,
      payment_date: '2026-11-21',
      reference_number: 'UTR 1',
      notes: null,
      status: 'completed',
    });
    expect(await fixture.stands(id)).toEqual(['partially_paid', 18.5, 99.5]);
    await fixture.pay(id, 99.5);
    expect(await fixture.stands(id)).toEqual(['paid', 118, 0]);
    const more = await fixture.post(id, { amount: 0.01 });
    expect([more.status, more.body.error]).toEqual([400, tooMuch]);
    expect(more.body.details[0]?.field).toBe('amount');
    const own = await test.admin.get<Payment[]>(`/payments/invoice/${id}`);
    expect(own.body.data.map((each) => each.amount)).toEqual([99.5, 18.5]);
    expect(own.headers.get('etag')).not.toBeNull();
  });

  it('issues a draft, with its number', async () => {
    const draft = await fixture.invoices.make();
    const payment = await fixture.pay(draft.id, 10);
    expect(payment.invoice_number).toMatch(/^INV-/);
    expect(await fixture.stands(draft.id)).toEqual(['partially_paid', 10, 108]);
    const other = await fixture.invoices.make();
    await fixture.pay(other.id, 10, 'pending');
    expect(await fixture.stands(other.id)).toEqual(['pending', 0, 118]);
    const late = await fixture.invoices.make({ invoice_date: '2026-01-01' });
    await fixture.pay(late.id, 10, 'processing');
    expect(await fixture.stands(late.id)).toEqual(['overdue', 0, 118]);
  });

  it('is not dated in the future, but as pending', async () => {
    const { id } = await fixture.invoices.make({ status: 'pending' });
    const later = { payment_date: '2099-01-01' };
    for (const values of [{}, { status: 'completed' }, { status: 'processing' }]) {
      const refused = await fixture.post(id, { amount: 10, ...values, ...later });
      expect([refused.status, refused.body.details[0]?.field]).toEqual([400, 'payment_date']);
    }
    expect(await fixture.stands(id)).toEqual(['pending', 0, 118]);
    const pending = await fixture.post(id, { amount: 10, status: 'pending', ...later });
    expect(pending.status).toBe(201);
    const { id: payment } = pending.body.data;
    expect((await fixture.put(payment, { status: 'completed' })).status).toBe(400);
    expect((await fixture.put(payment, { notes: 'By cheque' })).status).toBe(200);
    const paid = await fixture.put(payment, { status: 'completed', payment_date: '2026-11-21' });
    expect(paid.status).toBe(200);
    expect(await fixture.stands(id)).toEqual(['partially_paid', 10, 108]);
  });

  it('that was dated in the future before keeps its date and can be noted', async () => {
    const { id } = await fixture.invoices.make({ status: 'pending' });
    const payment = await fixture.pay(id, 10);
    await test.server.database.pool.query(
      `update payments set payment_date = '2099-01-01' where id = $1`,
      [payment.id],
    );
    const { updated_at: _seen, ...sent } = payment;
    const same = { ...sent, payment_date: '2099-01-01', notes: 'Typed wrongly' };
    expect((await fixture.put(payment.id, same)).status).toBe(200);
  });

  it('holds pending and processing ones against the balance', async () => {
    const { id } = await fixture.invoices.make({ status: 'pending' });
    await fixture.pay(id, 50, 'pending');
    await fixture.pay(id, 30, 'processing');
    await fixture.pay(id, 118 - 80, 'failed');
    expect(await fixture.stands(id)).toEqual(['pending', 0, 118]);
    expect((await fixture.post(id, { amount: 38.01 })).body.error).toBe(tooMuch);
    expect((await fixture.post(id, { amount: 38.01, status: 'pending' })).body.error).toBe(tooMuch);
    await fixture.pay(id, 38);
    expect(await fixture.stands(id)).toEqual(['partially_paid', 38, 80]);
  });

  it('lets one of two win who pay the whole at once', async () => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const responses = await Promise.all([1, 2, 3].map(() => fixture.post(id, { amount: 118 })));
    const statuses = responses.map((response) => response.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect(await fixture.stands(id)).toEqual(['paid', 118, 0]);
  });

  it('happens once for a repeated Idempotency-Key', async () => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const headers = { 'idempotency-key': `pay-${id}` };
    const body = { ...paymentBody({ invoice_id: id }), amount: 20 };
    const responses = await Promise.all(
      [1, 2].map(() => test.admin.post('/payments', body, headers)),
    );
    expect(responses.map((response) => response.status)).toEqual([201, 201]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect(await fixture.stands(id)).toEqual(['partially_paid', 20, 98]);
  });

  it('is refused on a cancelled invoice, which cannot have been paid', async () => {
    const { id } = await fixture.invoices.make({ status: 'pending' });
    const held = await fixture.pay(id, 10, 'pending');
    expect((await fixture.invoices.setStatus(id, 'cancelled')).status).toBe(200);
    const response = await fixture.post(id, { amount: 1 });
    expect([response.status, response.body.error]).toEqual([
      409,
      'A cancelled invoice cannot be paid',
    ]);
    expect((await fixture.put(held.id, { status: 'completed' })).status).toBe(409);
    expect((await fixture.put(held.id, { status: 'failed' })).status).toBe(200);
    const paid = await fixture.invoices.make({ status: 'pending' });
    await fixture.pay(paid.id, 118);
    expect((await fixture.invoices.setStatus(paid.id, 'cancelled')).status).toBe(409);
  });

  it.each<[object, string]>([
    [{ invoice_id: null }, 'Please select an invoice and enter a valid payment amount'],
    [{ amount: undefined }, 'Please select an invoice and enter a valid payment amount'],
    [{ amount: null }, 'Please select an invoice and enter a valid payment amount'],
    [{ amount: 0 }, 'Please enter a valid payment amount'],
    [{ amount: -5 }, 'Please enter a valid payment amount'],
    [{ amount: '5' }, 'Please enter a valid payment amount'],
    [{ amount: 0.001 }, 'Please enter a valid payment amount'],
    [{ amount: 1.005 }, 'Amount cannot have more than two decimals'],
    [{ amount: 118.01 }, tooMuch],
    [{ amount: 1e15 }, 'Amount cannot exceed 999,999,999,999.99'],
    [{ invoice_id: 999_999 }, 'Invoice not found'],
    [
      { payment_method: 'shells' },
      'Method must be one of cash, check, bank_transfer, credit_card, other',
    ],
    [
      { payment_method: undefined },
      'Method must be one of cash, check, bank_transfer, credit_card, other',
    ],
    [{ payment_date: undefined }, 'Payment Date must be a date (YYYY-MM-DD)'],
    [{ payment_date: '2026-02-30' }, 'Payment Date must be a date (YYYY-MM-DD)'],
    [{ status: 'lost' }, 'Status must be one of completed, pending, failed, processing'],
    [{ reference_number: 'x'.repeat(101) }, 'Reference Number cannot exceed 100 characters'],
    [{ notes: 'a\u0000b' }, 'Notes contains characters that cannot be stored'],
    [{ surprise: 1 }, 'Unknown field "surprise"'],
  ])('refuses %j', async (values, message) => {
    const { id } = await fixture.invoices.make({ status: 'sent' });
    const response = await fixture.post(id, values);
    expect([response.status, response.body.error]).toEqual([400, message]);
    expect(await fixture.stands(id)).toEqual(['sent', 0, 118]);
  });
});
