import { sumOfQuantities } from '~/kit/shared/money/quantities';
import type { Order } from '~/modules/sales/orders/orders.fields';
import {
  heldBy,
  type HeldLine,
  type StockChange,
  stockChanges,
} from '~/modules/sales/orders/stock.rules';

/** Goods of a credit note, each with the line of an order that they came from, if any. */
export interface ReturnedGoods {
  product_id: number;
  quantity: number;
  order_line_id: number | null;
}

/** The lines of an order before its goods come back, or go out again. */
export interface GoodsOrder {
  status: Order['status'];
  lines: readonly OrderGoods[];
}

export interface OrderGoods extends HeldLine {
  id: number;
  description: string;
}

/**
 * What stock changes by when goods come back with a credit note, or go out again as it is cancelled, sorted by product id:
 * goods of an order by what that holds, others by their quantity (docs/product/stock.md#returned-goods).
 */
export function stockOfReturn(
  goods: readonly ReturnedGoods[],
  { order, direction }: { order: GoodsOrder | null; direction: 'back' | 'out' },
): StockChange[] {
  const others = goods.filter(({ order_line_id }) => order === null || order_line_id === null);
  const sign = direction === 'back' ? 1 : -1;
  const changes = [
    ...(order ? stockChanges(order, returnedTo(order, goods, sign)) : []),
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

function returnedTo(order: GoodsOrder, goods: readonly ReturnedGoods[], sign: 1 | -1): GoodsOrder {
  const lines = order.lines.map((line) => {
    const back = sign * backOf(line, goods);
    return { ...line, returned_quantity: sumOfQuantities([line.returned_quantity, back]) };
  });
  return { ...order, lines };
}

function backOf({ id }: OrderGoods, goods: readonly ReturnedGoods[]): number {
  const own = goods.filter(({ order_line_id }) => order_line_id === id);
  return sumOfQuantities(own.map(({ quantity }) => quantity));
}

/** The line of an order of which more is to come back than is out, or null. */
export function notOut(order: GoodsOrder, goods: readonly ReturnedGoods[]): OrderGoods | null {
  const { status, lines } = order;
  return lines.find((line) => backOf(line, goods) > heldBy(status, line).taken) ?? null;
}
