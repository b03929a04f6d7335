import { lineTotal, type PricedLine } from '~/modules/sales/documents/totals.rules';
import { discountOfForm } from '~/modules/sales/documents/typed-discounts.rules';
import { pricedOf, sentTerms } from '~/modules/sales/documents/typed-lines.rules';
import { sentSupply } from '~/modules/sales/documents/typed-supply.rules';
import {
  hasOtherAmounts,
  orderForm,
  orderLists,
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
  const head = { customer_id: typed.customer_id, ...orderForm.sentHeader(typed) };
  const supply = isGst ? sentSupply(typed) : {};
  if (before && !sendsLines(typed, { before, isGst })) {
    return { ...head, ...supply, updated_at: before.updated_at };
  }
  const shared = (typedLine: TypedOrderLine, line: PricedLine) => ({
    ...(typedLine.id === null ? {} : { id: typedLine.id }),
    ...line,
    ...(isGst ? sentTerms(typedLine) : {}),
    notes: typedLine.notes.trim() || null,
  });
  const { items, services } = withoutEmptyLines(typed);
  return {
    ...head,
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
      ? discountOfForm(typed.discount, orderForm.pricedLines(typed))
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
