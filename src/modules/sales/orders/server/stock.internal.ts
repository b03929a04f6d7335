import type { Write } from '~/kit/server/database/context';
import { AppError, type Detail } from '~/kit/server/errors';
import { maxId } from '~/kit/shared/fields/fields';
import { picked } from '~/kit/shared/fields/picked';
import { counted } from '~/kit/shared/money/numbers';
import type { Order } from '../orders.fields';
import { refuseFinePrices } from '~/modules/organization/company/server/prices.service';
import { orderLists } from '../lines-form.rules';
import type { StoredOrderLine, PlannedOrderLine } from '../lines.rules';
import { holdingOf } from '../orders.rules';
import { type Shortage, shortagesOf, type StockChange } from '../stock.rules';
import type { LockedReferences } from './lines.queries';
import { type Holder, listHolders } from './orders.queries';
import { moveStocks, refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';

/** Changes of stock that come from one delivery, or from none. */
export interface StockStep {
  changes: readonly StockChange[];
  deliveryId: number | null;
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
  for (const { changes, deliveryId } of steps) {
    const short = allowNegative ? [] : shortagesOf(changes, stocks);
    if (short.length > 0) await refuseShort(write, order.id, short);
    refuseTooMuch(changes, stocks);
    const reason = `Order ${order.order_number}`;
    const why = { type: 'order', reason, orderId: order.id, deliveryId, allowNegative } as const;
    const moved = await moveStocks(write, { changes, stocks }, why);
    const now = new Map(moved.map((product) => [product.id, product]));
    stocks = stocks.map((stock) => ({ ...stock, ...picked(now.get(stock.id) ?? stock, counts) }));
  }
}

const counts = ['stock_quantity', 'reserved_quantity'] as const;

/** 400 naming each new or changed quantity that is finer than its product's unit, then prices finer than the setting. */
export async function refuseFinerLines(
  { trx }: Write,
  lines: readonly PlannedOrderLine[],
  stored: readonly StoredOrderLine[],
): Promise<void> {
  const before = new Map(stored.map(({ id, quantity }) => [id, quantity]));
  const items = lines.filter(({ product_id }) => product_id !== null);
  const requested = items.map((line) => {
    const isUnchanged = before.get(line.id ?? 0) === line.quantity;
    return { product_id: isUnchanged ? null : line.product_id, quantity: line.quantity };
  });
  await refuseFiner(trx, requested);
  const prices = new Set(stored.map(({ unit_price }) => unit_price));
  const services = lines.filter(({ product_id }) => product_id === null);
  const priced = [
    ...items.map((line, index) => priceAt(line, 'items', index)),
    ...services.map((line, index) => priceAt(line, 'services', index)),
  ];
  await refuseFinePrices(
    trx,
    priced.filter(({ price }) => !prices.has(price)),
  );
}

function priceAt({ unit_price }: PlannedOrderLine, list: 'items' | 'services', index: number) {
  const label = `${orderLists[list].noun} ${index + 1}: Unit price`;
  return { field: `${list}.${index}.unit_price`, label, price: unit_price };
}

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
    throw new AppError('stock.over_reserved', 409, message, { details });
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
  throw new AppError('stock.insufficient', 409, `${first?.message}${more}`, { details });
}

function holderDetail({ id, order_number: label, status, quantity }: Holder): Detail {
  const does = holdingOf(status) === 'reserved' ? 'holds' : 'took';
  return { message: `${label} ${does} ${quantity}`, record: { type: 'order', id, label } };
}
