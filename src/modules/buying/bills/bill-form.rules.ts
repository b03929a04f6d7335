import * as field from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { maxAmount } from '~/kit/shared/money/money';
import type { Day } from '~/kit/shared/time/days';
import type { FieldProblem } from '~/kit/shared/verdict';
import { readIncomingLots } from '~/modules/buying/goods-receipts/typed-receipts.rules';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { PriceLimit } from '~/modules/organization/company/prices.rules';
import type { PurchaseLine } from '~/modules/buying/purchase-orders/purchase-orders.fields';
import { type DocumentDiscount, discounted } from '~/modules/sales/documents/lines/discounts.rules';
import {
  documentForm,
  type TypedDocument,
} from '~/modules/sales/documents/lines/document-form.rules';
import { describedProblems } from '~/modules/sales/documents/lines/drafted-lines.rules';
import { type Totals, totalsOf } from '~/modules/sales/documents/lines/totals.rules';
import {
  discountOfForm,
  typedDiscountProblem,
} from '~/modules/sales/documents/lines/typed-discounts.rules';
import {
  emptyLine,
  type LineList,
  pricedOf,
  readNumber,
  sentTerms,
  termProblems,
  typedAmounts,
  type TypedDocumentLine,
  typedLine,
} from '~/modules/sales/documents/lines/typed-lines.rules';
import { type BillLine, billFields, type WholeBill } from './bills.fields';
import { dueDateProblem, isBought } from './bills.rules';
import { discountOn, unbilledOf } from './ordered-items.rules';

/** A line of a bill as its form holds it. */
export interface TypedBillLine extends TypedDocumentLine {
  id: number | null;
  /** Of an ordered line, whose product is fixed. */
  purchase_line_id: number | null;
  unit: string;
  itc: BillLine['itc'];
  /** Of goods that are received along. */
  lots: string;
}

export interface TypedCharge {
  key: number;
  description: string;
  amount: string;
  tax_class_id: number | null;
  itc: BillLine['itc'];
  goods_receipt_ids: readonly number[];
}

export const billLineList: LineList = { noun: 'Item', decimals: mostDecimals };

const header = [
  'bill_number',
  'bill_date',
  'due_date',
  'vendor_total',
  'tds_amount',
  'terms_conditions',
  'notes',
] as const;

/** What is left empty follows from the vendor. */
const formFields = {
  ...billFields,
  due_date: field.day({ label: 'Due Date' }),
  tds_amount: field.money({ label: 'TDS', currency: 'INR', max: maxAmount, step: 0.01 }),
};

export const billForm = documentForm({
  fields: formFields,
  header,
  lists: { items: billLineList },
  party: 'vendor',
});

/** The choice of the vendor's own TDS code, and that of none. */
export const [vendorsCode, noCode] = ['', '-'];

/** A bill as its form holds it: numbers as typed text, null where nothing is chosen yet. */
export type TypedBill = TypedDocument<(typeof header)[number], 'vendor'> & {
  purchase_order_id: number | null;
  tds_code: string;
  items: readonly TypedBillLine[];
  charges: readonly TypedCharge[];
  /** Booked when it is saved, with its goods received and differences accepted where these are chosen. */
  books: boolean;
  receives: boolean;
  accepts: boolean;
};

const unsent = { books: true, receives: false, accepts: false } as const;

export function emptyBillLine(key: number): TypedBillLine {
  return {
    ...emptyLine(key),
    id: null,
    purchase_line_id: null,
    unit: '',
    itc: 'eligible',
    lots: '',
  };
}

export function emptyCharge(key: number): TypedCharge {
  return {
    key,
    description: '',
    amount: '',
    tax_class_id: null,
    itc: 'eligible',
    goods_receipt_ids: [],
  };
}

/** A new form; with `vendor` for that one. */
export function emptyBill(
  today: Day,
  vendor: { id: number; company_name: string } | null = null,
): TypedBill {
  return {
    ...billForm.empty(vendor),
    bill_date: today,
    purchase_order_id: null,
    tds_code: vendorsCode,
    items: [emptyBillLine(-1)],
    charges: [],
    ...unsent,
  };
}

/** What a form takes over of a purchase order. */
export interface BilledOrder {
  id: number;
  vendor_id: number;
  vendor_name: string;
  tax_rate: number;
  reverse_charge: boolean;
  items: readonly PurchaseLine[];
}

/** A new form with what was received of an order and is not billed yet. */
export function billOfOrder(order: BilledOrder, today: Day): TypedBill {
  const { id, vendor_id, vendor_name, tax_rate, reverse_charge } = order;
  const lines = order.items.map((line) => ({ line, quantity: unbilledOf(line) }));
  return {
    ...emptyBill(today, { id: vendor_id, company_name: vendor_name }),
    purchase_order_id: id,
    tax_rate,
    reverse_charge,
    items: lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ line, quantity }) => orderedItem(line, quantity)),
  };
}

function orderedItem(line: PurchaseLine, quantity: number): TypedBillLine {
  const discount = discountOn({ ...line, net: line.taxable_value }, { ...line, quantity });
  return {
    ...typedLine({ ...line, service_id: null, quantity, ...discount }),
    id: null,
    purchase_line_id: line.id,
    unit: line.unit ?? '',
    itc: 'eligible',
    lots: '',
  };
}

