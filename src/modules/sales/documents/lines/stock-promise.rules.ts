import { restOfQuantity, sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Product } from '~/modules/catalogue/products/catalogue/products.fields';

/** What a document has of a product: reserved, taken from stock, and brought back. */
export interface OwnStock {
  reserved: number;
  taken: number;
  returned: number;
}

export interface StockPromise {
  onHand: number;
  reserved: number;
  free: number;
  /** The missing quantity; 0 when there is enough. */
  short: number;
}

const none: OwnStock = { reserved: 0, taken: 0, returned: 0 };

/** How much of a product can be promised for the quantity asked; `own` is what the document being changed has. */
export function stockPromise(
  product: Pick<Product, 'stock_quantity' | 'held_quantity' | 'reserved_quantity'>,
  ordered: number,
  own = none,
): StockPromise {
  const reserved = restOfQuantity(product.reserved_quantity, own.reserved);
  const onHand = sumOfQuantities([product.stock_quantity, -product.held_quantity, own.taken]);
  const free = restOfQuantity(onHand, reserved);
  const needed = restOfQuantity(ordered, own.returned);
  const short = Math.max(0, restOfQuantity(needed, Math.max(0, free)));
  return { onHand, reserved, free, short };
}
