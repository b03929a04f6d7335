import type { Context, Write } from '~/kit/server/database/context';
import { refuseStale } from '~/kit/server/database/entity';
import { enforce, invalid, notFound, refuseInvalid } from '~/kit/server/errors';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { canUseCredit, canWriteOff } from '~/modules/billing/invoices/invoices.rules';
import type { NewRefund } from '~/modules/billing/advances/requests.schema';
import { refundCreditOf } from '~/modules/billing/advances/server/receipt-rests.service';
import {
  findInvoiceToPay,
  requireInvoice,
} from '~/modules/billing/invoices/server/invoices.service';
import { payBackCredit, payFromCredit } from '~/modules/billing/payments/server/credits.service';
import { companyToday } from '~/modules/organization/company/server/settings.service';
import { allocationProblems, sumsOf } from '../receipts.rules';
import type { SetOff } from '../requests.schema';
import { lockInvoices } from './receipts.actions';

/** Sets the credit of an invoice off against others of its customer, dated today (docs/product/credit-notes.md#using-the-credit). */
export async function setOffCredit(context: Context, id: number, sent: SetOff): Promise<Invoice> {
  return context.write(async (write, trx) => {
    await addSetOff(write, id, sent);
    return requireInvoice({ db: trx, person: context.person }, id);
  });
}

export async function addSetOff(
  write: Write,
  id: number,
  { allocations: sent, updated_at: seen }: SetOff,
): Promise<void> {
  const { trx, context } = write;
  const allocations = sent.map((each) => ({ ...each, tds_amount: 0, round_off: 0 }));
  refuseInvalid(allocationProblems(allocations));
  const own = sent.findIndex(({ invoice_id }) => invoice_id === id);
  if (own >= 0)
    throw invalid(`allocations.${own}.invoice_id`, 'Credit pays other invoices than its own');
  const { customer_id } = await requireInvoice({ db: trx, person: context.person }, id);
  const none = { amount: 0, tds_amount: 0, round_off: 0 };
  const all = [...allocations, { ...none, invoice_id: id }];
  const invoices = await lockInvoices(write, customer_id, all);
  const source = invoices.get(id);
  if (!source) throw notFound('Invoice');
  refuseStale(source, seen);
  const verdict = canUseCredit(source, sumsOf(allocations).amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'allocations', message: verdict.message }]);
  const shares = allocations.flatMap(({ invoice_id, amount }, index) => {
    const invoice = invoices.get(invoice_id);
    return invoice ? [{ invoice, amount, at: `allocations.${index}.` }] : [];
  });
  for (const { invoice } of shares) if (invoice.status === 'draft') enforce(canWriteOff(invoice));
  await payFromCredit(write, source, { shares, today: await companyToday(write) });
}

/** Refunds the credit of an invoice or part of it, with a refund voucher (docs/product/credit-notes.md#using-the-credit). */
export async function refundCredit(
  context: Context,
  id: number,
  sent: NewRefund,
): Promise<Invoice> {
  return context.write(async (write, trx) => {
    await addCreditRefund(write, id, sent);
    return requireInvoice({ db: trx, person: context.person }, id);
  });
}

export async function addCreditRefund(write: Write, id: number, sent: NewRefund): Promise<void> {
  const invoice = await findInvoiceToPay(write, id);
  if (!invoice) throw notFound('Invoice');
  const { amount = invoice.customer_credit, reference_number = null, notes = null } = sent;
  const verdict = canUseCredit(invoice, amount);
  if (!verdict.ok) enforce(verdict, [{ field: 'amount', message: verdict.message }]);
  const issued = await refundCreditOf(write, invoice, { ...sent, amount });
  const { payment_method } = sent;
  const paid = { amount, payment_method, reference_number, notes, ...issued };
  await payBackCredit(write, invoice, paid, await companyToday(write));
}