export function typedBill(bill: WholeBill): TypedBill {
  return {
    ...billForm.typed({ ...bill, tds_amount: bill.tds_is_typed ? bill.tds_amount : null }),
    purchase_order_id: bill.purchase_order_id,
    tds_code: bill.tds_code ?? noCode,
    items: bill.items.map((line) => ({
      ...typedLine({ ...line, service_id: null, quantity: line.quantity ?? 0 }),
      id: line.id,
      purchase_line_id: line.purchase_line_id,
      unit: line.unit ?? '',
      itc: line.itc,
      lots: '',
    })),
    charges: bill.charges.map(({ id, amount, ...charge }) => ({
      ...picked(charge, ['description', 'tax_class_id', 'itc', 'goods_receipt_ids']),
      key: id,
      amount: String(amount),
    })),
    ...unsent,
    books: false,
  };
}

/** The form's problems in the order in which they are reported; the first one is shown. */
export function billProblems(typed: TypedBill, prices: PriceLimit): FieldProblem[] {
  const items = typed.items.map((line) => ({
    ...line,
    ...typedAmounts(line),
  }));
  const discount = typedDiscountProblem(typed.discount, billForm.pricedLines(typed));
  const days = typed.due_date === '' ? null : dueDateProblem(typed);
  const noVendor = { field: 'vendor_id', message: 'Please select a vendor' };
  const nothing = { field: 'items', message: 'Please add at least one item' };
  return [
    ...(typed.vendor_id === null ? [noVendor] : []),
    ...billForm.headerProblems(typed),
    ...(days === null ? [] : [{ field: 'due_date', message: days }]),
    ...(typed.items.length + typed.charges.length === 0 ? [nothing] : []),
    ...describedProblems(items, prices),
    ...typed.items.flatMap((line, index) => termProblems(line, billLineList, index)),
    ...(discount === null ? [] : [discount]),
    ...typed.charges.flatMap(chargeProblems),
  ];
}

function chargeProblems({ description, amount }: TypedCharge, index: number): FieldProblem[] {
  const problem = (name: string, message: string) => [
    { field: `charges.${index}.${name}`, message: `Charge ${index + 1}: ${message}` },
  ];
  if (description.trim() === '') return problem('description', 'Description is required');
  return readNumber(amount) >= 0 ? [] : problem('amount', 'Please enter the amount');
}

/** Charges as lines of one piece, after the items. */
export function chargeLines({ charges }: Pick<TypedBill, 'charges'>) {
  return charges.map(({ key, description, amount, tax_class_id }) => ({
    key: -1000 - key,
    name: description || 'Charge',
    product_id: null,
    service_id: null,
    quantity: 1,
    unit_price: Math.max(0, readNumber(amount) || 0),
    discount_percent: null,
    hsn_code: null,
    tax_class_id,
  }));
}

export function billTotals(typed: TypedBill, rate: number): Totals & DocumentDiscount {
  const priced = billForm.pricedLines(typed);
  const { lines, discount } = discounted(priced, discountOfForm(typed.discount, priced));
  return { ...totalsOf([...lines, ...chargeLines(typed)], { rate }), ...discount };
}

interface Sending {
  rate: number;
  isGst: boolean;
  today: Day;
}

/** The body of the request, for a form without problems; `isNew` may book it at once. */
export function billBodyOf(
  typed: TypedBill,
  { rate, isGst, isNew, today }: Sending & { isNew: boolean },
) {
  const { discount_percent, discount_amount } = billTotals(typed, rate);
  const { due_date, ...head } = billForm.sentHeader(typed);
  const { books, receives, accepts } = typed;
  const isReceived = isNew && books && receives;
  const status = books ? ({ status: 'open', receive: receives, accept: accepts } as const) : {};
  return {
    vendor_id: typed.vendor_id ?? 0,
    purchase_order_id: typed.purchase_order_id,
    ...picked(head, ['bill_number', 'bill_date', 'vendor_total', 'tds_amount']),
    ...picked(head, ['terms_conditions', 'notes']),
    ...(due_date ? { due_date } : {}),
    ...(typed.tds_code === vendorsCode
      ? {}
      : { tds_code: typed.tds_code === noCode ? null : typed.tds_code }),
    items: typed.items.map((line) => ({
      ...(line.id === null ? {} : { id: line.id }),
      purchase_line_id: line.purchase_line_id,
      product_id: line.product_id,
      description: line.description.trim(),
      ...pricedOf(line, billLineList),
      ...sentTerms(line),
      unit: line.unit.trim() || null,
      itc: line.itc,
      ...(isReceived && isBought(line) ? sentLots(line, today) : {}),
    })),
    charges: typed.charges.map(({ key: _key, amount, ...charge }) => ({
      ...charge,
      description: charge.description.trim(),
      amount: readNumber(amount),
    })),
    discount_percent,
    discount_amount,
    ...(isGst ? { reverse_charge: typed.reverse_charge } : { tax_rate: rate }),
    ...(isNew ? status : {}),
  };
}

function sentLots({ lots }: Pick<TypedBillLine, 'lots'>, today: Day) {
  const named = readIncomingLots(lots, today);
  return named.length > 0 ? { lots: named } : {};
}

export type BillBody = ReturnType<typeof billBodyOf>;
