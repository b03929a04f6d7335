import { fromPaise, toPaise } from '~/kit/shared/money/money';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { discounted, type DocumentDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import { type TaxSplit } from '~/modules/catalogue/tax/supply.rules';
import {
  gstSumsOf,
  noTax,
  type TaxParts,
  taxParts,
} from '~/modules/sales/documents/taxes/gst-amounts.rules';
import {
  lineTotal,
  type SharingLine,
  sumOf,
  taxableValue,
  taxOn,
  totalsOf,
} from '~/modules/sales/documents/lines/totals.rules';
import { chargedBy, discountFromOrder } from './order-discounts.rules';
import { discountShare, type PricedShare } from './shares.rules';

type TaxMode = 'single' | 'gst';

/** A line of an order with what its invoices charge for of it, less what was credited. */
export interface ChargedLine
  extends Pick<
    PricedShare,
    'id' | 'ordered' | 'unit_price' | 'discount_percent' | 'discount_amount'
  > {
  closed: number;
  charged: number;
  tax_rate: number | null;
}

/** An order, and what some of its invoices charge for, in rupees less what was credited. */
export interface ChargedOrder extends DocumentDiscount {
  tax_mode: TaxMode;
  /** Each of its invoices is rounded to whole rupees for itself. */
  rounds_to_rupee: boolean;
  tax_rate: number;
  total_amount: number;
  cgst_amount: number;
  igst_amount: number;
  lines: readonly ChargedLine[];
  /** With tax and round-off, without lines that are not on the order. */
  invoiced_amount: number;
  invoiced_discount: number;
  /** How many lines of invoices charge for the order. */
  line_count: number;
  /** Whether these have the prices, discounts and tax of the order, which is by its rate, and no note changed them. */
  is_as_ordered: boolean;
}

/** A line of an invoice with its tax. */
interface TaxedLine extends SharingLine, TaxParts {
  order_line_id: number | null;
  tax_rate: number | null;
  discount_share: number;
}

interface TaxedInvoice {
  tax_mode: TaxMode;
  lines: readonly TaxedLine[];
  amounts: { subtotal: number; tax_amount: number };
}

/**
 * What brings the last of several invoices to the rest of its order, in rupees: each of them rounds its lines and taxes for
 * itself. 0 for any other invoice, and where another price, discount or tax was typed
 * (docs/product/invoices.md#invoicing-an-order).
 */
export function restOfParts(order: ChargedOrder, invoice: TaxedInvoice): number {
  const { lines, line_count, total_amount, invoiced_amount } = order;
  const mine = chargedBy(invoice.lines);
  const isLast = lines.every(
    ({ id, ordered, charged }) => sumOfQuantities([charged, mine.get(id) ?? 0]) === ordered,
  );
  if (order.rounds_to_rupee || line_count === 0 || !isLast) return 0;
  if (!isAsOrdered(order, invoice)) return 0;
  const paise =
    toPaise(total_amount) - toPaise(invoiced_amount) - toPaise(ownAmount(order, invoice));
  const most = Math.min(mostPaise, paiseOfLine * (line_count + mine.size));
  return Math.abs(paise) <= most ? fromPaise(paise) : 0;
}

/** A round-off is less than a rupee. */
const mostPaise = 99;

/** Price, both discounts and both halves of the tax of a line are rounded. */
const paiseOfLine = 3;

/** Whether the invoice, with the others, has the order's prices, discounts and tax; it may have lines that the order has not. */
function isAsOrdered(order: ChargedOrder, { tax_mode, lines, amounts }: TaxedInvoice): boolean {
  const isByRate = taxOn(amounts.subtotal, order.tax_rate) === amounts.tax_amount;
  if (!order.is_as_ordered || tax_mode !== order.tax_mode) return false;
  if (tax_mode === 'single' && !isByRate) return false;
  const discount = sumOf([order.invoiced_discount, ...lines.map((line) => line.discount_share)]);
  return discount === order.discount_amount && lines.every((line) => isLineAsOrdered(order, line));
}

function isLineAsOrdered({ lines, tax_mode }: ChargedOrder, line: TaxedLine): boolean {
  if (line.order_line_id === null) return line.discount_share === 0;
  const own = lines.find(({ id }) => id === line.order_line_id);
  if (!own || own.unit_price !== line.unit_price) return false;
  if (own.discount_percent !== (line.discount_percent ?? null)) return false;
  const isShare =
    own.discount_percent !== null || line.discount_amount === discountShare(own, line);
  return isShare && (tax_mode === 'single' || own.tax_rate === line.tax_rate);
}

/** What an invoice charges for lines of the order, with their tax. */
function ownAmount({ tax_mode, tax_rate }: ChargedOrder, { lines }: TaxedInvoice): number {
  const own = lines.filter(({ order_line_id }) => order_line_id !== null);
  const value = sumOf(own.map(taxableValue));
  if (tax_mode === 'single') return sumOf([value, taxOn(value, tax_rate)]);
  const taxes = own.flatMap((line) => [line.cgst_amount, line.sgst_amount, line.igst_amount]);
  return sumOf([value, ...taxes]);
}

/**
 * What invoices still will charge for an order, in rupees: the total of the invoice of all that is neither charged nor
 * closed, at the order's prices, discounts and tax (docs/product/orders.md#to-be-invoiced).
 */
export function uninvoicedOf(order: ChargedOrder): number {
  const { lines, line_count, total_amount, tax_mode, tax_rate } = order;
  const charging = lines.flatMap(chargingOf);
  if (charging.length === 0) return 0;
  const isClosed = lines.some(({ closed }) => closed > 0);
  if (line_count === 0 && order.invoiced_discount === 0 && !isClosed) return total_amount;
  const remaining = lines.map((line) => ({
    ...line,
    remaining: restOfQuantity(line.ordered, line.charged),
  }));
  const taken = discountFromOrder({ ...order, lines: remaining }, charging);
  const { lines: shared } = discounted(charging, taken);
  const taxed = shared.map((line) => ({
    ...line,
    ...(tax_mode === 'gst' ? taxParts(taxableValue(line), line.tax_rate, splitOf(order)) : noTax),
  }));
  const amounts =
    tax_mode === 'gst'
      ? gstSumsOf(
          taxed.map((line) => ({ ...line, taxable_value: taxableValue(line) })),
          order.rounds_to_rupee,
        )
      : totalsOf(taxed, { rate: tax_rate });
  return sumOf([amounts.total_amount, restOfParts(order, { tax_mode, lines: taxed, amounts })]);
}

/** What of a line of the order is neither charged nor closed, as a line of an invoice. */
function chargingOf(line: ChargedLine) {
  const { id, ordered, closed, charged, unit_price, discount_percent, tax_rate } = line;
  const quantity = restOfQuantity(ordered, sumOfQuantities([closed, charged]));
  if (quantity <= 0) return [];
  const discount_amount = discountShare(line, { quantity, unit_price });
  const priced = { quantity, unit_price, discount_percent, discount_amount };
  return [{ ...priced, order_line_id: id, tax_rate, line_total: lineTotal(priced) }];
}

function splitOf({ cgst_amount, igst_amount }: ChargedOrder): TaxSplit {
  if (cgst_amount > 0) return 'within';
  return igst_amount > 0 ? 'between' : 'none';
}

/** The amounts of an invoice with the rest of its order as their round-off. */
export function withRest<A extends { round_off: number; total_amount: number }>(
  amounts: A,
  rest: number,
): A {
  const { round_off, total_amount } = amounts;
  return {
    ...amounts,
    round_off: sumOf([round_off, rest]),
    total_amount: sumOf([total_amount, rest]),
  };
}
