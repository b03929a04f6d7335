import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { canMoveStock } from '~/modules/catalogue/products/catalogue/products.rules';
import { holdingOf } from './orders.rules';
import type { Order, OrderItem } from './orders.fields';

/** A line of an order, as what it holds follows from it. */
export interface HeldLine {
  product_id: number | null;
  quantity: number;
  delivered_quantity: number;
  closed_quantity: number;
  returned_quantity: number;
}

/** What an order holds: how, by its status, and what, by its lines. */
export interface Holder {
  status: Order['status'];
  lines: readonly HeldLine[];
}

/**
 * What a line has reserved, and what it has taken from stock (docs/product/orders.md#stock-follows-the-status): the
 * open quantity, and the delivered quantity less returns. Returned goods are not delivered again.
 */
export function heldBy(
  status: Order['status'],
  line: Omit<HeldLine, 'product_id'>,
): { reserved: number; taken: number } {
  const { quantity, delivered_quantity: delivered, returned_quantity: returned } = line;
  const requested = restOfQuantity(quantity, line.closed_quantity);
  return {
    reserved:
      holdingOf(status) === 'none'
        ? 0
        : Math.max(0, restOfQuantity(requested, Math.max(delivered, returned))),
    taken: Math.max(0, restOfQuantity(delivered, returned)),
  };
}

export function holderOf({
  status,
  items,
}: Pick<Order, 'status'> & { items: readonly HeldLine[] }): Holder {
  return { status, lines: items };
}

type StoredLine = HeldLine & Pick<OrderItem, 'id'>;

/** Lines as they are to be stored, with what is delivered of those that they continue. */
export function heldLines<
  Line extends Pick<HeldLine, 'product_id' | 'quantity'> & { id: number | null },
>(lines: readonly Line[], before: readonly StoredLine[]): (Line & HeldLine)[] {
  const stored = new Map(before.map((item) => [item.id, item]));
  return lines.map((line) => {
    const saved = stored.get(line.id ?? 0);
    return {
      ...line,
      delivered_quantity: saved?.delivered_quantity ?? 0,
      closed_quantity: saved?.closed_quantity ?? 0,
      returned_quantity: saved?.returned_quantity ?? 0,
    };
  });
}

/** An order's change to the reserved and on-hand stock of a product, both signed. */
export interface StockChange {
  productId: number;
  reserved: number;
  onHand: number;
}

/**
 * The stock changes between two versions of an order, sorted by product id; null before creation and after deletion.
 */
export function stockChanges(before: Holder | null, after: Holder | null): StockChange[] {
  const was = held(before);
  const becomes = held(after);
  const ids = [...new Set([...was.keys(), ...becomes.keys()])];
  return ids
    .sort((one, other) => one - other)
    .map((productId) => {
      const [old, now] = [was.get(productId) ?? nothing, becomes.get(productId) ?? nothing];
      return {
        productId,
        reserved: restOfQuantity(now.reserved, old.reserved),
        onHand: restOfQuantity(old.taken, now.taken),
      };
    })
    .filter(({ reserved, onHand }) => reserved !== 0 || onHand !== 0);
}

interface Sums {
  reserved: number;
  taken: number;
}

/** Added up per product over all lines. */
function held(holder: Holder | null): ReadonlyMap<number, Sums> {
  const sums = new Map<number, Sums>();
  for (const { product_id: id, ...line } of holder?.lines ?? []) {
    if (id === null || holder === null) continue;
    const { reserved, taken } = sums.get(id) ?? nothing;
    const own = heldBy(holder.status, line);
    sums.set(id, {
      reserved: sumOfQuantities([reserved, own.reserved]),
      taken: sumOfQuantities([taken, own.taken]),
    });
  }
  return sums;
}

const nothing: Sums = { reserved: 0, taken: 0 };

type Stock = Pick<Product, 'id' | 'product_name' | 'stock_quantity'>;

export interface Shortage {
  product: Stock;
  /** Names product, needed and available quantity (docs/product/orders.md#stock-follows-the-status). */
  message: string;
}

/** The products of which an order wants to take more than is on hand. */
export function shortagesOf(changes: readonly StockChange[], stocks: readonly Stock[]): Shortage[] {
  return changes.flatMap(({ productId, onHand }) => {
    const product = stocks.find((stock) => stock.id === productId);
    if (!product || onHand >= 0) return [];
    const verdict = canMoveStock(product, onHand);
    return verdict.ok ? [] : [{ product, message: verdict.message }];
  });
}
