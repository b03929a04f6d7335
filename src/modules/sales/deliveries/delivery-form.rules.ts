import { readTyped } from '~/kit/shared/fields/typed-values';
import type { OrderItem } from '~/modules/sales/orders/orders.fields';
import { type DeliveryItem, deliveryItemFields } from './deliveries.fields';
import { openProblems, type RequestedItem } from './deliveries.rules';

/** What is typed as the quantity of each line of the order, by its id. */
export type TypedQuantities = Readonly<Record<number, string>>;

type Line = Pick<OrderItem, 'id' | 'description' | 'open_quantity'>;

/** The quantities that a form starts with: those of a draft, or all open quantities. */
export function firstQuantities(
  lines: readonly Line[],
  items: readonly DeliveryItem[] | null,
): TypedQuantities {
  const ofDraft = new Map(items?.map(({ order_line_id, quantity }) => [order_line_id, quantity]));
  const of = ({ id, open_quantity }: Line) => (items ? ofDraft.get(id) : open_quantity);
  return Object.fromEntries(lines.map((line) => [line.id, String(of(line) ?? '')]));
}

/** The lines to send, of which an empty one or 0 is left out, and the first sentence on what is wrong. */
export function readQuantities(
  lines: readonly Line[],
  typed: TypedQuantities,
): { items: RequestedItem[]; wrong: string | null } {
  const items: RequestedItem[] = [];
  for (const { id, description } of lines) {
    const text = (typed[id] ?? '').trim();
    if (text === '' || Number(text) === 0) continue;
    const reading = readTyped(deliveryItemFields.quantity, text, 'form');
    if (!reading.ok) return { items, wrong: `${description}: ${reading.message}` };
    items.push({ order_line_id: id, quantity: Number(reading.value) });
  }
  if (items.length === 0) return { items, wrong: 'Please enter a quantity' };
  return { items, wrong: openProblems(items, lines)[0]?.message ?? null };
}
