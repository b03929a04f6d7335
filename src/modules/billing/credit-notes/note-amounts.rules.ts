import { type TaxParts, taxParts } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import {
  grossOf,
  lineTotal,
  partOf,
  rateOf,
  restOf,
  sumOf,
  taxOn,
} from '~/modules/sales/documents/lines/totals.rules';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import type { Invoice } from '~/modules/billing/invoices/invoices.fields';
import { type TaxSplit, taxSplitOf } from '~/modules/catalogue/tax/supply.rules';
import type { NotableLine, Note, NoteKind, NoteLine } from './credit-notes.fields';
import type { SentItem } from './requests.schema';

type Priced = Pick<NoteLine, 'quantity' | 'unit_price' | 'discount_amount' | 'line_total'>;

export interface ItemProblem {
  field: 'quantity' | 'unit_price';
  message: string;
  /** Other notes have taken it, so that it depends on them and not on what was sent. */
  isTaken: boolean;
}

type Line = Pick<
  NotableLine,
  | 'description'
  | 'quantity'
  | 'unit_price'
  | 'line_total'
  | 'left_quantity'
  | 'left_amount'
  | 'left_value'
>;
type RequestedItem = Pick<SentItem, 'quantity' | 'unit_price'>;

/** Without its own price an item is credited or charged as it was invoiced, its discount included. */
function isAsInvoiced(line: Pick<Line, 'unit_price'>, { unit_price }: RequestedItem): boolean {
  return typeof unit_price !== 'number' || unit_price === line.unit_price;
}

/** What an item of a note comes to, in rupees (docs/product/credit-notes.md#lines). */
export function pricedItem(kind: NoteKind, line: Line, requested: RequestedItem): Priced {
  const { quantity } = requested;
  if (!isAsInvoiced(line, requested)) {
    const unit_price = requested.unit_price ?? 0;
    const line_total = lineTotal({ quantity, unit_price });
    return { quantity, unit_price, discount_amount: 0, line_total };
  }
  const { unit_price } = line;
  const line_total = kind === 'credit' ? creditedAs(line, quantity) : sharedBy(line, quantity);
  const discount_amount = Math.max(0, restOf(grossOf({ quantity, unit_price }), line_total));
  return { quantity, unit_price, discount_amount, line_total };
}

function sharedBy({ line_total, quantity }: Line, some: number): number {
  return partOf(line_total, some, quantity);
}

/**
 * A quantity takes its share of what the rest is worth after price cuts; the last of it takes what is left of the
 * amount, so that all parts together come to the line.
 */
function creditedAs(line: Line, quantity: number): number {
  const { left_quantity, left_amount, left_value } = line;
  if (quantity >= left_quantity) return left_amount;
  return Math.min(partOf(left_value, quantity, left_quantity), left_amount);
}

/** Why an item cannot be credited, or null; a debit note may charge anything. */
export function itemProblem(
  kind: NoteKind,
  line: Line,
  requested: RequestedItem,
): ItemProblem | null {
  if (kind === 'debit') return null;
  const { quantity } = requested;
  const { description, left_quantity, left_amount } = line;
  if (quantity > line.quantity) {
    return problem('quantity', `Only ${line.quantity} of "${description}" were invoiced`);
  }
  if (isAsInvoiced(line, requested)) {
    if (quantity <= left_quantity) return null;
    const rest = `Only ${left_quantity} of "${description}" are left to credit`;
    return isTaken('quantity', left_quantity > 0 ? rest : allCredited(description));
  }
  const { line_total } = pricedItem(kind, line, requested);
  if (line_total > sharedBy(line, quantity)) {
    return problem('unit_price', `The invoiced unit price of "${description}" was lower`);
  }
  if (line_total <= left_amount) return null;
  const rest = `Only ₹${left_amount} of "${description}" are left to credit`;
  return isTaken('unit_price', left_amount > 0 ? rest : allCredited(description));
}

/**
 * Why goods cannot come back with an item, or null: other notes brought them back, at any price, or earlier items of
 * this note did (`taken`, of the same line of the order).
 */
export function returnProblem(
  { product_id, description, returnable_quantity, order_returnable }: Returnable,
  { quantity }: Pick<RequestedItem, 'quantity'>,
  taken = 0,
): ItemProblem | null {
  const ofOrder = order_returnable ?? returnable_quantity;
  const remaining = Math.min(returnable_quantity, Math.max(0, restOfQuantity(ofOrder, taken)));
  if (product_id === null || quantity <= remaining) return null;
  const rest = `Only ${remaining} of "${description}" can still be returned`;
  return isTaken(
    'quantity',
    remaining > 0 ? rest : `All of "${description}" has already been returned`,
  );
}

