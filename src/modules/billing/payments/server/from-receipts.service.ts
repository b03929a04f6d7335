import { type Write, createdBy } from '~/kit/server/database/context';
import type { Locked } from '~/kit/server/database/entity';
import { enforce, invalid, notFound } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { findInvoiceToPay } from '~/modules/billing/invoices/server/invoices.service';
import { issueDraft, settleInvoice } from '~/modules/billing/invoices/server/issuing.service';
import type { Payment } from '../payments.fields';
import { canDeduct } from '../payments.rules';
import { enforceClaim } from './claims.internal';
import {
  failParts,
  insertParts,
  invoiceById,
  listPaidBy,
  type NewPart,
  sumClaims,
  sumOfKinds,
} from './payments.queries';

/** The kinds of the payments of a receipt. */
const kinds = ['cash', 'tds', 'round_off'] as const;

/** The share of a locked invoice in a receipt, in rupees by kind. */
interface Share {
  invoice: Locked<Invoice>;
  amounts: Readonly<Record<(typeof kinds)[number], number>>;
  /** Its place in the request, such as `allocations.2.`. */
  at: string;
}

type PaymentValues = Pick<
  Payment,
  'payment_method' | 'payment_date' | 'reference_number' | 'receipt_id' | 'advance_id'
>;

/**
 * Pays locked invoices from a receipt: a completed payment for each kind that is not zero; drafts are issued
 * (docs/product/receipts.md#allocations). 400 above the balance of one, 409 where one is cancelled.
 */
export async function payFromReceipt(
  write: Write,
  { advance_id, ...values }: PaymentValues,
  { shares, today }: { shares: readonly Share[]; today: Day },
): Promise<void> {
  const { trx, context } = write;
  const { now } = context;
  const parts: NewPart[] = [];
  const paid: { invoice: Locked<Invoice>; paid: number }[] = [];
  for (const { invoice, amounts, at } of shares) {
    const issued = await issueDraft(write, invoice);
    const others = await sumClaims(trx, { invoiceId: invoice.id, except: null });
    const sum = sumOf(Object.values(amounts));
    enforceClaim(issued, others, sum, at);
    if (amounts.tds !== 0) await refuseDeduction(write, issued, amounts, at);
    if (amounts.round_off !== 0) await refuseRounding(write, invoice.id, amounts.round_off, at);
    paid.push({ invoice: issued, paid: sumOf([others.completed, sum]) });
    for (const kind of kinds) {
      if (amounts[kind] === 0) continue;
      parts.push({
        ...values,
        invoice_id: invoice.id,
        kind,
        amount: amounts[kind],
        advance_id: kind === 'cash' ? advance_id : null,
        ...createdBy(context),
      });
    }
  }
  await insertParts(trx, parts, now);
  for (const each of paid) await settleInvoice(write, each.invoice, { paid: each.paid, today });
}

/** Money of an invoice: what was set off is, what was refunded of it is not. */
const moneyKinds = ['cash', 'set_off', 'refund'] as const;

async function refuseDeduction(
  { trx }: Write,
  invoice: Locked<Invoice>,
  { tds, cash }: Share['amounts'],
  at: string,
): Promise<void> {
  const all = sumOf([await sumOfKinds(trx, invoice.id, ['tds']), tds]);
  const money = sumOf([await sumOfKinds(trx, invoice.id, moneyKinds), cash]);
  const verdict = canDeduct(invoice, { tds: all, money });
  const field = `${at}tds_amount`;
  if (!verdict.ok) enforce(verdict, [{ field, message: verdict.message }]);
}

async function refuseRounding(
  { trx }: Write,
  invoice: number,
  amount: number,
  at: string,
): Promise<void> {
  const sum = sumOf([await sumOfKinds(trx, invoice, ['round_off']), amount]);
  if (Math.abs(sum) > 1)
    throw invalid(`${at}round_off`, 'An invoice can be rounded by at most ₹1 in all');
}

/** Takes back all payments of a receipt, which its invoices follow; they are failed from then on. */
export async function takeBackReceipt(write: Write, receiptId: number, today: Day): Promise<void> {
  const { trx, context } = write;
  const invoices: Locked<Invoice>[] = [];
  for (const id of await listPaidBy(trx, receiptId)) {
    const invoice = await findInvoiceToPay(write, invoiceById(id));
    if (!invoice) throw notFound('Invoice');
    invoices.push(invoice);
  }
  await failParts(trx, receiptId, context.now);
  for (const invoice of invoices) {
    const { completed } = await sumClaims(trx, { invoiceId: invoice.id, except: null });
    await settleInvoice(write, invoice, { paid: completed, today });
  }
}
