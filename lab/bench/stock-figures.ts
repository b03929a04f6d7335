import { post, ratePerSecond } from './load';
import { type Bench } from './product';
import type { Figure } from './server-figures';
import { median } from './statistics';

const people = 50;
const turns = 3;
const turnMs = 3000;

/** Fifty clients that each receive one piece of the same product, repeatedly (issue 4). */
export async function stockFigures(bench: Bench): Promise<Figure[]> {
  const product = await post(bench, '/products', {
    product_name: 'Adjusted product',
    sku_code: 'ADJUSTED',
    unit_price: 1,
  });
  const rates: number[] = [];
  const taken: number[] = [];
  const putIn = async () => {
    const adjustment = { adjustment_type: 'in', quantity: 1, reason: 'Bench' };
    await post(bench, `/products/${product.id}/adjust-stock`, adjustment);
  };
  for (let turn = 0; turn <= turns; turn += 1) {
    const rate = await ratePerSecond(putIn, { clients: people, turnMs, taken });
    if (turn > 0) rates.push(rate);
  }
  const { rows } = await bench.pool.query<{ stock: number; moved: number }>(
    `select stock_quantity::integer as stock,
       (select sum(quantity)::integer from stock_movements where product_id = p.id) as moved
     from products p where p.id = $1`,
    [product.id],
  );
  const right = rows[0]?.stock === taken.length && rows[0]?.moved === taken.length;
  return [
    {
      name: `${people} people adjusting the same product, ${right ? 'nothing' : 'SOMETHING'} lost`,
      value: `${median(rates).toFixed(0)} a second`,
      mark: 'at least 300',
      holds: right && median(rates) >= 300,
    },
  ];
}
