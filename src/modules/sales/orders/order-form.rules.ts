import { remembered } from '~/kit/shared/fields/remembered';
import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { documentForm, type TypedDocument } from '~/modules/sales/documents/document-form.rules';
import {
  emptyOrderLine,
  firstKey,
  type LinesDocument,
  orderLists,
  typedLines,
  type TypedLines,
  withoutEmptyLines,
} from './lines-form.rules';
import { type Order, orderFields, orderHeader, type OrderWithLines } from './orders.fields';
import { canEditLines, orderProblems } from './orders.rules';
import { heldBy } from './stock.rules';

export const orderForm = documentForm({
  fields: orderFields,
  header: orderHeader,
  lists: orderLists,
});

/** An order as its form holds it. */
export type TypedOrder = TypedDocument<(typeof orderHeader)[number]> & TypedLines;

export type OrderParts = Omit<TypedOrder, 'customer_name'>;

/** The same object for the same order: what of it is as it was is known without looking into it. */
const typedOrder = remembered(
  (order: OrderWithLines): TypedOrder => ({ ...orderForm.typed(order), ...typedLines(order) }),
);

export const orderDocument: LinesDocument<TypedOrder, OrderWithLines, OrderParts> = {
  form: orderForm,
  typedOf: typedOrder,
  partsOf: (typed) => orderForm.partsOf(withoutEmptyLines(typed)),
  problemsOf: ({ customer_id, delivery_date }, draft, { before, today }) => {
    const isSameDay = delivery_date === (before?.delivery_date ?? '');
    return orderProblems({ ...draft, customer_id, ...(isSameDay ? {} : { delivery_date }) }, today);
  },
  canEditLines,
  hasBuyer: ({ customer_id }) => customer_id !== null,
  dayOf: (_typed, before) => before?.order_date,
  headOf: (typed) => ({ customer_id: typed.customer_id, ...orderForm.sentHeader(typed) }),
};

export function emptyOrder(customer: { id: number; company_name: string } | null): TypedOrder {
  return { ...orderForm.empty(customer), items: [emptyOrderLine(firstKey)], services: [] };
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
  ordered: number,
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
  const needed = restOfQuantity(ordered, returned);
  const short = Math.max(0, restOfQuantity(needed, Math.max(0, free)));
  return { onHand, reserved, free, short };
}
