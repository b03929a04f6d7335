import type { Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import type { Detail } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { storedParties } from '~/modules/sales/papers/server/parties.service';
import type { Voucher } from '../advances.fields';
import type { NewAdvance, NewRefund } from '../requests.schema';
import { followAdvance } from './adjusting.actions';
import { advances, findRemainingOf } from './advances.queries';
import {
  addAdvance,
  addRefund,
  addRefundVoucher,
  closeAdvance,
  refundDate,
  usesOf,
} from './advances.actions';

export { refundsWhere } from './advances.queries';
export { receiptRefundPaper } from './vouchers.queries';

/** Stores the rest of a receipt as an advance with its voucher (docs/product/receipts.md#credit). */
export async function holdRest(write: Write, receipt_id: number, rest: NewAdvance): Promise<void> {
  await addAdvance(write, rest, { receipt_id });
}

interface Refunded {
  id: number;
  receipt_number: string;
  receipt_date: Day;
  customer_id: number;
  advance_id: number | null;
}

/** Refunds so much of the rest of a locked receipt with a voucher, by its advance where that holds it. */
export async function refundRest(
  write: Write,
  { id, advance_id, ...receipt }: Refunded,
  sent: NewRefund & { amount: number },
): Promise<void> {
  if (advance_id !== null) return addRefund(write, advance_id, sent);
  const refund_date = await refundDate(write, sent, { receipt: receipt.receipt_date });
  const original = { number: receipt.receipt_number, date: receipt.receipt_date };
  const { customer_id } = receipt;
  await refundUntaxed(
    write,
    { customer_id, original, of: { receipt_id: id } },
    { ...sent, refund_date },
  );
}

interface Untaxed {
  customer_id: number;
  original: NonNullable<Voucher['original']>;
  of: { receipt_id: number } | { invoice_id: number };
}

/** Issues the voucher of a refund of money on which no tax is due; returns the id of the refund. */
async function refundUntaxed(
  write: Write,
  { customer_id, original, of }: Untaxed,
  sent: NewRefund & { amount: number; refund_date: Day },
): Promise<number> {
  const { logo_digest, ...parties } = await storedParties(write.trx, {
    customer_id,
    billing_address_id: null,
  });
  const { amount, payment_method, reference_number = null, notes = null, refund_date } = sent;
  const noTax = {
    place_of_supply: null,
    reverse_charge: false,
    order_number: null,
    parts: [],
  };
  const paid = { amount, payment_method, reference_number, notes };
  const patch = { ...parties, ...noTax, ...paid, original };
  return addRefundVoucher(write, patch, { ...of, logo_digest, refund_date });
}

interface Credited {
  id: number;
  invoice_number: string;
  invoice_date: Day;
  customer_id: number;
}

/** Issues the voucher of a refund of an invoice's credit, whose tax its credit note took back. */
export async function refundCreditOf(
  write: Write,
  { id, customer_id, invoice_number, invoice_date }: Credited,
  sent: NewRefund & { amount: number },
): Promise<{ refund_id: number; payment_date: Day }> {
  const payment_date = await refundDate(write, sent, { invoice: invoice_date });
  const original = { number: invoice_number, date: invoice_date, is_invoice: true };
  const of = { invoice_id: id };
  const refund = { ...sent, refund_date: payment_date };
  return {
    refund_id: await refundUntaxed(write, { customer_id, original, of }, refund),
    payment_date,
  };
}

/** Brings the advance of a receipt along after the receipt paid from it; 409 where that is more than it has. */
export async function followRest(write: Write, receiptId: number): Promise<void> {
  const id = await findRemainingOf(write.trx, receiptId);
  if (id !== null) await followAdvance(write, id);
}

/**
 * Cancels the advance of a receipt whose payments were taken back. Where it paid other invoices, it is not cancelled, and
 * they are returned.
 */
export async function releaseRest(write: Write, receiptId: number): Promise<Detail[]> {
  const id = await findRemainingOf(write.trx, receiptId);
  if (id === null) return [];
  await followAdvance(write, id);
  const advance = await lockRecord(write.trx, advances, id);
  if (advance.adjusted_amount > 0) return usesOf(write, id);
  await closeAdvance(write, advance);
  return [];
}
