import type { Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import type { Detail } from '~/kit/server/errors';
import type { Day } from '~/kit/shared/time/days';
import { storedParties } from '~/modules/sales/papers/server/parties.service';
import type { NewAdvance, NewRefund } from '../requests.schema';
import { followAdvance } from './adjusting.actions';
import { advances, findRemainingOf, listTakenByOthers } from './advances.queries';
import {
  addAdvance,
  addRefund,
  addRefundVoucher,
  cancelOpened,
  refundDate,
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
  const { customer_id } = receipt;
  const { logo_digest, ...parties } = await storedParties(write.trx, {
    customer_id,
    billing_address_id: null,
  });
  const { amount, payment_method, reference_number = null, notes = null } = sent;
  const noTax = {
    place_of_supply: null,
    reverse_charge: false,
    order_number: null,
    parts: [],
  };
  const paid = { amount, payment_method, reference_number, notes };
  const original = { number: receipt.receipt_number, date: receipt.receipt_date };
  const patch = { ...parties, ...noTax, ...paid, original };
  await addRefundVoucher(write, patch, { receipt_id: id, logo_digest, refund_date });
}

/** Brings the advance of a receipt along after the receipt paid from it; 409 where that is more than it has. */
export async function followRest(write: Write, receiptId: number): Promise<void> {
  const id = await findRemainingOf(write.trx, receiptId);
  if (id !== null) await followAdvance(write, id);
}

/**
 * Cancels the advance of a receipt whose payments were taken back. Where invoices or refunds used it elsewhere, it is not
 * cancelled, and they are returned.
 */
export async function releaseRest(write: Write, receiptId: number): Promise<Detail[]> {
  const id = await findRemainingOf(write.trx, receiptId);
  if (id === null) return [];
  await followAdvance(write, id);
  const advance = await lockRecord(write.trx, advances, id);
  if (advance.adjusted_amount === 0 && advance.refunded_amount === 0) {
    await cancelOpened(write, advance);
    return [];
  }
  const paid = await listTakenByOthers(write.trx, id);
  const { voucher_number: label } = advance;
  return [
    ...paid.map((invoice) => ({
      message: `Paid from it: ${invoice.label}`,
      record: { type: 'invoice', ...invoice },
    })),
    ...(advance.refunded_amount > 0
      ? [{ message: `Refunded: ${label}`, record: { type: 'advance', id, label } }]
      : []),
  ];
}
