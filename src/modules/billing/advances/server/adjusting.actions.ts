import type { Context, Write } from '~/kit/server/database/context';
import { type Locked, lockRecord, openRecord } from '~/kit/server/database/entity';
import { updateRecord } from '~/kit/server/database/write';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import { payFromAdvance } from '~/modules/billing/payments/server/from-advances.service';
import type { Advance, WholeAdvance } from '../advances.fields';
import { canSpend, statusOf } from '../advances.rules';
import { advances, getAdvance, lockOpenAdvances, sumAdjusted } from './advances.queries';

/**
 * Pays an invoice that was just issued from the advances of its order, oldest first, as far as they go
 * (docs/product/advances.md#adjusting).
 */
export async function takeAdvancesFor(
  write: Write,
  issued: Locked<Invoice>,
): Promise<Locked<Invoice>> {
  const { order_id: order, customer_id: customer, invoice_date } = issued;
  if (order === null) return issued;
  let invoice = issued;
  for (const id of await lockOpenAdvances(write.trx, { order, customer })) {
    if (invoice.balance_due <= 0) break;
    const advance = await lockRecord(write.trx, advances, id);
    const { advance_date } = advance;
    invoice = await adjust(write, {
      advance,
      invoice,
      amount: Math.min(advance.balance, invoice.balance_due),
      day: advance_date > invoice_date ? advance_date : invoice_date,
    });
  }
  return invoice;
}

interface Adjusting {
  advance: Locked<Advance>;
  invoice: Locked<Invoice>;
  amount: number;
  day: Day;
}

async function adjust(
  write: Write,
  { advance, invoice, amount, day }: Adjusting,
): Promise<Locked<Invoice>> {
  const verdict = canSpend(advance, amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  const { voucher_number, payment_method } = advance;
  const paid = await payFromAdvance(write, invoice, {
    advance_id: advance.id,
    amount,
    payment_method,
    payment_date: day,
    reference_number: voucher_number,
    notes: `Applied from advance ${voucher_number}`,
  });
  await followPayments(write, advance);
  return paid;
}

async function followPayments(write: Write, advance: Locked<Advance>): Promise<void> {
  const adjusted_amount = await sumAdjusted(write.trx, advance.id);
  const isCancelled = advance.status === 'cancelled';
  const most = isCancelled ? 0 : sumOf([advance.amount, -advance.refunded_amount]);
  if (adjusted_amount > most) enforce(canSpend({ ...advance, balance: 0 }, adjusted_amount));
  const status = isCancelled ? 'cancelled' : statusOf({ ...advance, adjusted_amount });
  await updateRecord(write, advances, {
    row: advance,
    action: 'adjusted',
    values: { adjusted_amount, status },
  });
}

/** Brings an advance along after a payment from it changed; 409 where they take more than it has. */
export async function followAdvance(write: Write, id: number): Promise<void> {
  await followPayments(write, await lockRecord(write.trx, advances, id));
}

/** Pays an issued invoice of the same customer from an advance (docs/product/advances.md#adjusting). */
export async function applyAdvance(
  context: Context,
  id: number,
  sent: { invoice_id: number; amount?: number | undefined },
): Promise<WholeAdvance> {
  return context.write(async (write, trx) => {
    const invoice = await findInvoiceToPay(write, sent.invoice_id);
    if (!invoice) throw invalid('invoice_id', 'Invoice not found');
    const advance = await openRecord(write, advances, id);
    if (invoice.customer_id !== advance.customer_id) {
      const message = `${invoice.invoice_number} belongs to another customer`;
      const details = [{ field: 'invoice_id', message }];
      throw new AppError('advance.customer_mismatch', message, { details });
    }
    if (invoice.status === 'draft')
      throw invalid('invoice_id', 'This invoice is a draft. Issue it first.');
    const amount = sent.amount ?? Math.min(advance.balance, invoice.balance_due);
    await adjust(write, { advance, invoice, amount, day: await companyToday(write) });
    return getAdvance(trx, id);
  });
}
