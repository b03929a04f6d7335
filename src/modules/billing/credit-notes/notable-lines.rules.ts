import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { restOf, sumOf } from '~/modules/sales/documents/totals.rules';
import type { NotableLine, Note, NoteLine } from './credit-notes.fields';

/** An item of a credit note of the line that is not cancelled. */
export type CreditItem = Pick<
  NoteLine,
  'quantity' | 'unit_price' | 'line_total' | 'cgst_amount' | 'igst_amount'
> &
  Pick<Note, 'goods_return'>;

/** A line of an invoice with the credit notes of it. */
export interface CreditedLine
  extends Omit<NotableLine, `left_${string}` | 'returnable_quantity'>,
    Pick<NoteLine, 'cgst_amount' | 'igst_amount'> {
  credits: readonly CreditItem[];
}

/**
 * What credit notes have left of a line (docs/product/credit-notes.md#lines). One at another price than the invoice's takes an
 * amount and no quantity: it cuts the price, unless goods come back with it.
 */
export function notableLine({
  credits,
  order_returnable,
  cgst_amount,
  igst_amount,
  ...line
}: CreditedLine): NotableLine {
  const { quantity, line_total } = line;
  const asInvoiced = credits.filter(({ unit_price }) => unit_price === line.unit_price);
  const returned = credits.filter(({ goods_return }) => goods_return);
  const cheaper = returned.filter(({ unit_price }) => unit_price !== line.unit_price);
  const left_amount = restOf(line_total, sumOf(credits.map((each) => each.line_total)));
  const back = restOfQuantity(quantity, quantityOf(returned));
  return {
    ...line,
    left_quantity: restOfQuantity(quantity, quantityOf(asInvoiced)),
    left_amount,
    left_value: sumOf([left_amount, ...cheaper.map((each) => each.line_total)]),
    returnable_quantity: Math.max(0, Math.min(back, order_returnable ?? back)),
    order_returnable,
    left_cgst: restOf(cgst_amount, sumOf(credits.map((each) => each.cgst_amount))),
    left_igst: restOf(igst_amount, sumOf(credits.map((each) => each.igst_amount))),
  };
}

function quantityOf(items: readonly CreditItem[]): number {
  return sumOfQuantities(items.map(({ quantity }) => quantity));
}
