import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { noteFixture } from '~/modules/billing/credit-notes/server/credit-notes.builders';
import type { InvoiceWithLines } from '~/modules/billing/invoices/invoices.fields';
import {
  canCancel,
  canCorrect,
  canDelete,
  canPay,
  canUseCredit,
  canWriteOff,
  freeBalance,
} from '~/modules/billing/invoices/invoices.rules';
import {
  openPaymentFixture,
  type PaymentFixture,
} from '~/modules/billing/payments/server/payments.builders';
import type { WholeReceipt } from '~/modules/billing/receipts/receipts.fields';
import * as receiptRules from '~/modules/billing/receipts/receipts.rules';
import { makeReceipt } from '~/modules/billing/receipts/server/receipts.builders';
import type { Verdict } from '~/kit/shared/verdict';
import { fileServer } from './testing/test-file-server';

const test = fileServer();
let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(test.admin);
});

type Call = Promise<ApiResponse<unknown>>;

async function issued(): Promise<InvoiceWithLines> {
  return fixture.invoices.make({ status: 'sent' });
}

/** Invoices of ₹118, by what was done with them. */
const invoiceStates: Record<string, () => Promise<{ id: number }>> = {
  'a draft': () => fixture.invoices.make(),
  sent: issued,
  'wholly reserved': async () => withPayment(118, 'pending'),
  'partly reserved': async () => withPayment(50, 'processing'),
  'partly paid': async () => withPayment(50, 'completed'),
  paid: async () => withPayment(118, 'completed'),
  'partly written off': async () => {
    const invoice = await issued();
    await test.admin.post(`/invoices/${invoice.id}/write-off`, { amount: 40, reason: 'Goodwill' });
    return invoice;
  },
  'paid and credited': async () => credited(1, 118),
  'partly credited': async () => credited(1),
  credited: async () => credited(2),
  cancelled: async () => {
    const invoice = await issued();
    await fixture.invoices.setStatus(invoice.id, 'cancelled');
    return invoice;
  },
};

async function withPayment(amount: number, status: string) {
  const invoice = await issued();
  await fixture.pay(invoice.id, amount, status);
  return invoice;
}

async function credited(quantity: number, paid = 0) {
  const invoice = await issued();
  if (paid > 0) await fixture.pay(invoice.id, paid, 'completed');
  const notes = noteFixture(test.admin, invoice);
  await notes.setStatus((await notes.make([{ quantity }])).id, 'issued');
  return invoice;
}

/** What a screen offers by a rule, and the call that it makes. */
const invoiceActions: Record<
  string,
  [(invoice: InvoiceWithLines) => Verdict, (invoice: InvoiceWithLines) => Call]
> = {
  // Offered by the balance alone: what pending payments reserve may become free at any time.
  Payment: [
    (invoice) => canPay({ ...invoice, balance_due: freeBalance(invoice) }),
    (invoice) => fixture.post(invoice.id, { amount: freeBalance(invoice) || 1 }),
  ],
  'Write Off': [
    (invoice) => canWriteOff(invoice),
    ({ id }) => test.admin.post(`/invoices/${id}/write-off`, { reason: 'Goodwill' }),
  ],
  'Use Credit': [
    (invoice) => canUseCredit(invoice),
    async ({ id, customer_id, customer_credit }) => {
      const other = await fixture.invoices.make({ status: 'sent', customer_id });
      const allocations = [{ invoice_id: other.id, amount: customer_credit || 1 }];
      return test.admin.post(`/invoices/${id}/credit/set-off`, { allocations });
    },
  ],
  'Refund Credit': [
    (invoice) => canUseCredit(invoice),
    ({ id }) => test.admin.post(`/invoices/${id}/credit/refund`, { payment_method: 'cash' }),
  ],
  'Cancel Invoice': [canCancel, ({ id }) => fixture.invoices.setStatus(id, 'cancelled')],
  'Correct Invoice': [
    canCorrect,
    ({ id }) => test.admin.post(`/invoices/${id}/correct`, { reason: 'price' }),
  ],
  Delete: [canDelete, ({ id }) => test.admin.delete(`/invoices/${id}`)],
};

describe.each(Object.entries(invoiceStates))('of an invoice that is %s', (_state, make) => {
  it.each(Object.entries(invoiceActions))(
    'the server accepts %s where it is offered, and only there',
    async (_name, [rule, act]) => {
      const invoice = await fixture.invoices.read((await make()).id);
      const { status, body } = await act(invoice);
      expect(status < 300, body.error).toBe(rule(invoice).ok);
    },
  );
});

const receiptStates: Record<string, (receipt: WholeReceipt) => Promise<unknown>> = {
  unallocated: async () => null,
  refunded: (receipt) =>
    test.admin.post(`/receipts/${receipt.id}/refund`, { payment_method: 'cash' }),
  spent: async ({ id, amount }) => allocate(id, amount),
  cancelled: ({ id }) => test.admin.put(`/receipts/${id}/status`, { status: 'cancelled' }),
};

async function allocate(id: number, amount: number): Call {
  const allocations = [{ invoice_id: (await issued()).id, amount, tds_amount: 0, round_off: 0 }];
  return test.admin.post(`/receipts/${id}/allocate`, { allocations });
}

const receiptActions: Record<
  string,
  [(receipt: WholeReceipt) => boolean, (receipt: WholeReceipt) => Call]
> = {
  Allocate: [({ unallocated }) => unallocated > 0, ({ id }) => allocate(id, 1)],
  Refund: [
    (receipt) => receiptRules.canRefund(receipt).ok,
    ({ id }) => test.admin.post(`/receipts/${id}/refund`, { amount: 1, payment_method: 'cash' }),
  ],
  'Cancel Receipt': [
    (receipt) => receiptRules.canCancel(receipt).ok,
    ({ id }) => test.admin.put(`/receipts/${id}/status`, { status: 'cancelled' }),
  ],
};

describe.each(Object.entries(receiptStates))('of a receipt that is %s', (_state, bring) => {
  it.each(Object.entries(receiptActions))(
    'the server accepts %s where it is offered, and only there',
    async (_name, [isOffered, act]) => {
      const created = await makeReceipt(test.admin, { customer_id: fixture.invoices.customer_id });
      await bring(created);
      const receipt = (await test.admin.get<WholeReceipt>(`/receipts/${created.id}`)).body.data;
      const { status, body } = await act(receipt);
      expect(status < 300, body.error).toBe(isOffered(receipt));
    },
  );
});
