import { post, readLength } from './load';
import { longScreenFigures } from './long-screen';
import type { Bench } from './product';
import { type Figure, timed } from './server-figures';
import { median, percentile } from './statistics';

const count = 1_000_000;
const batch = 100_000;
const rounds = 7;

/** What a person asks of 1,000,000 products, and what keeping them in order costs a write (issue 13). */
export async function longFigures(bench: Bench): Promise<Figure[]> {
  await bench.pool.query('truncate products, stock_movements cascade');
  const before = await writeMs(bench);
  const filled = await timed(() => fill(bench));
  const figures: Figure[] = [];
  for (const [name, path, mark] of asks) figures.push(await askFigure(bench, { name, path, mark }));
  figures.push(...(await longScreenFigures(bench, count)));
  const after = await writeMs(bench);
  return [
    ...figures,
    {
      name: `POST /products among 1,000,000 (among none: ${before.toFixed(1)} ms)`,
      value: `median ${after.toFixed(1)} ms`,
      mark: 'under 20 ms',
      holds: after < 20,
    },
    {
      name: 'filling in 1,000,000 products by statements of 100,000',
      value: `${(filled / 1000).toFixed(0)} s`,
      mark: 'no mark',
      holds: true,
    },
  ];
}

const window = 'count=2000';
const filters = (values: object) => `filters=${encodeURIComponent(JSON.stringify(values))}`;

const asks: readonly [name: string, path: string, markMs: number][] = [
  ['first window by name', `?sort=product_name&${window}`, 100],
  ['first window, newest first', `?${window}`, 100],
  ['first window by SKU, downwards', `?sort=-sku_code&${window}`, 100],
  ['first window by price', `?sort=unit_price&${window}`, 100],
  ['first window by stock, downwards', `?sort=-stock_quantity&${window}`, 100],
  ['first window by category', `?sort=category&${window}`, 100],
  ['a jump to the middle by name', `?sort=product_name&from=500000&${window}`, 100],
  ['a jump to the end by price, downwards', `?sort=-unit_price&from=990000&${window}`, 200],
  ['all ids by name', `?sort=product_name`, 1500],
  ['rows of 100 ids', `?ids=${Array.from({ length: 100 }, (_, n) => 5000 + n * 97).join()}`, 50],
  ['search for one product', `?search=sku-0777777&sort=product_name&${window}`, 300],
  ['search for a word of one in forty', `?search=M17&sort=product_name&${window}`, 300],
  ['search for two words', `?search=hex%20washer&sort=product_name&${window}`, 300],
  ['search for one letter', `?search=b&sort=product_name&${window}`, 300],
  ['search for what is in none', `?search=nowhere&sort=product_name&${window}`, 300],
  ['filter by price', `?${filters({ price_range: 'under-100' })}&sort=product_name&${window}`, 300],
  ['filter by category', `?${filters({ category_id: '3' })}&sort=product_name&${window}`, 300],
  ['filter by low stock', `?${filters({ stock_status: 'low' })}&sort=product_name&${window}`, 300],
];

async function askFigure(
  bench: Bench,
  { name, path, mark }: { name: string; path: string; mark: number },
): Promise<Figure> {
  const taken: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ms = await timed(async () => void (await readLength(bench, `/products${path}`)));
    if (round > 0) taken.push(ms);
  }
  const [middle, slowest] = [median(taken), percentile(taken, 0.95)];
  return {
    name: `1,000,000 products: ${name}`,
    value: `${middle.toFixed(0)} ms, slowest ${slowest.toFixed(0)}`,
    mark: `median under ${mark} ms`,
    holds: middle < mark,
  };
}

let made = 0;

async function writeMs(bench: Bench): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    made += 1;
    const product = {
      product_name: `Made one by one ${made}`,
      sku_code: `ONE-${made}`,
      unit_price: 12.5,
      stock_quantity: 3,
      description: 'Zinc plated, for general use',
    };
    taken.push(await timed(async () => void (await post(bench, '/products', product))));
  }
  return median(taken.slice(10));
}

async function fill({ pool }: Bench): Promise<void> {
  for (let from = 0; from < count; from += batch) {
    await pool.query(
      `insert into products (product_name, sku_code, description, category_id, unit_price, cost_price, stock_quantity,
         reorder_level, unit_of_measure, is_active, created_at, updated_at)
       select w[1 + (n * 7919::bigint) % 8] || ' M' || n % 40 || ' grade ' || (n * 104729::bigint) % 1000000,
         'SKU-' || lpad(n::text, 7, '0'), 'Zinc plated, box of ' || n % 100 || ', for general use', nullif(n % 5, 0),
         round((n * 31::bigint) % 900000 / 100.0, 2), round((n * 17::bigint) % 700000 / 100.0, 2), n % 500, 10, 'each',
         n % 20 <> 0, now(), now()
       from generate_series($1::int, $2::int) n, (select array['Hex bolt', 'Hex nut', 'Hex washer', 'Écrou', 'Flat washer',
         'Bearing', 'Bracket', 'Seal ring'] as w) words`,
      [from, from + batch - 1],
    );
  }
  await pool.query('select settle_search()');
  await pool.query('select keep_products_in_order(1)');
  await pool.query('vacuum analyze products');
}
