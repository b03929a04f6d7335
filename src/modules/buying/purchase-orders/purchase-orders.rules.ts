import type { ErrorTable } from '~/kit/shared/error-codes';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Day } from '~/kit/shared/time/days';
import { allowed, type FieldProblem, refused, type Verdict } from '~/kit/shared/verdict';
import type { AmountRules } from '~/modules/sales/documents/lines/amounts.rules';
import { isId } from '~/modules/sales/documents/lines/drafted-lines.rules';
import { partOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  type PurchaseLine,
  type PurchaseOrder,
  purchaseOrderFields,
} from './purchase-orders.fields';

export const purchaseOrderRefusals = {
  'purchase_order.is_draft': [409, 'The purchase order is a draft: delete it instead'],
  'purchase_order.ordered': [409, 'The purchase order is ordered'],
  'purchase_order.received': [409, 'Goods of the purchase order were received'],
  'purchase_order.billed': [409, 'The purchase order is billed'],
  'purchase_order.cancelled': [409, 'The purchase order is cancelled'],
  'purchase_order.below_received': [409, 'A quantity is below what was received and closed'],
  'purchase_order.nothing_received': [409, 'Nothing was received: cancel the order instead'],
  'purchase_order.nothing_open': [409, 'Nothing is open on the purchase order'],
  'purchase_order.recipient_missing': [400, 'The vendor has no email address'],
  'purchase_order.mail_rejected': [502, 'The mail server did not accept the email'],
} as const satisfies ErrorTable;

export const purchaseOrderAmounts: AmountRules = {
  noun: 'purchase order',
  taxFollows: 'amount',
  wrongTotals: 'Purchase order totals do not add up',
};

type Status = PurchaseOrder['status'];
type Stated = Pick<PurchaseOrder, 'status'>;
type Followed = Pick<PurchaseOrder, 'status' | 'receipt_state' | 'bill_state'>;

const isCancelled = refused('purchase_order.cancelled', 'This purchase order is cancelled');

/** The problems of a purchase order besides those of its lines, in the order in which they are reported. */
export function headProblems({
  vendor_id,
  items = [],
}: {
  vendor_id?: number | null | undefined;
  items?: readonly unknown[] | undefined;
}): FieldProblem[] {
  return [
    ...(isId(vendor_id) ? [] : [{ field: 'vendor_id', message: 'Please select a vendor' }]),
    ...(items.length > 0
      ? []
      : [{ field: 'items', message: 'Please add at least one item to the purchase order' }]),
  ];
}

/** Whether it may take a status by hand (docs/product/purchase-orders.md#status): draft → ordered → cancelled. */
export function canTakeStatus(order: Followed, status: Status): Verdict {
  if (status === order.status) return allowed;
  if (status === 'cancelled') return canCancel(order);
  if (order.status === 'cancelled') return isCancelled;
  if (order.status === 'draft' && status === 'ordered') return allowed;
  if (status === 'received') {
    const message = 'The order is received when nothing is open: enter what came, or close it';
    return refused('purchase_order.ordered', message);
  }
  const message = 'An order that was placed cannot go back. Cancel or close it.';
  return refused('purchase_order.ordered', message);
}

/** An ordered one with nothing received and nothing billed. */
export function canCancel({ status, receipt_state, bill_state }: Followed): Verdict {
  if (status === 'cancelled') return isCancelled;
  if (status === 'draft') {
    return refused('purchase_order.is_draft', 'A draft is deleted, not cancelled');
  }
  if (receipt_state !== 'none') {
    const message = 'Goods of this order were received. Close it instead.';
    return refused('purchase_order.received', message);
  }
  if (bill_state === 'none') return allowed;
  return refused('purchase_order.billed', 'This order is billed. Cancel the bill first.');
}

/** Only drafts can be deleted. */
export function canDelete({ status }: Stated): Verdict {
  if (status === 'draft') return allowed;
  return refused('purchase_order.ordered', 'Only drafts can be deleted');
}

/** An order is closed once something was received; before that it is cancelled instead. */
export function canClose({ status, receipt_state }: Followed): Verdict {
  if (status === 'cancelled') return isCancelled;
  if (status === 'draft') return refused('purchase_order.is_draft', 'This order is a draft');
  if (status === 'received') {
    return refused('purchase_order.nothing_open', 'Nothing is open on this order');
  }
  if (receipt_state !== 'none') return allowed;
  return refused(
    'purchase_order.nothing_received',
    'Nothing of this order was received. Cancel the order instead.',
  );
}

