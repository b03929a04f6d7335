import { lineTotal, type PricedLine } from './totals.rules';
import { discountOfForm } from './typed-discounts.rules';
import { pricedOf, sentTerms } from './typed-lines.rules';
import { sentSupply } from '../taxes/typed-supply.rules';
import {
  hasOtherAmounts,
  type LinesDocument,
  orderLists,
  type RowWithLines,
  type TypedParts,
  type TypedOrderLine,
  typedTotals,
  type TypedWithLines,
  withoutEmptyLines,
  withoutOptions,
} from './lines-form.rules';

interface Sending<Row> {
  /** In percent, where tax is not by GST. */
  rate: number;
  before: Row | null;
  isGst: boolean;
}

/** The body of the request (docs/product/orders.md#amounts): amounts are sent only with lines that may have changed. */
export function bodyOf<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
>(
  kind: LinesDocument<Typed, Row, Parts>,
  typed: Typed,
  { rate, before, isGst }: Sending<Row>,
): Record<string, unknown> {
  const seen = before ? { updated_at: before.updated_at } : {};
  const open = before && kind.openOf?.(typed, before);
  if (open) return { ...open, ...seen };
  const head = kind.headOf(typed);
  const supply = isGst ? sentSupply(typed) : {};
  if (before && !sendsLines(kind, typed, { before, isGst })) {
    return { ...head, ...supply, ...seen };
  }
  const shared = (line: TypedOrderLine, priced: PricedLine) => ({
    ...(line.id === null ? {} : { id: line.id }),
    ...priced,
    ...(isGst ? sentTerms(line) : {}),
    notes: line.notes.trim() || null,
    ...kind.sentLine?.(line),
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
      ? discountOfForm(typed.discount, kind.form.pricedLines(withoutOptions(typed)))
      : { tax_rate: rate, ...typedTotals(kind, typed, { rate, before }) }),
    ...seen,
  };
}

/** Lines from before GST are sent again, so that they are taxed by it. */
function sendsLines<
  Typed extends TypedWithLines,
  Row extends RowWithLines,
  Parts extends TypedParts,
>(
  kind: LinesDocument<Typed, Row, Parts>,
  typed: Typed,
  { before, isGst }: { before: Row; isGst: boolean },
): boolean {
  const changesOver = isGst && before.tax_mode === 'single' && kind.canEditLines(before).ok;
  return changesOver || hasOtherAmounts(typed, kind.typedOf(before));
}
