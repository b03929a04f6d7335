import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { against, atMost, type Figure, median, repeated, timed } from '../figures';
import { watchMemory } from '../processes';
import { importFile } from '../faults/people';
import { readLength, watchOthers } from './calls';
import { emptyRecords } from './fill';
import { copyOut } from './lists';
import type { Bench } from './product';

interface Subject {
  list: 'products' | 'leads' | 'customers';
  columns: string;
  line: (n: number) => string;
}

const partyColumns = 'company_name,contact_person,email,phone,industry,city';
const partyLine = (n: number) =>
  `Company ${n} Pumps,Person ${n},p${n}@c${n}.example,+91 98${10_000_000 + n},Automotive,Pune`;
const units = ['each', 'kg', 'box', 'meter'];
const categories = ['Electronics', 'Manufacturing', 'Safety Equipment', 'Raw Materials'];

const subjects: readonly Subject[] = [
  {
    list: 'products',
    columns:
      'product_name,sku_code,category,unit_price,cost_price,stock_quantity,reorder_level,unit_of_measure,description',
    line: (n) =>
      `Hex bolt M${n % 40} grade ${n},SKU-${String(n).padStart(6, '0')},${categories[n % 4]},${n % 9000}.50,` +
      `${n % 7000}.25,${n % 500},10,${units[n % 4]},"Zinc plated, box of ${n % 100}, for general use"`,
  },
  { list: 'leads', columns: partyColumns, line: partyLine },
  { list: 'customers', columns: partyColumns, line: partyLine },
];

/** `marks` are the most times as long as COPY takes. */
const full = { rows: 100_000, rounds: 3, marks: { products: 9, leads: 80, customers: 80 } };

/** Importing products, leads and customers against PostgreSQL's own COPY of the same file, and exporting products, in turns. */
export async function importFigures(bench: Bench, size = full): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const subject of subjects) figures.push(...(await importFiguresOf(bench, subject, size)));
  return figures;
}

async function importFiguresOf(
  bench: Bench,
  { list, columns, line }: Subject,
  { rows, rounds, marks }: typeof full,
): Promise<Figure[]> {
  const { admin, pool, product } = bench;
  const lines = Array.from({ length: rows }, (_, n) => line(n));
  const file = Buffer.from(`${[columns, ...lines].join('\n')}\n`);
  await pool.query(`drop table if exists bare;
    create table bare (${columns.replaceAll(',', ' text,')} text)`);
  const measured = await repeated(rounds, async () => {
    await emptyRecords(pool);
    await pool.query('truncate bare');
    await pool.query('checkpoint');
    const theirs = await timed(() => copyBare(bench, file));
    const meanwhile = watchOthers(bench);
    const memory = watchMemory(product.pid(), 'pss');
    const ours = await timed(async () => {
      const created = await importFile(admin, `/${list}`, file);
      if (created !== rows) throw new Error('The import lost rows');
    });
    return { ours, theirs, others: await meanwhile.end(), growth: memory.end() };
  });
  const growth = Math.max(...measured.map((each) => each.growth));
  const others = median(measured.map((each) => each.others));
  return [
    against(`import of ${rows} ${list} against COPY of the same file`, measured, marks[list]),
    atMost('memory growth during it (PSS, all processes)', growth, 150, { unit: 'MB' }),
    atMost('other calls next to it, p95', others, 100),
    ...(list === 'products' ? [await exportFigure(bench, rounds)] : []),
  ];
}

const exported = `select t.product_name, t.sku_code, c.category_name as category, t.unit_price, t.cost_price,
  t.stock_quantity, t.reorder_level, t.unit_of_measure, t.description, s.subcategory_name, b.brand_name, t.barcode,
  t.specifications, t.warranty_period, t.weight, t.dimensions, t.color, t.material, t.min_order_quantity, t.is_active
  from products t left join categories c on c.id = t.category_id
  left join subcategories s on s.id = t.subcategory_id left join brands b on b.id = t.brand_id order by t.id`;

async function exportFigure(bench: Bench, rounds: number): Promise<Figure> {
  await bench.pool.query('analyze products');
  const measured = await repeated(rounds, async () => ({
    ours: await timed(async () => {
      if ((await readLength(bench.admin, '/products/export')) < 1_000_000)
        throw new Error('It is short');
    }),
    theirs: await timed(() => copyOut(bench, `copy (${exported}) to stdout (format csv, header)`)),
  }));
  return against('export of them against COPY of the same columns', measured, 2);
}

async function copyBare({ pool }: Bench, file: Buffer): Promise<void> {
  const client = await pool.connect();
  const copy = client.query(copyFrom('copy bare from stdin (format csv, header)'));
  await pipeline(Readable.from([file]), copy).finally(() => client.release());
}
