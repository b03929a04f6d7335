import { remembered } from '~/kit/shared/fields/remembered';
import { lineTotal, type PricedLine } from '~/modules/sales/documents/totals.rules';
import { discountOfForm } from '~/modules/sales/documents/typed-discounts.rules';
import { pricedOf, sentTerms, taxableLine } from '~/modules/sales/documents/typed-lines.rules';
import { sentSupply } from '~/modules/sales/documents/typed-supply.rules';
import {
  hasOtherAmounts,
  orderLists,
  pricedLines,
  type TypedOrder,
  type TypedOrderLine,
  typedTotals,
  withoutEmptyLines,
} from './order-form.rules';
import type { OrderWithLines } from './orders.fields';
import { canEditLines } from './orders.rules';

interface Sending {
  /** In percent, where tax is not by GST. */
  rate: number;
  before: OrderWithLines | null;
  isGst: boolean;
}

/** The body of the request (docs/product/orders.md#amounts): amounts are sent only with lines that may have changed. */
export function orderBody(
  typed: TypedOrder,
  { rate, before, isGst }: Sending,
): Record<string, unknown> {
  const words = {
    customer_id: typed.customer_id,
    delivery_date: typed.delivery_date || null,
    notes: typed.notes.trim() || null,
  };
  const supply = isGst ? sentSupply(typed) : {};
  if (before && !sendsLines(typed, { before, isGst })) {
    return { ...words, ...supply, updated_at: before.updated_at };
  }
  const shared = (typedLine: TypedOrderLine, line: PricedLine) => ({
    ...(typedLine.id === null ? {} : { id: typedLine.id }),
    ...line,
    ...(isGst ? sentTerms(typedLine) : {}),
    notes: typedLine.notes.trim() || null,
  });
  const { items, services } = withoutEmptyLines(typed);
  return {
    ...words,
    items: items.map((item) => ({
      product_id: item.product_id,
      ...shared(item, pricedOf(item, orderLists.items)),
    })),
    services: services.map((service) => {
      const line = pricedOf(service, orderLists.services);
      return {
        service_id: service.service_id,
        ...shared(service, line),
        total_price: lineTotal(line),
      };
    }),
    ...supply,
    // By GST the server computes the amounts alone.
    ...(isGst
      ? discountOfForm(typed.discount, pricedLines(typed))
      : { tax_rate: rate, ...typedTotals(typed, { rate, before }) }),
    ...(before ? { updated_at: before.updated_at } : {}),
  };
}

/** Lines from before GST are sent again, so that they are taxed by it. */
function sendsLines(
  typed: TypedOrder,
  { before, isGst }: { before: OrderWithLines; isGst: boolean },
): boolean {
  const changesOver = isGst && before.tax_mode === 'single' && canEditLines(before).ok;
  return changesOver || hasOtherAmounts(typed, before);
}

/** The lines of a form as they are taxed, with their keys and names; those that nobody has touched are left out. */
export function taxableLines(typed: TypedOrder) {
  const { items, services } = withoutEmptyLines(typed);
  return [...items.map(taxableItem), ...services.map(taxableService)];
}

const taxableItem = remembered((line: TypedOrderLine) => taxableLine(line, orderLists.items));
const taxableService = remembered((line: TypedOrderLine) => taxableLine(line, orderLists.services));
