import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Order } from '~/modules/sales/orders/orders.fields';
import { returnChanges, type StockChange } from '~/modules/sales/orders/stock.rules';

/** Goods of a credit note, each with the line of an order that they came from, if any. */
export interface ReturnedGoods {
  product_id: number;
  quantity: number;
  order_line_id: number | null;
}

/**
 * What stock changes by when goods come back with a credit note, or go out again as it is cancelled, sorted by product id:
 * goods of an order by what that holds, others by their quantity (docs/product/stock.md#returned-goods).
 */
export function stockOfReturn(
  goods: readonly ReturnedGoods[],
  { status, direction }: { status: Order['status'] | null; direction: 'back' | 'out' },
): StockChange[] {
  const ofOrder =
    status === null ? [] : goods.filter(({ order_line_id }) => order_line_id !== null);
  const others = goods.filter((each) => !ofOrder.includes(each));
  const sign = direction === 'back' ? 1 : -1;
  const changes = [
    ...(status === null ? [] : returnChanges(status, ofOrder, direction)),
    ...others.map(({ product_id, quantity }) => ({
      productId: product_id,
      reserved: 0,
      onHand: sign * quantity,
    })),
  ];
  const ids = [...new Set(changes.map(({ productId }) => productId))];
  return ids
    .sort((one, other) => one - other)
    .map((productId) => {
      const own = changes.filter((each) => each.productId === productId);
      return {
        productId,
        reserved: sumOfQuantities(own.map(({ reserved }) => reserved)),
        onHand: sumOfQuantities(own.map(({ onHand }) => onHand)),
      };
    });
}
