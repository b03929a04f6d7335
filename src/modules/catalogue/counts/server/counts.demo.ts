import { anonymous } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { addCount, post } from './counts.actions';
import { counts, listSampleProducts } from './counts.queries';
import { lockRecord } from '~/kit/server/database/entity';
import { addScan } from './scanning.actions';

const msPerHour = 3_600_000;

interface Sample {
  /** What the SKU codes of its products begin with. */
  skus: string;
  hoursAgo: number;
  /** What was found of each product more or less than should be there. */
  found: readonly number[];
  isPosted: boolean;
}

const samples: readonly Sample[] = [
  { skus: 'SAF-', hoursAgo: 52, found: [0, -2, 0, 1, 0, -1, 0, 0], isPosted: true },
  { skus: 'TOO-', hoursAgo: 3, found: [0, 0, -1, 0, 2], isPosted: false },
];

/** A posted count with three differences and one that is in progress. Returns how many. */
export async function fillDemoCounts(trx: Transaction, now: Date): Promise<number> {
  let total = 0;
  for (const { skus, hoursAgo, found, isPosted } of samples) {
    const products = await listSampleProducts(trx, skus, found.length);
    const category_id = products[0]?.category_id ?? null;
    const at = (minutes: number) => ({
      trx,
      context: {
        person: anonymous,
        now: new Date(now.getTime() - hoursAgo * msPerHour + minutes * 60_000),
      },
    });
    const count = await addCount(at(0), { category_id });
    for (const [index, { id, stock_quantity }] of products.entries()) {
      const quantity = stock_quantity + (found[index] ?? 0);
      await addScan(at(index + 1), count, { product_id: id, quantity, mode: 'set' });
    }
    if (isPosted) await post(at(60), await lockRecord(trx, counts, count.id), {});
    total += 1;
  }
  return total;
}
