import { remembered } from '~/kit/shared/fields/remembered';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import {
  documentForm,
  type TypedDocument,
} from '~/modules/sales/documents/lines/document-form.rules';
import {
  emptyOrderLine,
  firstKey,
  type LinesDocument,
  orderLists,
  typedLines,
  type TypedLines,
  withoutEmptyLines,
} from '~/modules/sales/documents/lines/lines-form.rules';
import type { OwnStock } from '~/modules/sales/documents/lines/stock-promise.rules';
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

/** What an order has of each product; the same function for the same order. */
export const ownStock = remembered(
  ({ status, items }: Pick<Order, 'status'> & Pick<OrderWithLines, 'items'>) =>
    (productId: number): OwnStock => {
      const own = items.filter((item) => item.product_id === productId);
      const held = own.map((item) => heldBy(status, item));
      return {
        returned: sumOfQuantities(own.map((item) => item.returned_quantity)),
        reserved: sumOfQuantities(held.map((each) => each.reserved)),
        taken: sumOfQuantities(held.map((each) => each.taken)),
      };
    },
);
