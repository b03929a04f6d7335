import { picked } from '~/kit/shared/fields/picked';
import type { FieldProblem } from '~/kit/shared/verdict';
import type { Day } from '~/kit/shared/time/days';
import type { PriceLimit } from '~/modules/organization/company/prices.rules';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
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
import type { LineTermsOfVendor } from './purchase-lines.rules';
import {
  purchaseOrderFields,
  purchaseOrderHeader,
  type PurchaseLine,
  type PurchaseOrderWithItems,
} from './purchase-orders.fields';
import { headProblems } from './purchase-orders.rules';

/** A line of a purchase order as its form holds it. */
export interface TypedPurchaseLine extends TypedDocumentLine {
  id: number | null;
  unit: string;
  /** '' follows from quantity and vendor. */
  stock_quantity: string;
  expected_date: string;
  notes: string | null;
}

export const purchaseLineList: LineList = { noun: 'Item', decimals: mostDecimals };

export const purchaseForm = documentForm({
  fields: purchaseOrderFields,
  header: purchaseOrderHeader,
  lists: { items: purchaseLineList },
  chosen: ['location_id'],
  party: 'vendor',
});

/** A purchase order as its form holds it: numbers as typed text, null where nothing is chosen yet. */
export type TypedPurchaseOrder = TypedDocument<(typeof purchaseOrderHeader)[number], 'vendor'> & {
  location_id: number | null;
  items: readonly TypedPurchaseLine[];
};

export function emptyPurchaseLine(key: number): TypedPurchaseLine {
  return {
    ...emptyLine(key),
    id: null,
    unit: '',
    stock_quantity: '',
    expected_date: '',
    notes: null,
  };
}

/** A new form; with `vendor` for that one. */
export function emptyPurchaseOrder(
  today: Day,
  vendor: { id: number; company_name: string } | null = null,
): TypedPurchaseOrder {
  const empty = purchaseForm.empty(vendor);
  return { ...empty, order_date: today, location_id: null, items: [emptyPurchaseLine(-1)] };
}

export function typedPurchaseOrder(order: PurchaseOrderWithItems): TypedPurchaseOrder {
  const { location_id, items } = order;
  return { ...purchaseForm.typed(order), location_id, items: items.map(typedItem) };
}

/** A new form with what another purchase order has, without its days. */
export function copiedPurchaseOrder(order: PurchaseOrderWithItems, today: Day): TypedPurchaseOrder {
  const typed = typedPurchaseOrder(order);
  const items = typed.items.map((line) => ({ ...line, id: null, expected_date: '' }));
  return { ...typed, order_date: today, expected_date: '', reference: '', notes: '', items };
}

function typedItem(item: PurchaseLine): TypedPurchaseLine {
  return {
    ...typedLine({ ...item, service_id: null }),
    id: item.id,
    unit: item.unit ?? '',
    stock_quantity: item.stock_quantity === null ? '' : String(item.stock_quantity),
    expected_date: item.expected_date ?? '',
    notes: item.notes,
  };
}

/** What a chosen product fills in: the vendor's terms, else its unit and what it cost. */
export function ofProduct(
  { unit_of_measure, cost_price }: Pick<Product, 'unit_of_measure' | 'cost_price'>,
  terms: Pick<LineTermsOfVendor, 'unit' | 'price'> | undefined,
): Partial<TypedPurchaseLine> {
  const price = terms?.price ?? cost_price;
  return {
    unit: terms?.unit ?? unit_of_measure,
    unit_price: price === null ? '' : String(price),
    stock_quantity: '',
    unitDecimals: null,
  };
}

/** What the form holds of what two people may change; lines that were saved again have other keys. */
export function partsOf(typed: TypedPurchaseOrder) {
  return purchaseForm.partsOf({
    ...typed,
    items: typed.items.map((line) => ({ ...line, key: 0 })),
  });
}

/** The form's problems in the order in which they are reported; the first one is shown. */
export function purchaseProblems(typed: TypedPurchaseOrder, prices: PriceLimit): FieldProblem[] {
  const items = typed.items.map((line) => ({
    ...line,
    ...typedAmounts(line),
  }));
  const terms = typed.items.flatMap((line, index) => [
    ...termProblems(line, purchaseLineList, index),
    ...stockProblems(line, index),
  ]);
  const discount = typedDiscountProblem(typed.discount, purchaseForm.pricedLines(typed));
  return [
    ...headProblems(typed),
    ...describedProblems(items, prices),
    ...terms,
    ...(discount === null ? [] : [discount]),
    ...purchaseForm.headerProblems(typed),
  ];
}

function stockProblems(
  { product_id, stock_quantity }: TypedPurchaseLine,
  index: number,
): FieldProblem[] {
  if (product_id === null || stock_quantity.trim() === '') return [];
  if (readNumber(stock_quantity) > 0) return [];
  const message = `Item ${index + 1}: Stock quantity must be greater than 0`;
  return [{ field: `items.${index}.stock_quantity`, message }];
}

export function typedTotals(typed: TypedPurchaseOrder, rate: number): Totals & DocumentDiscount {
  const priced = purchaseForm.pricedLines(typed);
  const { lines, discount } = discounted(priced, discountOfForm(typed.discount, priced));
  return { ...totalsOf(lines, { rate }), ...discount };
}

/** The body of the request, for a form without problems. */
export function purchaseBody(
  typed: TypedPurchaseOrder,
  { rate, isGst }: { rate: number; isGst: boolean },
) {
  const { discount_percent, discount_amount } = typedTotals(typed, rate);
  return {
    vendor_id: typed.vendor_id ?? 0,
    location_id: typed.location_id,
    ...picked(purchaseForm.sentHeader(typed), purchaseOrderHeader),
    items: typed.items.map((line) => ({
      ...(line.id === null ? {} : { id: line.id }),
      product_id: line.product_id,
      description: line.description.trim(),
      ...pricedOf(line, purchaseLineList),
      ...(isGst ? sentTerms(line) : {}),
      unit: line.unit.trim() || null,
      stock_quantity: typedStock(line),
      expected_date: line.expected_date || null,
      notes: line.notes,
    })),
    discount_percent,
    discount_amount,
    ...(isGst ? { reverse_charge: typed.reverse_charge } : { tax_rate: rate }),
  };
}

function typedStock({ product_id, stock_quantity }: TypedPurchaseLine): number | null {
  return product_id === null || stock_quantity.trim() === '' ? null : readNumber(stock_quantity);
}
