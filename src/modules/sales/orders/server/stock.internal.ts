import type { Write } from '~/kit/server/database/context';
import { AppError, type Detail } from '~/kit/server/errors';
import { maxId } from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { counted } from '~/kit/shared/money/numbers';
import type { Order } from '../orders.fields';
import { holdingOf } from '../orders.rules';
import { type Shortage, shortagesOf, type StockChange } from '../stock.rules';
import type { LockedReferences } from '~/modules/sales/documents/lines/server/line-writing.service';
import { delivering } from './delivering.service';
import { type Holder, listHolders } from './orders.queries';
import type { ChosenLot } from '~/modules/catalogue/products/stock/positions.rules';
import { moveStocks } from '~/modules/catalogue/products/stock/server/stock.service';

/** Changes of stock that come from one delivery, or from none. */
export interface StockStep {
  changes: readonly StockChange[];
  deliveryId: number | null;
  /** Where its goods leave; without it the default location. */
  locationId?: number | null;
  /** The lots that it names, by product. */
  lots?: ReadonlyMap<number, readonly ChosenLot[]> | undefined;
}

interface StockRequest {
  steps: readonly StockStep[];
  products: LockedReferences['products'];
  allowNegative?: boolean;
}

/**
 * Applies an order's change to stock; the products must be locked. Refuses shortages (409, naming each product and the
 * orders that hold it), then takes, returns and reserves (docs/product/orders.md#stock-follows-the-status).
 */
export async function applyStock(
  write: Write,
  order: Pick<Order, 'id' | 'order_number'>,
  { steps, products, allowNegative = false }: StockRequest,
): Promise<void> {
  let stocks: LockedReferences['products'] = products;
  for (const { changes, deliveryId, locationId, lots } of steps) {
    const short = allowNegative ? [] : shortagesOf(changes, stocks);
    if (short.length > 0) await refuseShort(write, order.id, short);
    refuseTooMuch(changes, stocks);
    const reason = `Order ${order.order_number}`;
    const why = { type: 'order', reason, orderId: order.id, deliveryId, locationId } as const;
    const back = { deliveryId, orderId: order.id };
    const named = changes.map((each) => ({ ...each, lots: lots?.get(each.productId) }));
    const moved = await moveStocks(
      write,
      { changes: named, stocks },
      { ...why, allowNegative, back },
    );
    if (deliveryId && moved.some(({ tracking }) => tracking !== 'none'))
      await delivering.get().keepLots(write, deliveryId);
    const now = new Map(moved.map((product) => [product.id, product]));
    stocks = stocks.map((stock) => ({ ...stock, ...picked(now.get(stock.id) ?? stock, counts) }));
  }
}

const counts = ['stock_quantity', 'reserved_quantity'] as const;

/** Reservations may exceed the stock, but not what can be stored. */
function refuseTooMuch(
  changes: readonly StockChange[],
  products: LockedReferences['products'],
): void {
  for (const { id, product_name: label, reserved_quantity } of products) {
    const change = changes.find(({ productId }) => productId === id)?.reserved ?? 0;
    if (reserved_quantity + change <= maxId) continue;
    const message = `No more than 2,14,74,83,647 of "${label}" can be reserved`;
    const details = [{ message, record: { type: 'product', id, label } }];
    throw new AppError('stock.over_reserved', message, { details });
  }
}

async function refuseShort(
  write: Write,
  orderId: number,
  short: readonly Shortage[],
): Promise<never> {
  const productIds = short.map(({ product }) => product.id);
  const holders = await listHolders(write, { productIds, except: orderId });
  const details = short.flatMap(({ product, message }): Detail[] => [
    {
      message,
      record: { type: 'product', id: product.id, label: product.product_name },
    },
    ...holders.filter((holder) => holder.product_id === product.id).map(holderDetail),
  ]);
  const [first] = short;
  const others = short.length - 1;
  const more = others > 0 ? `, and ${counted(others, 'more product')}` : '';
  throw new AppError('stock.insufficient', `${first?.message}${more}`, { details });
}

function holderDetail({ id, order_number: label, status, quantity }: Holder): Detail {
  const does = holdingOf(status) === 'reserved' ? 'holds' : 'took';
  return { message: `${label} ${does} ${quantity}`, record: { type: 'order', id, label } };
}
