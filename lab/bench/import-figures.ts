import { createReadStream, openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { watchOthers } from './load';
import { type Bench, memoryOf } from './product';
import type { Figure } from './server-figures';
import { median } from './statistics';

interface Subject {
  list: 'products' | 'leads' | 'customers';
  emptied: string;
  columns: readonly string[];
  line: (n: number) => string;
}

const partyColumns = ['company_name', 'contact_person', 'email', 'phone', 'industry', 'city'];
const partyLine = (n: number) =>
  `Company ${n} Pumps,Person ${n},p${n}@c${n}.example,+91 98${10_000_000 + n},Automotive,Pune\n`;
const units = ['each', 'kg', 'box', 'meter'];
const categories = ['Electronics', 'Manufacturing', 'Safety Equipment', 'Raw Materials'];

const subjects: readonly Subject[] = [
  {
    list: 'products',
    emptied: 'products, stock_movements',
    columns: [
      'product_name',
      'sku_code',
      'category',
      'unit_price',
      'cost_price',
      'stock_quantity',
      'reorder_level',
      'unit_of_measure',
      'description',
    ],
    line: (n) =>
      `Hex bolt M${n % 40} grade ${n},SKU-${String(n).padStart(6, '0')},${categories[n % 4]},${n % 9000}.50,${n % 7000}.25,${n % 500},10,${units[n % 4]},"Zinc plated, box of ${n % 100}, for general use"\n`,
  },
  { list: 'leads', emptied: 'leads', columns: partyColumns, line: partyLine },
  { list: 'customers', emptied: 'customers', columns: partyColumns, line: partyLine },
];

interface Size {
  rows: number;
  rounds: number;
  /** The most for products; the other two write more indexes. */
  marks: Record<Subject['list'], number>;
}

/** Importing products, leads and customers against PostgreSQL's own COPY of the same file, and exporting products, in turns. */
export async function importFigures(
  bench: Bench,
  size: Size = { rows: 100_000, rounds: 3, marks: { products: 9, leads: 80, customers: 80 } },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const subject of subjects) figures.push(...(await importFiguresOf(bench, subject, size)));
  return figures;
}

async function importFiguresOf(
  bench: Bench,
  { list, emptied, columns, line }: Subject,
  { rows, rounds, marks }: Size,
): Promise<Figure[]> {
  const file = path.join(bench.dataDir, 'bench.csv');
  await writeFile(
    file,
    `${columns.join(',')}\n${Array.from({ length: rows }, (_, n) => line(n)).join('')}`,
  );
  await bench.pool.query(`drop table if exists bare;
    create table bare (${columns.map((name) => `${name} text`).join()})`);
  const measured: Measured[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await bench.pool.query(`truncate ${emptied}, bare cascade`);
    await bench.pool.query('checkpoint');
    const copy = await timed(() => copyBare(bench, file));
    const meanwhile = watchOthers(bench);
    const memory = watchMemory(bench);
    const ours = await timed(() => importFile(bench, { file, list, rows }));
    const others = await meanwhile.end();
    const growth = memory.end();
    if (round > 0) measured.push({ copy, ours, others, growth });
  }
  const of = (pick: (each: Measured) => number) => median(measured.map(pick));
  const ratio = of((each) => each.ours / each.copy);
  const growth = Math.max(...measured.map((each) => each.growth));
  const others = of((each) => each.others);
  const mark = marks[list];
  return [
    {
      name: `import of ${rows} ${list} against COPY of the same file`,
      value: `${of((each) => each.ours).toFixed(0)} ms : ${of((each) => each.copy).toFixed(0)} ms = ${ratio.toFixed(1)}`,
      mark: `at most ${mark}`,
      holds: ratio <= mark,
      share: ratio / mark,
    },
    {
      name: 'the server’s memory growth during it (PSS, all processes); other calls, p95',
      value: `${growth.toFixed(0)} MB; ${others.toFixed(0)} ms`,
      mark: 'under 150 MB; 100 ms',
      holds: growth < 150 && others < 100,
      share: growth / 150,
    },
    ...(list === 'products' ? [await exportFigure(bench, rounds)] : []),
  ];
}

async function exportFigure(bench: Bench, rounds: number): Promise<Figure> {
  await bench.pool.query('analyze products');
  const taken: { exported: number; out: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const exported = await timed(() => exportAll(bench));
    const out = await timed(() => copyOut(bench));
    if (round > 0) taken.push({ exported, out });
  }
  const exported = median(taken.map((each) => each.exported));
  const out = median(taken.map((each) => each.out));
  return {
    name: 'export of them against COPY of the same columns',
    value: `${exported.toFixed(0)} ms : ${out.toFixed(0)} ms = ${(exported / out).toFixed(2)}`,
    mark: 'at most 2',
    holds: exported / out <= 2,
    share: exported / out / 2,
  };
}

type Measured = Record<'copy' | 'ours' | 'others' | 'growth', number>;

async function copyBare(bench: Bench, file: string): Promise<void> {
  const client = await bench.pool.connect();
  try {
    const copy = client.query(copyFrom('copy bare from stdin (format csv, header)'));
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), copy);
  } finally {
    client.release();
  }
}

async function importFile(
  bench: Bench,
  { file, list, rows }: { file: string; list: string; rows: number },
): Promise<void> {
  const form = new FormData();
  form.append('csvFile', await openAsBlob(file, { type: 'text/csv' }), 'bench.csv');
  const response = await fetch(`${bench.url}/api/${list}/import`, {
    method: 'POST',
    headers: { cookie: bench.cookie },
    body: form,
  });
  const { data } = (await response.json()) as { data: { created: number } };
  if (data.created !== rows) throw new Error('The import lost rows');
}

async function exportAll(bench: Bench): Promise<void> {
  const response = await fetch(`${bench.url}/api/products/export`, {
    headers: { cookie: bench.cookie, 'accept-encoding': 'identity' },
  });
  if ((await response.arrayBuffer()).byteLength < 1_000_000) throw new Error('The export is short');
}

async function copyOut(bench: Bench): Promise<void> {
  const client = await bench.pool.connect();
  try {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    const select = `select t.product_name, t.sku_code, c.category_name as category, t.unit_price, t.cost_price,
      t.stock_quantity, t.reorder_level, t.unit_of_measure, t.description, s.subcategory_name, b.brand_name, t.barcode,
      t.specifications, t.warranty_period, t.weight, t.dimensions, t.color, t.material, t.min_order_quantity, t.is_active
      from products t left join categories c on c.id = t.category_id
      left join subcategories s on s.id = t.subcategory_id left join brands b on b.id = t.brand_id order by t.id`;
    await pipeline(client.query(copyTo(`copy (${select}) to stdout (format csv, header)`)), sink);
  } finally {
    client.release();
  }
}

function watchMemory(bench: Bench): { end: () => number } {
  const pid = bench.child.pid ?? 0;
  const before = memoryOf(pid).pss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid).pss);
  }, 200);
  return {
    end: () => {
      clearInterval(timer);
      return Math.max(most, memoryOf(pid).pss) - before;
    },
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
