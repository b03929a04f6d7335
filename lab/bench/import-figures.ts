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

const rounds = 3;
const rows = 100_000;
const columns =
  'product_name, sku_code, category, unit_price, cost_price, stock_quantity, reorder_level, unit_of_measure, description';

/** Importing and exporting 100,000 products against PostgreSQL's own COPY of the same file, in turns. */
export async function importFigures(bench: Bench): Promise<Figure[]> {
  const file = path.join(bench.dataDir, 'bench.csv');
  await writeFile(file, csvOf(rows));
  await bench.pool.query(`create table bare (product_name text, sku_code text, category text,
    unit_price numeric(14,2), cost_price numeric(14,2), stock_quantity integer, reorder_level integer,
    unit_of_measure text, description text)`);
  const measured: Measured[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await bench.pool.query('truncate products, stock_movements, bare cascade');
    await bench.pool.query('checkpoint');
    const copy = await timed(() => copyBare(bench, file));
    const meanwhile = watchOthers(bench);
    const memory = watchMemory(bench);
    const ours = await timed(() => importFile(bench, file));
    const others = await meanwhile.end();
    const growth = memory.end();
    const again = await timed(() => importFile(bench, file));
    await bench.pool.query('analyze products');
    const exported = await timed(() => exportAll(bench));
    const out = await timed(() => copyOut(bench));
    if (round > 0) measured.push({ copy, ours, others, growth, again, exported, out });
  }
  const of = (pick: (each: Measured) => number) => median(measured.map(pick));
  const ratio = of((each) => each.ours / each.copy);
  const exportRatio = of((each) => each.exported / each.out);
  const growth = Math.max(...measured.map((each) => each.growth));
  const others = of((each) => each.others);
  return [
    {
      name: 'import of 100,000 products against COPY of the same file',
      value: `${of((each) => each.ours).toFixed(0)} ms : ${of((each) => each.copy).toFixed(0)} ms = ${ratio.toFixed(1)} (again, unchanged: ${of((each) => each.again).toFixed(0)} ms)`,
      mark: 'at most 6',
      holds: ratio <= 6,
    },
    {
      name: 'the server’s memory growth during the import (PSS, all processes)',
      value: `${growth.toFixed(0)} MB`,
      mark: 'under 150 MB',
      holds: growth < 150,
    },
    {
      name: 'other calls during the import, p95',
      value: `${others.toFixed(0)} ms`,
      mark: 'under 100 ms',
      holds: others < 100,
    },
    {
      name: 'export of 100,000 products against COPY of the same columns',
      value: `${of((each) => each.exported).toFixed(0)} ms : ${of((each) => each.out).toFixed(0)} ms = ${exportRatio.toFixed(2)}`,
      mark: 'at most 2',
      holds: exportRatio <= 2,
    },
  ];
}

type Measured = Record<
  'copy' | 'ours' | 'others' | 'growth' | 'again' | 'exported' | 'out',
  number
>;

function csvOf(count: number): string {
  const units = ['each', 'kg', 'box', 'meter'];
  const categories = ['Electronics', 'Manufacturing', 'Safety Equipment', 'Raw Materials'];
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `Hex bolt M${n % 40} grade ${n},SKU-${String(n).padStart(6, '0')},${categories[n % 4]},${n % 9000}.50,${n % 7000}.25,${n % 500},10,${units[n % 4]},"Zinc plated, box of ${n % 100}, for general use"\n`,
  );
  return `${columns.replaceAll(' ', '')}\n${lines.join('')}`;
}

async function copyBare(bench: Bench, file: string): Promise<void> {
  const client = await bench.pool.connect();
  try {
    const copy = client.query(copyFrom('copy bare from stdin (format csv, header)'));
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), copy);
  } finally {
    client.release();
  }
}

async function importFile(bench: Bench, file: string): Promise<void> {
  const form = new FormData();
  form.append('csvFile', await openAsBlob(file, { type: 'text/csv' }), 'bench.csv');
  const response = await fetch(`${bench.url}/api/products/import`, {
    method: 'POST',
    headers: { cookie: bench.cookie },
    body: form,
  });
  const { data } = (await response.json()) as { data: { created: number; unchanged: number } };
  if (data.created + data.unchanged !== rows) throw new Error('The import lost rows');
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
