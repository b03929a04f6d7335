import { formatPrice, rupees, toPaise } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import type { TaxParts } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { partOf } from '~/modules/sales/documents/lines/totals.rules';

/** A line of a bill as it is compared with its order. */
export interface ComparedLine {
  purchase_line_id: number | null;
  description: string;
  quantity: number;
  unit_price: number;
  /** Before tax and after all discounts, in rupees. */
  taxable_value: number;
  /** In percent; null where none holds. */
  tax_rate: number | null;
}

/** A line of a purchase order as bills are compared with it. */
export interface OrderedLine {
  id: number;
  purchase_number: string;
  product_id: number | null;
  quantity: number;
  unit: string | null;
  unit_price: number;
  /** Before tax and after all discounts, in rupees. */
  net: number;
  /** Null where it is not comparable. */
  tax_rate: number | null;
  /** What was accepted of it. */
  received_quantity: number;
  /** By other bills. */
  billed_quantity: number;
}

/** What differs: its field, and the purchase order where it is one of a line. */
export interface Difference extends FieldProblem {
  purchase_line_id: number | null;
}

interface Compared {
  lines: readonly ComparedLine[];
  ordered: readonly OrderedLine[];
  total_amount: number;
  /** The total that the vendor's paper shows; null where it was not entered. */
  vendor_total: number | null;
  /** The split of the bill's tax, and the one that follows from the vendor's state. */
  split: TaxSplit;
  expected: TaxSplit;
}

/** What of a bill differs from its order, its receipts, the vendor's paper and state (docs/product/bills.md#differences). */
export function differencesOf(bill: Compared): Difference[] {
  const ordered = new Map(bill.ordered.map((line) => [line.id, line]));
  return [
    ...quantityDifferences(bill.lines, ordered),
    ...bill.lines.flatMap((line, index) => {
      const order = ordered.get(line.purchase_line_id ?? 0);
      return order ? lineDifferences(line, order, index) : [];
    }),
    ...totalDifferences(bill),
    ...splitDifferences(bill),
  ];
}

function quantityDifferences(
  lines: readonly ComparedLine[],
  ordered: ReadonlyMap<number, OrderedLine>,
): Difference[] {
  const billed = new Map<number, number>();
  return lines.flatMap((line, index) => {
    const order = ordered.get(line.purchase_line_id ?? 0);
    if (!order) return [];
    const before = billed.get(order.id) ?? order.billed_quantity;
    const after = sumOfQuantities([before, line.quantity]);
    billed.set(order.id, after);
    const most = billableOf(order);
    if (after <= most) return [];
    const left = Math.max(0, restOfQuantity(most, before));
    return different(line, index, 'quantity', quantityText(line, order, left));
  });
}

/** How much of an ordered line may be billed: what was accepted; a service or expense at least as ordered. */
export function billableOf({
  product_id,
  received_quantity,
  quantity,
}: Pick<OrderedLine, 'product_id' | 'received_quantity' | 'quantity'>): number {
  return product_id === null ? Math.max(quantity, received_quantity) : received_quantity;
}

function quantityText({ quantity }: ComparedLine, order: OrderedLine, left: number): string {
  const counted = (count: number) => [formatNumber(count), order.unit].filter(Boolean).join(' ');
  const accepted = order.product_id === null ? 'were ordered' : 'were accepted';
  const remaining =
    order.billed_quantity > 0 ? `, ${formatNumber(left)} of them not billed yet` : '';
  return `${counted(quantity)} are billed, ${counted(billableOf(order))} ${accepted}${remaining}`;
}

function lineDifferences(line: ComparedLine, order: OrderedLine, index: number): Difference[] {
  const isTaxed = order.tax_rate !== null;
  return [
    ...(isOtherPrice(line, order)
      ? different(
          line,
          index,
          'unit_price',
          `${formatPrice(priceOf(line.taxable_value, line.quantity))} is billed, ${formatPrice(priceOf(order.net, order.quantity))} was ordered, after discounts`,
        )
      : []),
    ...(isTaxed && (line.tax_rate ?? 0) !== order.tax_rate
      ? different(
          line,
          index,
          'tax_rate',
          `Tax of ${line.tax_rate ?? 0}% is billed, ${order.tax_rate}% was ordered`,
        )
      : []),
  ];
}

/** Per unit; shown alone, never stored. */
function priceOf(net: number, quantity: number): number {
  return Math.round((net / quantity) * 10_000) / 10_000;
}

/** At the same price, rounding of a part may be a paisa off. */
function isOtherPrice(line: ComparedLine, order: OrderedLine): boolean {
  const net = partOf(order.net, line.quantity, order.quantity);
  const off = Math.abs(toPaise(line.taxable_value) - toPaise(net));
  return off > (line.unit_price === order.unit_price ? 1 : 0);
}

function totalDifferences({ total_amount, vendor_total }: Compared): Difference[] {
  if (vendor_total === null) return [];
  if (Math.abs(toPaise(vendor_total) - toPaise(total_amount)) <= 100) return [];
  return [
    {
      field: 'vendor_total',
      message: `The vendor's total is ${rupees(vendor_total)}, the bill comes to ${rupees(total_amount)}`,
      purchase_line_id: null,
    },
  ];
}

/** How the tax of lines is split; null where none of them is taxed by a rate above 0. */
export function splitOf(
  { cgst_amount, igst_amount }: TaxParts,
  lines: readonly { tax_rate: number | null }[],
): TaxSplit | null {
  if (igst_amount > 0) return 'between';
  if (cgst_amount > 0) return 'within';
  return lines.some(({ tax_rate }) => (tax_rate ?? 0) > 0) ? 'none' : null;
}

const splitTexts: Readonly<Record<TaxSplit, string>> = {
  within: 'CGST and SGST',
  between: 'IGST',
  none: 'no tax',
};

function splitDifferences({ split, expected }: Compared): Difference[] {
  if (split === expected) return [];
  return [
    {
      field: 'place_of_supply',
      message: `The bill has ${splitTexts[split]}, but by the vendor's state and registration ${splitTexts[expected]} is due`,
      purchase_line_id: null,
    },
  ];
}

function different(
  { description, purchase_line_id }: ComparedLine,
  index: number,
  field: string,
  text: string,
): Difference[] {
  const message = `Item ${index + 1} "${description}": ${text}`;
  return [{ field: `items.${index}.${field}`, message, purchase_line_id }];
}
