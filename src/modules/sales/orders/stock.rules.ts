import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';
import { canMoveStock } from '~/modules/catalogue/products/catalogue/products.rules';
import { type Holding, holdingOf } from './orders.rules';
import type { Order, OrderItem } from './orders.fields';

interface HeldLine {
  product_id: number | null;
  quantity: number;
}

/** What an order holds: how, by its status, and what, by its lines. */
export interface Holder {
  status: Order['status'];
  lines: readonly HeldLine[];
}

interface Standing {
  status: Order['status'];
  items: readonly (HeldLine & Pick<OrderItem, 'id' | 'returned_quantity'>)[];
}

interface Change {
  status: Order['status'];
  lines: readonly (HeldLine & { id: number | null })[];
}

/** What an order holds, or would hold after a change: its lines without what came back of them. */
export function holderOf({ status, items }: Standing, after?: Change): Holder {
  const returned = new Map(items.map((item) => [item.id, item.returned_quantity]));
  const lines = (after?.lines ?? items).map(({ id, product_id, quantity }) => ({
    product_id,
    quantity: restOfQuantity(quantity, returned.get(id ?? 0) ?? 0),
  }));
  return { status: after?.status ?? status, lines };
}

/**
 * The stock changes of goods that come back from an order, or no longer do: what it holds by its status is so much less,
 * or more (docs/product/stock.md#returned-goods).
 */
export function returnChanges(
  status: Order['status'],
  goods: readonly HeldLine[],
  direction: 'back' | 'out',
): StockChange[] {
  const [all, rest] = [
    { status, lines: goods },
    { status, lines: [] },
  ];
  return direction === 'back' ? stockChanges(all, rest) : stockChanges(rest, all);
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
  const ids = [...new Set([...was.quantities.keys(), ...becomes.quantities.keys()])];
  return ids
    .sort((one, other) => one - other)
    .map((productId) => ({
      productId,
      reserved: restOfQuantity(
        quantityOf(becomes, 'reserved', productId),
        quantityOf(was, 'reserved', productId),
      ),
      onHand: restOfQuantity(
        quantityOf(was, 'taken', productId),
        quantityOf(becomes, 'taken', productId),
      ),
    }))
    .filter(({ reserved, onHand }) => reserved !== 0 || onHand !== 0);
}

interface Held {
  holding: Holding;
  /** Added up per product over all lines. */
  quantities: ReadonlyMap<number, number>;
}

function held(holder: Holder | null): Held {
  const quantities = new Map<number, number>();
  for (const { product_id: id, quantity } of holder?.lines ?? []) {
    if (id !== null) quantities.set(id, sumOfQuantities([quantities.get(id) ?? 0, quantity]));
  }
  return { holding: holder ? holdingOf(holder.status) : 'none', quantities };
}

function quantityOf({ holding, quantities }: Held, asked: Holding, productId: number): number {
  return holding === asked ? (quantities.get(productId) ?? 0) : 0;
}

type Stock = Pick<Product, 'id' | 'product_name' | 'stock_quantity'>;

export interface Shortage {
  product: Stock;
  /** Names product, needed and available quantity (docs/product/orders.md#stock-follows-the-status). */
  sentence: string;
}

/** The products of which an order wants to take more than is on hand. */
export function shortagesOf(changes: readonly StockChange[], stocks: readonly Stock[]): Shortage[] {
  return changes.flatMap(({ productId, onHand }) => {
    const product = stocks.find((stock) => stock.id === productId);
    if (!product || onHand >= 0) return [];
    const verdict = canMoveStock(product, onHand);
    return verdict.ok ? [] : [{ product, sentence: verdict.sentence }];
  });
}
