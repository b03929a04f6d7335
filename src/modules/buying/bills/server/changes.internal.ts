import type { Beside } from '~/kit/server/database/write';
import { picked } from '~/kit/shared/fields/picked';
import type { BillLine, WholeBill } from '../bills.fields';
import type { BillPatch, SentCharge, SentItem } from '../requests.schema';
import { billLines, type NewBillLine, type NewCharge } from './bills.queries';

const itemNames = [
  'purchase_line_id',
  'product_id',
  'description',
  'quantity',
  'unit_price',
  'unit',
  'hsn_code',
  'tax_class_id',
  'discount_percent',
  'discount_amount',
  'itc',
] as const;

/** The fields of a change that say anything else than the bill does. */
export function changedNames(bill: WholeBill, patch: BillPatch): string[] {
  const { items, charges, updated_at: _seen, ...header } = patch;
  const names = Object.entries(header).flatMap(([name, value]) =>
    value === undefined || value === bill[name as keyof WholeBill] ? [] : name,
  );
  return [
    ...names,
    ...(items && isOther(items, bill.items, isItem) ? ['items'] : []),
    ...(charges && isOther(charges, bill.charges, isCharge) ? ['charges'] : []),
  ];
}

function isOther<Sent, Stored>(
  sent: readonly Sent[],
  stored: readonly Stored[],
  isSame: (one: Sent, other: Stored) => boolean,
): boolean {
  if (sent.length !== stored.length) return true;
  return sent.some((one, index) => {
    const other = stored[index];
    return other === undefined || !isSame(one, other);
  });
}

function isItem(sent: SentItem, stored: BillLine): boolean {
  return itemNames.every((name) => sent[name] === undefined || sent[name] === stored[name]);
}

function isCharge(sent: SentCharge, stored: WholeBill['charges'][number]): boolean {
  const { goods_receipt_ids: receipts = stored.goods_receipt_ids } = sent;
  const names = ['description', 'amount', 'tax_class_id', 'itc'] as const;
  return (
    names.every((name) => sent[name] === undefined || sent[name] === stored[name]) &&
    receipts.join() === stored.goods_receipt_ids.join()
  );
}

const taxNames = ['line_total', 'discount_share', 'tax_rate', 'tax_treatment'] as const;
const partNames = ['cgst_amount', 'sgst_amount', 'igst_amount'] as const;

/** The lines of a changed bill for `updateWhole`; undefined where they are as before. */
export function changedLines(bill: WholeBill, items: readonly NewBillLine[]): Beside | undefined {
  const names = ['id', ...itemNames, ...taxNames, ...partNames] as const;
  const isSame = (one: NewBillLine, other: BillLine) =>
    names.every((name) => one[name] === other[name]);
  if (!isOther(items, bill.items, isSame)) return undefined;
  return {
    parts: billLines.save(items),
    before: { items: bill.items.map(shortLine) },
    after: { items: items.map(shortLine) },
  };
}

function shortLine(line: Pick<BillLine, 'description' | 'quantity' | 'unit_price' | 'line_total'>) {
  return picked(line, ['description', 'quantity', 'unit_price', 'line_total']);
}

/** Whether charges are stored otherwise than before. */
export function areOtherCharges(bill: WholeBill, charges: readonly NewCharge[]): boolean {
  return isOther(
    charges,
    bill.charges,
    (one, other) => isCharge(one, other) && partNames.every((name) => one[name] === other[name]),
  );
}
