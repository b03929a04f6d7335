import { remembered } from '~/kit/shared/fields/remembered';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import { type DocumentDiscount, discounted } from '~/modules/sales/documents/discounts.rules';
import { documentForm, type TypedDocument } from '~/modules/sales/documents/document-form.rules';
import { type Totals, totalsOf } from '~/modules/sales/documents/totals.rules';
import { discountOfForm } from '~/modules/sales/documents/typed-discounts.rules';
import {
  emptyLine,
  type LineList,
  pricedOf,
  type TypedDocumentLine,
  typedLine,
} from '~/modules/sales/documents/typed-lines.rules';
import { type Order, orderFields, orderHeader, type OrderWithLines } from './orders.fields';
import { heldBy } from './stock.rules';

export interface TypedOrderLine extends TypedDocumentLine {
  id: number | null;
  notes: string;
}

export const orderLists = {
  items: { noun: 'Item', decimals: 0 },
  services: { noun: 'Service', decimals: mostDecimals },
} as const satisfies Record<string, LineList>;

export const orderForm = documentForm({
  fields: orderFields,
  header: orderHeader,
  lists: orderLists,
});

/** An order as its form holds it: numbers as typed text, null where nothing is chosen yet. */
export type TypedOrder = TypedDocument<(typeof orderHeader)[number]> &
  Readonly<Record<keyof typeof orderLists, readonly TypedOrderLine[]>>;

/** The key of the line that a new form opens with. */
export const firstKey = -1;

export function emptyOrderLine(key: number): TypedOrderLine {
  return { ...emptyLine(key), id: null, notes: '' };
}

export function isTouched({
  id,
  product_id,
  quantity,
  unit_price,
  notes,
}: TypedOrderLine): boolean {
  const isAsItBegan = ['', '1'].includes(quantity.trim()) && unit_price.trim() === '';
  return id !== null || product_id !== null || !isAsItBegan || notes.trim() !== '';
}

export function withoutEmptyLines(typed: TypedOrder): TypedOrder {
  return { ...typed, items: typed.items.filter(isTouched) };
}

export function hasLines(typed: TypedOrder): boolean {
  return typed.services.length > 0 || typed.items.some(isTouched);
}

export function isSameOrder(typed: TypedOrder, other: TypedOrder): boolean {
  return JSON.stringify(withoutEmptyLines(typed)) === JSON.stringify(withoutEmptyLines(other));
}

export function emptyOrder(customer: { id: number; company_name: string } | null): TypedOrder {
  return { ...orderForm.empty(customer), items: [emptyOrderLine(firstKey)], services: [] };
}

/** The same object for the same order: what of it is as it was is known without looking into it. */
export const typedOrder = remembered(
  (order: OrderWithLines): TypedOrder => ({
    ...orderForm.typed(order),
    items: order.items.map((item) => ({
      ...typedLine({ ...item, service_id: null, description: item.product_name }),
      ...ownOf(item),
      fineness: { code: item.unit_of_measure, decimals: item.unit_decimals },
    })),
    services: order.services.map((service) => ({
      ...typedLine({ ...service, product_id: null, description: service.service_name }),
      ...ownOf(service),
    })),
  }),
);

function ownOf({ id, notes }: { id: number; notes: string | null }) {
  return { id, notes: notes ?? '' };
}

/**
 * What two people may change of an order, each part on its own; items and services count as one part each
 * (docs/product/screens.md#two-people-at-one-record).
 */
export type OrderParts = Omit<TypedOrder, 'customer_name'>;

export function partsOf(typed: TypedOrder): OrderParts {
  return orderForm.partsOf(withoutEmptyLines(typed));
}

/** The form with parts of two people, to be saved over `order`: a line that is no more there is a new one. */
export function typedOver(order: OrderWithLines, parts: OrderParts): TypedOrder {
  const theirs = new Set([...order.items, ...order.services].map(({ id }) => id));
  const lines = (list: OrderParts['items']) =>
    list.map((line) => (line.id === null || theirs.has(line.id) ? line : { ...line, id: null }));
  return {
    ...typedOrder(order),
    ...parts,
    items: lines(parts.items),
    services: lines(parts.services),
  };
}

export function hasOtherAmounts(typed: TypedOrder, before: OrderWithLines): boolean {
  const [now, then] = [withoutEmptyLines(typed), typedOrder(before)];
  return (
    now.tax_rate !== then.tax_rate ||
    now.discount.value !== then.discount.value ||
    now.discount.unit !== then.discount.unit ||
    !isSameLines(now.items, then.items) ||
    !isSameLines(now.services, then.services)
  );
}

function isSameLines(now: readonly TypedOrderLine[], then: readonly TypedOrderLine[]): boolean {
  if (now.length !== then.length) return false;
  return now.every(
    (line, at) => line === then[at] || JSON.stringify(line) === JSON.stringify(then[at]),
  );
}

/** The form's totals at a rate; an order with unchanged lines, discount and rate keeps its exact amounts. */
export function typedTotals(
  typed: TypedOrder,
  { rate, before }: { rate: number; before: OrderWithLines | null },
): Totals & DocumentDiscount {
  if (before && !hasOtherAmounts(typed, before)) {
    const { subtotal, tax_amount, total_amount, discount_percent, discount_amount } = before;
    return { subtotal, tax_amount, total_amount, discount_percent, discount_amount };
  }
  const priced = orderForm.pricedLines(typed);
  const { lines, discount } = discounted(priced, discountOfForm(typed.discount, priced));
  return { ...totalsOf(lines, { rate }), ...discount };
}

export interface StockPromise {
  onHand: number;
  reserved: number;
  free: number;
  /** The missing quantity; 0 when there is enough. */
  short: number;
}

/** How much of a product can be promised for the quantity asked; `before` is the order being changed. */
export function stockPromise(
  product: Pick<Product, 'id' | 'stock_quantity' | 'reserved_quantity'>,
  asked: number,
  before: (Pick<Order, 'status'> & Pick<OrderWithLines, 'items'>) | null,
): StockPromise {
  const own = before?.items.filter((item) => item.product_id === product.id) ?? [];
  const returned = sumOfQuantities(own.map((item) => item.returned_quantity));
  const held = before ? own.map((item) => heldBy(before.status, item)) : [];
  const ownReserved = sumOfQuantities(held.map((each) => each.reserved));
  const taken = sumOfQuantities(held.map((each) => each.taken));
  const reserved = restOfQuantity(product.reserved_quantity, ownReserved);
  const onHand = sumOfQuantities([product.stock_quantity, taken]);
  const free = restOfQuantity(onHand, reserved);
  const needed = restOfQuantity(asked, returned);
  const short = Math.max(0, restOfQuantity(needed, Math.max(0, free)));
  return { onHand, reserved, free, short };
}

/** The quantity of each product in all lines together, by its id. */
export function askedOf(items: readonly TypedOrderLine[]): ReadonlyMap<number, number> {
  const asked = new Map<number, number>();
  for (const item of items) {
    const { quantity } = pricedOf(item, orderLists.items);
    const id = item.product_id ?? 0;
    asked.set(id, sumOfQuantities([asked.get(id) ?? 0, quantity]));
  }
  return asked;
}
