import { type DocumentDiscount, discounted } from '~/modules/sales/documents/discounts.rules';
import { type PricedLine, type Totals, totalsOf } from '~/modules/sales/documents/totals.rules';
import {
  discountOfForm,
  noTypedDiscount,
  type TypedDiscount,
  typedDiscount,
} from '~/modules/sales/documents/typed-discounts.rules';
import {
  emptyLine,
  type LineList,
  pricedOf,
  type TypedDocumentLine,
  typedTerms,
} from '~/modules/sales/documents/typed-lines.rules';
import type { LineTerms } from '~/modules/sales/documents/lines.rules';
import {
  noTypedSupply,
  type TypedSupply,
  typedSupply,
} from '~/modules/sales/documents/typed-supply.rules';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import { remembered } from '~/kit/shared/fields/remembered';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { mostDecimals } from '~/modules/catalogue/tax/units.fields';
import type { Order, OrderWithLines } from './orders.fields';
import { holdingOf } from './orders.rules';

export interface TypedOrderLine extends TypedDocumentLine {
  id: number | null;
  notes: string;
}

export const orderLists = {
  items: { noun: 'Item', decimals: 0 },
  services: { noun: 'Service', decimals: mostDecimals },
} as const satisfies Record<string, LineList>;

/** An order as its form holds it: numbers as typed text, null where nothing is chosen yet. */
export interface TypedOrder extends TypedSupply {
  customer_id: number | null;
  customer_name: string;
  delivery_date: string;
  notes: string;
  items: readonly TypedOrderLine[];
  services: readonly TypedOrderLine[];
  discount: TypedDiscount;
  /** In percent; null for the setting's rate. */
  tax_rate: number | null;
}

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
  return {
    customer_id: customer?.id ?? null,
    customer_name: customer?.company_name ?? '',
    delivery_date: '',
    notes: '',
    items: [emptyOrderLine(firstKey)],
    services: [],
    discount: noTypedDiscount,
    tax_rate: null,
    ...noTypedSupply,
  };
}

/** The same object for the same order: what of it is as it was is known without looking into it. */
export const typedOrder = remembered((order: OrderWithLines): TypedOrder => {
  const typed = (
    line: { id: number; quantity: number; unit_price: number; notes: string | null } & LineTerms,
  ) => ({
    ...typedTerms(line),
    key: line.id,
    id: line.id,
    quantity: String(line.quantity),
    unit_price: String(line.unit_price),
    notes: line.notes ?? '',
  });
  return {
    customer_id: order.customer_id,
    customer_name: order.customer_name,
    delivery_date: order.delivery_date ?? '',
    notes: order.notes ?? '',
    items: order.items.map((item) => ({
      ...typed(item),
      product_id: item.product_id,
      service_id: null,
      description: item.product_name,
      fineness: { code: item.unit_of_measure, decimals: item.unit_decimals },
    })),
    services: order.services.map((service) => ({
      ...typed(service),
      product_id: null,
      service_id: service.service_id,
      description: service.service_name,
      fineness: null,
    })),
    discount: typedDiscount(order),
    tax_rate: order.tax_rate,
    ...typedSupply(order),
  };
});

export function pricedLines({ items, services }: TypedOrder): PricedLine[] {
  return [
    ...items.map((item) => pricedOf(item, orderLists.items)),
    ...services.map((service) => pricedOf(service, orderLists.services)),
  ];
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
  const priced = pricedLines(typed);
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
  const held = restOfQuantity(sumOfQuantities(own.map((item) => item.quantity)), returned);
  const holding = before ? holdingOf(before.status) : 'none';
  const reserved = restOfQuantity(product.reserved_quantity, holding === 'reserved' ? held : 0);
  const onHand = sumOfQuantities([product.stock_quantity, holding === 'taken' ? held : 0]);
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
