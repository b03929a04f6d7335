import { fieldText } from '~/kit/shared/fields/field-text';
import { discountText } from '~/modules/sales/documents/typed-discounts.rules';
import { linesText } from '~/modules/sales/documents/typed-lines.rules';
import { type TypedOrder, typedOrder, withoutEmptyLines } from './order-form.rules';
import { orderFields, type OrderWithLines } from './orders.fields';

/**
 * What two people may change of an order, each part by itself; items and services count as one part each
 * (docs/product/screens.md#two-people-at-one-record).
 */
export type OrderParts = Omit<TypedOrder, 'customer_name'>;

export function partsOf(typed: TypedOrder): OrderParts {
  const { customer_name: _follows, ...parts } = withoutEmptyLines(typed);
  return parts;
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

export function partLabel(part: keyof OrderParts): string {
  if (part === 'items') return 'Items';
  if (part === 'discount') return 'Discount';
  return part === 'services' ? 'Services' : orderFields[part].label;
}

/** A part's value in words; `forms` are those that it may be of, which know the customer's name. */
export function partText(
  part: keyof OrderParts,
  value: unknown,
  forms: readonly TypedOrder[],
): string {
  switch (part) {
    case 'items':
    case 'services':
      return linesText(value as OrderParts['items']);
    case 'discount':
      return discountText(value as OrderParts['discount']);
    case 'customer_id':
      return forms.find(({ customer_id }) => customer_id === value)?.customer_name ?? '';
    case 'tax_rate':
      return `${String(value)}%`;
    default:
      return fieldText(orderFields[part], value, 'UTC');
  }
}
