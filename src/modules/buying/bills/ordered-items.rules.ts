import { restOfQuantity } from '~/kit/shared/money/quantities';
import { grossOf, partOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { LineTerms } from '~/modules/sales/documents/lines/lines.rules';
import { billableOf, type OrderedLine } from './differences.rules';

/** A line of a purchase order as a bill takes it over. */
export interface OrderedItem
  extends OrderedLine,
    Pick<LineTerms, 'discount_percent' | 'discount_amount' | 'tax_class_id' | 'hsn_code'> {
  purchase_order_id: number;
  vendor_id: number;
  status: string;
  tax_mode: string;
  description: string;
  discount_share: number;
}

/** How much of an ordered line is not billed yet: of what was accepted; of a service or expense, of what was ordered. */
export function unbilledOf(
  line: Pick<OrderedItem, 'product_id' | 'received_quantity' | 'quantity' | 'billed_quantity'>,
): number {
  return Math.max(0, restOfQuantity(billableOf(line), line.billed_quantity));
}

/** The discount on a part of an ordered line, its share of the order's discount included. */
export function discountOn(
  line: Pick<
    OrderedItem,
    'discount_percent' | 'discount_amount' | 'discount_share' | 'net' | 'quantity'
  >,
  { quantity, unit_price }: { quantity: number; unit_price: number },
): Pick<LineTerms, 'discount_percent' | 'discount_amount'> {
  const isPlain = line.discount_share === 0;
  if (isPlain && line.discount_percent !== null)
    return { discount_percent: line.discount_percent, discount_amount: 0 };
  if (isPlain && line.discount_amount === 0) return { discount_percent: null, discount_amount: 0 };
  const net = partOf(line.net, quantity, line.quantity);
  const gross = grossOf({ quantity, unit_price });
  return { discount_percent: null, discount_amount: Math.max(0, sumOf([gross, -net])) };
}
