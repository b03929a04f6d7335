import type { Write } from '~/kit/server/database/context';
import type { LineLots, SentLot } from '../../lots/lots.fields';
import { existingLots } from '../../lots/server/lots.service';
import { lockStocks } from './movements.queries';

export { pickGoods } from './positions.internal';

interface Line {
  product_id: number;
  quantity: number;
  lots: LineLots;
}

/** The lines with the lots that were sent with them, all of which must exist: 400 where those do not fit the line. */
export async function withLots<L extends Line>(
  write: Write,
  items: readonly L[],
  sent: readonly (readonly SentLot[] | null | undefined)[],
): Promise<L[]> {
  const named = items.filter((_item, index) => sent[index]);
  if (named.length === 0) return [...items];
  const ids = named.map(({ product_id }) => product_id);
  const products = new Map((await lockStocks(write.trx, ids)).map((each) => [each.id, each]));
  const result: L[] = [];
  for (const [index, item] of items.entries()) {
    const [lots, product] = [sent[index], products.get(item.product_id)];
    if (!lots || !product) {
      result.push(item);
      continue;
    }
    const line = { quantity: item.quantity, lots, field: `items.${index}.lots` };
    const found = await existingLots(write, product, line);
    const own = found.map(({ id, lot_number, quantity }) => ({ lot_id: id, lot_number, quantity }));
    result.push({ ...item, lots: own });
  }
  return result;
}
