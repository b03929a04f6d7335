import type { ErrorTable } from '~/kit/shared/error-codes';
import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { allowed, refused, type Verdict } from '~/kit/shared/verdict';
import {
  type GoodsReceipt,
  goodsReceiptFields,
  openNames,
  type ReceiptItem,
} from './goods-receipts.fields';

export const goodsReceiptRefusals = {
  'goods_receipt.is_draft': [409, 'The receipt is a draft: delete it instead of cancelling it'],
  'goods_receipt.received': [409, 'The goods of the receipt have moved'],
  'goods_receipt.cancelled': [409, 'The receipt is cancelled'],
  'goods_receipt.billed': [409, 'Goods of the receipt met a bill'],
  'goods_receipt.returned': [409, 'Goods of the receipt went back'],
  'goods_receipt.is_return': [409, 'A return is changed by cancelling it'],
  'goods_receipt.more_than_open': [409, 'More was accepted than is open of the order'],
  'goods_receipt.more_than_accepted': [409, 'More goes back than was accepted and is still here'],
} as const satisfies ErrorTable;

type Status = GoodsReceipt['status'];
type Stated = Pick<GoodsReceipt, 'status' | 'kind'>;

const cancelled = refused('goods_receipt.cancelled', 'This receipt is cancelled');

/** Whether a receipt may take a status: draft → received → cancelled (docs/product/goods-receipts.md#status). */
export function canTakeStatus(receipt: Stated, status: Status): Verdict {
  if (status === receipt.status) return allowed;
  if (receipt.status === 'cancelled') return cancelled;
  if (status === 'cancelled') return canCancel(receipt);
  if (receipt.status === 'draft') return allowed;
  return refused('goods_receipt.received', 'Received goods cannot be a draft again');
}

/** A draft is deleted instead. */
export function canCancel({ status }: Pick<Stated, 'status'>): Verdict {
  if (status === 'draft')
    return refused('goods_receipt.is_draft', 'A draft is deleted, not cancelled');
  return status === 'cancelled' ? cancelled : allowed;
}

/** Only drafts can be deleted: numbers of receipts stay. */
export function canDelete({ status }: Pick<Stated, 'status'>): Verdict {
  if (status === 'draft') return allowed;
  return refused(
    'goods_receipt.received',
    'Only drafts can be deleted. Cancel the receipt instead.',
  );
}

/** Goods that were received may go back; a return itself may not. */
export function canReturn({ status, kind }: Stated): Verdict {
  if (kind === 'return') return refused('goods_receipt.is_return', 'Goods of a return are gone');
  if (status === 'cancelled') return cancelled;
  if (status === 'received') return allowed;
  return refused('goods_receipt.is_draft', 'The goods of a draft have not come');
}

/** Whether these fields may change: all of a draft, else challan, vehicle and notes (docs/product/goods-receipts.md#what-may-change). */
export function canEdit({ status, kind }: Stated, fields: readonly string[]): Verdict {
  if (status === 'draft' || fields.length === 0) return allowed;
  if (status === 'cancelled') return cancelled;
  const open: readonly string[] = kind === 'receipt' ? [...openNames, 'unit_cost'] : openNames;
  const fixed = fields.find((name) => !open.includes(name));
  if (fixed === undefined) return allowed;
  const label =
    fixed in goodsReceiptFields ? goodsReceiptFields[fixed as keyof GoodsReceipt].label : 'Items';
  return refused('goods_receipt.received', `${label} cannot be changed: the goods have moved`);
}

/** What of a line enters the order and the stock. */
export function acceptedOf({
  quantity,
  rejected_quantity,
}: Pick<ReceiptItem, 'quantity' | 'rejected_quantity'>): number {
  return restOfQuantity(quantity, rejected_quantity);
}

/** What enters stock of so many units of an order's line, in the product's unit. */
export function stockOf(
  accepted: number,
  ordered: { quantity: number; stock_quantity: number },
  decimals: number,
): number {
  const exact = (accepted * ordered.stock_quantity) / ordered.quantity;
  return Number(exact.toFixed(decimals));
}

interface OrderedLine {
  description: string;
  unit: string | null;
  quantity: number;
  received_quantity: number;
  closed_quantity: number;
}

/** Whether an order takes so much more of a line: what is open, and `percent` of the ordered quantity beyond it. */
export function canAccept(line: OrderedLine, accepted: number, percent: number): Verdict {
  const open = restOfQuantity(
    line.quantity,
    sumOfQuantities([line.received_quantity, line.closed_quantity]),
  );
  if (accepted === 0 || accepted * 100 <= open * 100 + line.quantity * percent + 1e-6)
    return allowed;
  const unit = line.unit === null ? '' : ` ${line.unit}`;
  return refused(
    'goods_receipt.more_than_open',
    `${formatNumber(accepted)}${unit} of "${line.description}" were accepted, ${formatNumber(Math.max(0, open))} are open`,
  );
}

/** What is still open of a line once so much came. */
export function openAfter(line: OrderedLine, accepted: number): number {
  const taken = [line.received_quantity, line.closed_quantity, accepted];
  return Math.max(0, restOfQuantity(line.quantity, sumOfQuantities(taken)));
}
