import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { JudgedLine } from '~/modules/sales/price-lists/price-lists.rules';
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

/**
 * The items of a credit note as their discounts are judged: what is left of a line whose price it cuts, and nothing of
 * others (docs/product/price-lists.md#discount-limits). `lines` are those of the invoice, with this note counted.
 */
export function cutPrices(
  items: readonly Pick<NoteLine, 'invoice_line_id' | 'unit_price' | 'description'>[],
  lines: readonly NotableLine[],
): JudgedLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return items.map(({ invoice_line_id, unit_price, description }) => {
    const line = byId.get(invoice_line_id);
    const isCut = line !== undefined && unit_price !== line.unit_price && line.left_quantity > 0;
    return {
      product_id: isCut ? line.product_id : null,
      description,
      quantity: line?.left_quantity ?? 0,
      taxable_value: line?.left_value ?? 0,
    };
  });
}

function quantityOf(items: readonly CreditItem[]): number {
  return sumOfQuantities(items.map(({ quantity }) => quantity));
}