/** A draft, which is ordered by it, and an order in its present form. */
export function canSend({ status }: Stated): Verdict {
  return status === 'cancelled' ? isCancelled : allowed;
}

/** Whether goods of it can come in, or a bill of it be entered. */
export function canReceive({ status }: Stated): Verdict {
  if (status === 'cancelled') return isCancelled;
  if (status !== 'draft') return allowed;
  return refused('purchase_order.is_draft', 'This order is a draft: place it first');
}

/** What a purchase order is called in files and mails, such as "PO-26-27-00017 R2" after two changes. */
export function purchaseLabel({
  purchase_number,
  revision,
}: Pick<PurchaseOrder, 'purchase_number' | 'revision'>): string {
  return revision > 0 ? `${purchase_number} R${revision}` : purchase_number;
}

/** What may change also when all was received. */
const alwaysOpen: readonly string[] = ['reference', 'terms_conditions', 'notes'];

/** Whether these fields may change (docs/product/purchase-orders.md#changes): all of a draft, of an ordered one all but its vendor. */
export function canEdit({ status }: Stated, fields: readonly string[]): Verdict {
  if (status === 'draft' || fields.length === 0) return allowed;
  if (status === 'cancelled') return isCancelled;
  if (status === 'ordered') {
    if (!fields.includes('vendor_id')) return allowed;
    return refused('purchase_order.ordered', 'Vendor cannot be changed: the order is placed');
  }
  const fixed = fields.find((name) => !alwaysOpen.includes(name));
  if (fixed === undefined) return allowed;
  return refused('purchase_order.received', `${labelOf(fixed)} cannot be changed: all is received`);
}

function labelOf(name: string): string {
  if (name === 'items') return 'Items';
  return name in purchaseOrderFields
    ? purchaseOrderFields[name as keyof PurchaseOrder].label
    : name;
}

/** Whether it waits for goods that should have come. */
export function isLate(
  { status, expected_date }: Pick<PurchaseOrder, 'status' | 'expected_date'>,
  today: Day,
): boolean {
  return status === 'ordered' && expected_date !== null && expected_date < today;
}

/** How far a line is, in its unit. */
export type LineProgress = Pick<
  PurchaseLine,
  'quantity' | 'received_quantity' | 'returned_quantity' | 'closed_quantity' | 'billed_quantity'
>;

/** What is left to come of a line. */
export function openOf(
  line: Pick<PurchaseLine, 'quantity' | 'received_quantity' | 'closed_quantity'>,
): number {
  return Math.max(0, restOfQuantity(line.quantity, takenOf(line)));
}

/** What is not open of a line: it came, or will not come. */
export function takenOf({
  received_quantity,
  closed_quantity,
}: Pick<PurchaseLine, 'received_quantity' | 'closed_quantity'>): number {
  return sumOfQuantities([received_quantity, closed_quantity]);
}

/** What is still to be billed of a line: what came and comes, less what went back for good. */
export function unbilledOf(line: LineProgress): number {
  const coming = restOfQuantity(line.quantity, line.closed_quantity);
  const due = Math.max(coming, line.received_quantity);
  return Math.max(
    0,
    restOfQuantity(due, sumOfQuantities([line.billed_quantity, line.returned_quantity])),
  );
}

type Valued = LineProgress & Pick<PurchaseLine, 'line_total' | 'discount_share'>;

/** What follows for a purchase order from how far its lines are (docs/product/purchase-orders.md#progress). */
export function followedBy(
  { status }: Stated,
  lines: readonly Valued[],
): Pick<PurchaseOrder, 'status' | 'receipt_state' | 'bill_state' | 'open_amount'> {
  const isFull = lines.every((line) => openOf(line) === 0);
  const hasReceipts = lines.some(({ received_quantity }) => received_quantity > 0);
  const isBilled = lines.every((line) => unbilledOf(line) === 0);
  const hasBills = lines.some(({ billed_quantity }) => billed_quantity > 0);
  const open_amount =
    status === 'cancelled'
      ? 0
      : sumOf(lines.map((line) => partOf(netOf(line), openOf(line), line.quantity)));
  return {
    status:
      status === 'ordered' || status === 'received' ? (isFull ? 'received' : 'ordered') : status,
    receipt_state: isFull ? 'fully' : hasReceipts ? 'partly' : 'none',
    bill_state: !hasBills ? 'none' : isBilled ? 'fully' : 'partly',
    open_amount,
  };
}

/** What a line comes to after all discounts, before tax, in rupees. */
export function netOf({
  line_total,
  discount_share,
}: Pick<PurchaseLine, 'line_total' | 'discount_share'>): number {
  return sumOf([line_total, -discount_share]);
}