type Returnable = Pick<
  NotableLine,
  'product_id' | 'description' | 'returnable_quantity' | 'order_returnable'
>;

const allCredited = (description: string) => `"${description}" has already been credited`;

function problem(field: ItemProblem['field'], message: string): ItemProblem {
  return { field, message, isTaken: false };
}

function isTaken(field: ItemProblem['field'], message: string): ItemProblem {
  return { field, message, isTaken: true };
}

type Taxed = Pick<NotableLine, 'left_amount' | 'left_cgst' | 'left_igst' | 'tax_rate'>;

/** The taxes of an item of a note; what takes the last of a line takes the last of its taxes. */
export function itemTaxes(
  kind: NoteKind,
  line: Taxed,
  { line_total, split }: { line_total: number; split: TaxSplit },
): TaxParts {
  const due = taxParts(line_total, line.tax_rate, split);
  if (kind === 'debit') return due;
  const isLast = line_total === line.left_amount;
  const half = isLast ? line.left_cgst : Math.min(due.cgst_amount, line.left_cgst);
  const whole = isLast ? line.left_igst : Math.min(due.igst_amount, line.left_igst);
  return { cgst_amount: half, sgst_amount: half, igst_amount: whole };
}

type Split = Pick<
  Invoice,
  'cgst_amount' | 'igst_amount' | 'supply_type' | 'place_of_supply' | 'reverse_charge'
>;

/** How the taxes of notes are split: as those of the invoice, of which `seller` is the state of the company now. */
export function splitOf(invoice: Split, seller: string | null): TaxSplit {
  if (invoice.igst_amount > 0) return 'between';
  if (invoice.cgst_amount > 0) return 'within';
  return taxSplitOf({ ...invoice, supply_type: invoice.supply_type ?? 'b2b' }, seller);
}

export interface NoteSource {
  invoice: Pick<Invoice, 'tax_mode' | 'subtotal' | 'tax_rate' | 'tax_amount' | 'round_off'>;
  /** Sums of its other credit notes, drafts too. */
  credited: Pick<Note, 'subtotal' | 'tax_amount' | 'round_off'>;
}

type Amounts = Pick<
  Note,
  'subtotal' | 'tax_rate' | 'tax_amount' | 'round_off' | 'total_amount' | keyof TaxParts
>;

type NotedLine = Pick<NoteLine, 'line_total' | keyof TaxParts>;

/**
 * What a note comes to, in rupees: at the tax rate of the invoice or, by GST, of each line; the credit note that takes
 * the last of an invoice takes the rest of its tax and round-off, and none takes more than is left of its total
 * (docs/product/credit-notes.md#amounts).
 */
export function noteAmounts(
  kind: NoteKind,
  lines: readonly NotedLine[],
  { invoice, credited }: NoteSource,
): Amounts {
  const sum = (name: keyof NotedLine) => sumOf(lines.map((line) => line[name]));
  const subtotal = sum('line_total');
  const parts = {
    cgst_amount: sum('cgst_amount'),
    sgst_amount: sum('sgst_amount'),
    igst_amount: sum('igst_amount'),
  };
  const isLast = kind === 'credit' && sumOf([subtotal, credited.subtotal]) === invoice.subtotal;
  const byGst = sumOf(Object.values(parts));
  const isGst = invoice.tax_mode === 'gst';
  const tax_amount = isGst ? byGst : taxByOneRate(subtotal, { kind, isLast, invoice, credited });
  const tax_rate = isGst ? Math.min(100, rateOf({ subtotal, tax_amount })) : invoice.tax_rate;
  const exact = sumOf([subtotal, tax_amount]);
  const excess = kind === 'credit' ? Math.min(0, restOf(restOfTotal(invoice, credited), exact)) : 0;
  const round_off = isLast ? restOf(invoice.round_off, credited.round_off) : excess;
  const total_amount = sumOf([exact, round_off]);
  return { subtotal, tax_rate, tax_amount, ...parts, round_off, total_amount };
}

/** An invoice that was rounded down comes to less than its lines: no note takes more of it. */
function restOfTotal(invoice: NoteSource['invoice'], credited: NoteSource['credited']): number {
  const totalOf = ({ subtotal, tax_amount, round_off }: NoteSource['credited']) =>
    sumOf([subtotal, tax_amount, round_off]);
  return restOf(totalOf(invoice), totalOf(credited));
}

function taxByOneRate(
  subtotal: number,
  { kind, isLast, invoice, credited }: NoteSource & { kind: NoteKind; isLast: boolean },
): number {
  const due = taxOn(subtotal, invoice.tax_rate);
  if (kind === 'debit') return due;
  const rest = Math.max(0, restOf(invoice.tax_amount, credited.tax_amount));
  return isLast ? rest : Math.min(due, rest);
}
