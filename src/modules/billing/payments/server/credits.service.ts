import { type Write, createdBy } from '~/kit/server/database/context';
import { type Locked, openRecord } from '~/kit/server/database/entity';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import { enforce, notFound } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canUseCredit } from '~/modules/billing/invoices/invoices.rules';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import { enforceCharge, settleInvoice } from '~/modules/billing/invoices/server/issuing.service';
import { may } from '~/modules/organization/users/rights.rules';
import type { Payment } from '../payments.fields';
import { canReverse } from '../payments.rules';
import { enforceClaim } from './claims.internal';
import { getOtherHalf, invoiceById, payments, sumClaims } from './payments.queries';

/** The share of a locked, issued invoice in the credit of another, in rupees; `at` is its place in the request. */
interface Share {
  invoice: Locked<Invoice>;
  amount: number;
  at: string;
}

/**
 * Sets the credit of a locked invoice off against others: it loses what they are paid, without any money
 * (docs/product/credit-notes.md#using-the-credit). 400 above the balance of one, 409 where one is cancelled.
 */
export async function payFromCredit(
  write: Write,
  source: Locked<Invoice>,
  { shares, today }: { shares: readonly Share[]; today: Day },
): Promise<void> {
  const set_off = { kind: 'set_off', payment_method: 'other', payment_date: today } as const;
  for (const { invoice, amount, at } of shares) {
    const others = await sumClaims(write.trx, { invoiceId: invoice.id, except: null });
    enforceClaim(invoice, others, amount, at);
    const { id: set_off_id } = await insertRecord(write, payments, {
      ...set_off,
      invoice_id: source.id,
      amount: -amount,
      reference_number: invoice.invoice_number,
      ...createdBy(write.context),
    });
    await insertRecord(write, payments, {
      ...set_off,
      invoice_id: invoice.id,
      amount,
      reference_number: source.invoice_number,
      set_off_id,
      ...createdBy(write.context),
    });
    await settleInvoice(write, invoice, { paid: sumOf([others.completed, amount]), today });
  }
  await settleToPayments(write, source, today);
}

type Refunded = Pick<
  Payment,
  'amount' | 'payment_method' | 'payment_date' | 'reference_number' | 'notes'
> & { refund_id: number };

/** Takes a refund, which has its voucher, from the credit of a locked invoice. */
export async function payBackCredit(
  write: Write,
  invoice: Locked<Invoice>,
  { amount, ...refunded }: Refunded,
  today: Day,
): Promise<void> {
  await insertRecord(write, payments, {
    ...refunded,
    invoice_id: invoice.id,
    kind: 'refund',
    amount: -amount,
    ...createdBy(write.context),
  });
  await settleToPayments(write, invoice, today);
}

/** Takes a set-off back on both of its invoices, which are locked; returns the half that was named. */
export async function reverseSetOff(
  write: Write,
  named: Locked<Payment>,
  today: Day,
): Promise<Payment> {
  enforce(may(write.context.person, 'payments.refund'));
  enforce(canReverse(named));
  const other = await openRecord(write, payments, await getOtherHalf(write.trx, named.id));
  const reversed: Payment[] = [];
  for (const half of [named, other]) {
    const invoice = await findInvoiceToPay(write, invoiceById(half.invoice_id));
    if (!invoice) throw notFound('Invoice');
    if (invoice.status === 'cancelled') enforce(canUseCredit(invoice));
    enforceCharge({ ...invoice, paid_amount: sumOf([invoice.paid_amount, -half.amount]) });
    const values = { status: 'failed' } as const;
    reversed.push(await updateRecord(write, payments, { row: half, values, action: 'reversed' }));
    await settleToPayments(write, invoice, today);
  }
  return reversed[0] ?? named;
}

async function settleToPayments(write: Write, invoice: Locked<Invoice>, today: Day): Promise<void> {
  const { completed } = await sumClaims(write.trx, { invoiceId: invoice.id, except: null });
  await settleInvoice(write, invoice, { paid: completed, today });
}
