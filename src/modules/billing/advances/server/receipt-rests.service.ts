import type { Write } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import type { Detail } from '~/kit/server/errors';
import type { NewAdvance } from '../requests.fields';
import { followAdvance } from './adjusting.steps';
import { advances, findLeftOf, listTakenElsewhere } from './advances.queries';
import { addAdvance, cancelOpened } from './advances.steps';

/** Stores the rest of a receipt as an advance with its voucher (docs/product/receipts.md#credit). */
export async function holdRest(write: Write, receipt_id: number, rest: NewAdvance): Promise<void> {
  await addAdvance(write, rest, { receipt_id });
}

/** Brings the advance of a receipt along after the receipt paid from it; 409 where that is more than it has. */
export async function followRest(write: Write, receiptId: number): Promise<void> {
  const id = await findLeftOf(write.trx, receiptId);
  if (id !== null) await followAdvance(write, id);
}

/**
 * Cancels the advance of a receipt whose payments were taken back. Where invoices or refunds used it elsewhere, it is not
 * cancelled, and they are returned.
 */
export async function releaseRest(write: Write, receiptId: number): Promise<Detail[]> {
  const id = await findLeftOf(write.trx, receiptId);
  if (id === null) return [];
  await followAdvance(write, id);
  const advance = await lockRecord(write.trx, advances, id);
  if (advance.adjusted_amount === 0 && advance.refunded_amount === 0) {
    await cancelOpened(write, advance);
    return [];
  }
  const paid = await listTakenElsewhere(write.trx, id);
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
