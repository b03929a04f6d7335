import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import type { InvoicedOrder } from '~/modules/billing/invoices/server/order-shares.service';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import type { NotableLine, NoteKind } from '../credit-notes.fields';
import { canReturn } from '../credit-notes.rules';
import { itemProblem, itemTaxes, pricedItem, returnProblem } from '../note-amounts.rules';
import type { SentItem } from '../requests.fields';
import type { NewNoteLine } from './lines.queries';

interface Choosing {
  notable: readonly NotableLine[];
  split: TaxSplit;
  /** Whether the goods come back to stock. */
  comeBack: boolean;
}

/**
 * The lines to store of what was chosen of an invoice (docs/product/credit-notes.md#lines). 400 for a line of another
 * invoice, one that is there twice, or more than was invoiced; 409 for more than other credit notes have left.
 */
export function chosenLines(
  kind: NoteKind,
  items: readonly SentItem[],
  { notable, split, comeBack }: Choosing,
): NewNoteLine[] {
  const left = new Map(notable.map((line) => [line.id, line]));
  const chosen = new Set<number>();
  /** What comes back of lines of the order. */
  const back = new Map<number | null, number>();
  return items.map((item, index) => {
    const { invoice_line_id } = item;
    const line = left.get(invoice_line_id);
    const place = `items.${index}`;
    if (!line) throw invalid(`${place}.invoice_line_id`, 'Line not found on this invoice');
    if (chosen.has(line.id))
      throw invalid(`${place}.invoice_line_id`, `"${line.description}" is listed twice`);
    chosen.add(line.id);
    const taken = back.get(line.order_line_id) ?? 0;
    const problem =
      itemProblem(kind, line, item) ?? (comeBack ? returnProblem(line, item, taken) : null);
    back.set(line.order_line_id, sumOfQuantities([taken, item.quantity]));
    if (problem) {
      const field = `${place}.${problem.field}`;
      if (!problem.isTaken) throw invalid(field, problem.message);
      const details = [{ field, message: problem.message }];
      throw new AppError('note.already_credited', 409, problem.message, { details });
    }
    const { description, hsn_code, unit, tax_treatment, tax_rate } = line;
    const priced = pricedItem(kind, line, item);
    const { line_total } = priced;
    return {
      invoice_line_id,
      description,
      ...priced,
      taxable_value: line_total,
      ...itemTaxes(kind, line, { line_total, split }),
      hsn_code,
      unit,
      tax_treatment,
      tax_rate,
    };
  });
}

/** 409 where goods of an order are to come back that have not left (docs/product/stock.md#returned-goods). */
export function enforceOut(
  order: InvoicedOrder | null,
  goods: readonly Pick<NotableLine, 'product_id' | 'order_line_id'>[],
): void {
  const isOfOrder = goods.some(({ product_id, order_line_id }) => product_id && order_line_id);
  if (!order || !isOfOrder) return;
  const verdict = canReturn(order);
  if (verdict.ok) return;
  const record = { type: 'order', id: order.id, label: order.order_number };
  enforce(verdict, 409, [{ field: 'goods_return', message: verdict.sentence, record }]);
}

/** 400 where a quantity is finer than the unit of its product; what is all that is left of a line may be. */
export async function refuseFinerItems(
  trx: Transaction,
  items: readonly SentItem[],
  notable: readonly NotableLine[],
): Promise<void> {
  const left = new Map(notable.map((line) => [line.id, line]));
  const asked = items.map(({ invoice_line_id, quantity }) => {
    const line = left.get(invoice_line_id);
    const isWhole = quantity === line?.quantity || quantity === line?.left_quantity;
    return { product_id: isWhole ? null : line?.product_id, quantity };
  });
  await refuseFiner(trx, asked);
}
