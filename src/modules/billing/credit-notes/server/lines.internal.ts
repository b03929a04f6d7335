import type { Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce, invalid } from '~/kit/server/errors';
import {
  type InvoicedOrder,
  lockOrderOf,
} from '~/modules/billing/invoices/server/order-shares.service';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import type { GoodsOrder, ReturnedGoods } from '../returned-goods.rules';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import type { TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import type { NotableLine, NoteKind } from '../credit-notes.fields';
import { canReturn } from '../credit-notes.rules';
import { itemProblem, itemTaxes, pricedItem, returnProblem } from '../note-amounts.rules';
import type { SentItem } from '../requests.schema';
import { listOrderGoods, type NewNoteLine } from './lines.queries';

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
  const remaining = new Map(notable.map((line) => [line.id, line]));
  const chosen = new Set<number>();
  /** What comes back of lines of the order. */
  const back = new Map<number | null, number>();
  return items.map((item, index) => {
    const { invoice_line_id } = item;
    const line = remaining.get(invoice_line_id);
    const path = `items.${index}`;
    if (!line) throw invalid(`${path}.invoice_line_id`, 'Line not found on this invoice');
    if (chosen.has(line.id))
      throw invalid(`${path}.invoice_line_id`, `"${line.description}" is listed twice`);
    chosen.add(line.id);
    const taken = back.get(line.order_line_id) ?? 0;
    const problem =
      itemProblem(kind, line, item) ?? (comeBack ? returnProblem(line, item, taken) : null);
    back.set(line.order_line_id, sumOfQuantities([taken, item.quantity]));
    if (problem) {
      const field = `${path}.${problem.field}`;
      if (!problem.isTaken) throw invalid(field, problem.message);
      const details = [{ field, message: problem.message }];
      throw new AppError('note.already_credited', problem.message, { details });
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

/** A locked order whose goods come back. */
export type ReturningOrder = InvoicedOrder & GoodsOrder;

/** Locks the order of an invoice; with the lines of it that these goods came from. */
export async function lockReturning(
  write: Write,
  invoice: Pick<Invoice, 'order_id'>,
  goods: readonly ReturnedGoods[],
): Promise<ReturningOrder | null> {
  const order = await lockOrderOf(write, invoice);
  if (!order) return null;
  const ids = goods.flatMap(({ order_line_id }) => order_line_id ?? []);
  return { ...order, lines: await listOrderGoods(write.trx, ids) };
}

/** 409 where goods of an order are to come back that have not left (docs/product/stock.md#returned-goods). */
export function enforceOut(order: ReturningOrder | null, goods: readonly ReturnedGoods[]): void {
  if (!order) return;
  const verdict = canReturn(order, goods);
  if (verdict.ok) return;
  const record = { type: 'order', id: order.id, label: order.order_number };
  enforce(verdict, [{ field: 'goods_return', message: verdict.message, record }]);
}

/** 400 where a quantity is finer than the unit of its product; what is all that is left of a line may be. */
export async function refuseFinerItems(
  trx: Transaction,
  items: readonly SentItem[],
  notable: readonly NotableLine[],
): Promise<void> {
  const remaining = new Map(notable.map((line) => [line.id, line]));
  const requested = items.map(({ invoice_line_id, quantity }) => {
    const line = remaining.get(invoice_line_id);
    const isWhole = quantity === line?.quantity || quantity === line?.left_quantity;
    return { product_id: isWhole ? null : line?.product_id, quantity };
  });
  await refuseFiner(trx, requested);
}
