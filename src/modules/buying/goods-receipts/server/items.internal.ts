import type { Write } from '~/kit/server/database/context';
import { invalid } from '~/kit/server/errors';
import { sumOfQuantities } from '~/kit/shared/money/quantities';
import { lotsOfLine, serialsOf } from '~/modules/catalogue/products/lots/lots.rules';
import { numbersOf } from '~/modules/catalogue/products/lots/server/lots.service';
import { refuseFiner } from '~/modules/catalogue/products/stock/server/stock.service';
import type { lockPurchaseOrder } from '~/modules/buying/purchase-orders/server/purchase-orders.service';
import type { ReceiptItem, SentReceiptLot } from '../goods-receipts.fields';
import { acceptedOf, openAfter, stockOf } from '../goods-receipts.rules';
import type { SentItem } from '../requests.schema';
import { holdProducts, type NewItem, type ReceivedProduct } from './goods-receipts.queries';

type Order = Awaited<ReturnType<typeof lockPurchaseOrder>>;
type OrderLine = Order['items'][number];

/**
 * The lines to store (docs/product/goods-receipts.md#lines): each of a line of the order, named by its id or its product, or by its
 * position in an order that was made along. 400 for what does not fit.
 */
export async function chosenItems(
  write: Write,
  sent: readonly SentItem[],
  { order, isNew }: { order: Order; isNew: boolean },
): Promise<NewItem[]> {
  const taken = new Map<number, number>();
  const lines = sent.map((item, index) => {
    const line = isNew ? order.items[index] : lineOf(item, { order, taken });
    if (line) {
      const before = taken.get(line.id) ?? 0;
      taken.set(line.id, sumOfQuantities([before, item.quantity]));
      return line;
    }
    const [name, what] = item.purchase_line_id
      ? ['purchase_line_id', 'This line does not belong to the purchase order']
      : ['product_id', 'The purchase order has no such line'];
    throw invalid(`items.${index}.${name}`, `Item ${index + 1}: ${what}`);
  });
  const ids = lines.flatMap(({ product_id }) => product_id ?? []);
  const found = ids.length > 0 ? await holdProducts(write.trx, [...new Set(ids)]) : [];
  const products = new Map(found.map((product) => [product.id, product]));
  const items = await Promise.all(
    sent.map((item, index) => {
      const line = lines[index];
      if (!line) throw invalid('items', 'The purchase order has no such line');
      return storedItem(write, item, { line, product: products.get(line.product_id ?? 0), index });
    }),
  );
  await refuseFineQuantities(write, items, lines);
  return items;
}

/** The line of the order that goods belong to: the first open one with the product, where they do not name it. */
function lineOf(
  { purchase_line_id, product_id }: SentItem,
  { order, taken }: { order: Order; taken: ReadonlyMap<number, number> },
): OrderLine | undefined {
  if (purchase_line_id) return order.items.find(({ id }) => id === purchase_line_id);
  if (!product_id) return undefined;
  const own = order.items.filter((line) => line.product_id === product_id);
  return own.find((line) => openAfter(line, taken.get(line.id) ?? 0) > 0) ?? own[0];
}

interface Chosen {
  line: OrderLine;
  product: ReceivedProduct | undefined;
  index: number;
}

async function storedItem(
  write: Write,
  item: SentItem,
  { line, product, index }: Chosen,
): Promise<NewItem> {
  const { quantity, reject_reason = null, unit_cost = null } = item;
  const rejected_quantity = item.rejected_quantity ?? 0;
  const accepted = acceptedOf({ quantity, rejected_quantity });
  if (item.product_id && item.product_id !== line.product_id)
    throw invalid(`items.${index}.product_id`, `Item ${index + 1}: The line has another product`);
  const ordered = { quantity: line.quantity, stock_quantity: line.stock_quantity ?? line.quantity };
  const stock_quantity = product
    ? accepted === 0
      ? 0
      : (item.stock_quantity ?? stockOf(accepted, ordered, product.decimals))
    : null;
  if (product && accepted > 0 && stock_quantity === 0)
    throw invalid(
      `items.${index}.stock_quantity`,
      `Item ${index + 1}: Stock Quantity must be above 0`,
    );
  return {
    purchase_line_id: line.id,
    product_id: line.product_id,
    description: line.description,
    quantity,
    rejected_quantity,
    reject_reason,
    unit: line.unit,
    stock_quantity,
    lots: await storedLots(write, item.lots, { product, quantity: stock_quantity ?? 0, index }),
    closes: item.closes ?? false,
    unit_cost,
    of_line_id: null,
    is_replaced: false,
  };
}

/** The lots as they were sent, ranges one by one; 400 where they do not fit the line. */
export async function storedLots(
  { trx }: Write,
  sent: readonly SentReceiptLot[] | null | undefined,
  {
    product,
    quantity,
    index,
  }: {
    product: Pick<ReceivedProduct, 'product_name' | 'tracking'> | undefined;
    quantity: number;
    index: number;
  },
): Promise<ReceiptItem['lots']> {
  if (!sent || sent.length === 0) return null;
  const field = `items.${index}.lots`;
  if (!product) throw invalid(field, `Item ${index + 1}: Only products have lots`);
  const { product_name, tracking } = product;
  const plain = sent.map(({ lot_id, lot_number, quantity: own }) => ({
    ...(lot_id === undefined ? {} : { lot_id }),
    ...(lot_number === undefined ? {} : { lot_number }),
    ...(own === undefined ? {} : { quantity: own }),
  }));
  const result = lotsOfLine({ product_name, tracking, quantity }, plain);
  if ('problem' in result) throw invalid(field, result.problem);
  const values = new Map(
    sent.flatMap(({ lot_number = '', made_on, expires_on, vendor_lot }) => {
      const read = serialsOf(lot_number);
      const numbers = 'numbers' in read ? read.numbers : [lot_number];
      return numbers.map((number) => [number.toLowerCase(), { made_on, expires_on, vendor_lot }]);
    }),
  );
  const named = result.lots.flatMap(({ lot_id }) => lot_id ?? []);
  const numbers = named.length > 0 ? await numbersOf(trx, named) : new Map<number, string>();
  return result.lots.map((lot) => {
    const lot_number = lot.lot_number ?? numbers.get(lot.lot_id ?? 0);
    if (lot_number === undefined)
      throw invalid(field, `"${product_name}" has no lot with the id ${lot.lot_id}`);
    return { ...values.get(lot_number.toLowerCase()), ...lot, lot_number };
  });
}

/** 400 for what is counted more finely than its unit permits, in stock and, where that is the same unit, on the line. */
async function refuseFineQuantities(
  { trx }: Write,
  items: readonly NewItem[],
  lines: readonly OrderLine[],
): Promise<void> {
  const counted = (quantityOf: (item: NewItem, index: number) => number | null) =>
    refuseFiner(
      trx,
      items.map((item, index) => ({
        product_id: item.product_id,
        quantity: quantityOf(item, index) ?? 0,
      })),
    );
  const isSame = (index: number) => lines[index]?.unit === lines[index]?.unit_of_measure;
  await counted(({ stock_quantity }) => stock_quantity);
  await counted(({ quantity }, index) => (isSame(index) ? quantity : 0));
  await counted((item, index) => (isSame(index) ? item.rejected_quantity : 0));
}
