import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { emptyFolder, openDatabase, type Product, startProduct } from '../../scripts/product';
import { fillLeads } from './product';
import type { Figure } from './server-figures';

const records = 100_000;
const kinds = ['leads', 'customers', 'products', 'orders', 'invoices', 'payments'];
const compared = [...kinds, 'order_lines', 'invoice_lines', 'stock_movements', 'audit_log'];

/** A whole company backed up while it runs, restored into an empty folder, and verified there (docs/product/backups.md). */
export async function backupFigures(): Promise<Figure[]> {
  const source = await startProduct();
  const target = await emptyFolder();
  const file = path.join(target, 'bench.backup');
  const dataDir = path.join(target, 'data');
  try {
    const before = await withDatabase(source, async (client) => {
      await fillCompany(client, records);
      return digests(client);
    });
    const backup = await maintain(['backup', file], source.dataDir);
    const { size } = await stat(file);
    const restore = await maintain(['restore', file], dataDir);
    const verify = await maintain(['verify'], dataDir);
    const restored = await startProduct({}, [], dataDir);
    const after = await withDatabase(restored, digests);
    await restored.stop();
    const different = compared.filter((table) => before.get(table) !== after.get(table));
    const what = `${records.toLocaleString('en')} each of ${kinds.join(', ')}`;
    return [
      timed(`backup of ${what}, while it runs (${Math.round(size / 1e6)} MB)`, backup),
      timed('restore of it into an empty folder', restore),
      timed('verify of what was restored', verify),
      {
        name: 'tables of it that differ from their source',
        value: different.length === 0 ? '0' : different.join(', '),
        mark: '0',
        holds: different.length === 0,
      },
    ];
  } finally {
    await source.stop();
    await rm(target, { recursive: true, force: true });
  }
}

interface Run {
  code: number | null;
  ms: number;
}

function timed(name: string, { code, ms }: Run): Figure {
  return { name, value: `${(ms / 1000).toFixed(1)} s`, mark: 'said', holds: code === 0 };
}

async function maintain(args: readonly string[], dataDir: string): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/maintain.js', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return { code: child.exitCode, ms: performance.now() - started };
}

async function withDatabase<T>(
  product: Product,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openDatabase(product);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function digests(client: pg.Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const table of compared) {
    // What the product itself logs at its start comes on top of what was restored.
    const limit = table === 'audit_log' ? `where action <> 'created' or entity <> 'sessions'` : '';
    const { rows } = await client.query<{ digest: string }>(
      `select concat(count(*), ':', sum(hashtextextended(t::text, 0))) as digest from ${table} t ${limit}`,
    );
    found.set(table, rows[0]?.digest ?? '');
  }
  return found;
}

/** Records that fit together, so that every check of `npm run verify` holds. */
export async function fillCompany(client: pg.Client, records: number): Promise<void> {
  await fillLeads(client, records);
  const count = [records];
  await client.query(
    `insert into customers (company_name, contact_person, customer_code, email, city, created_at, updated_at)
     select 'Customer ' || n, 'Person ' || n, 'BACKED-' || n, 'person' || n || '@customer.example', 'Pune', now(), now()
     from generate_series(1, $1::int) n`,
    count,
  );
  await client.query(
    `insert into products (product_name, sku_code, description, unit_price, stock_quantity, created_at, updated_at)
     select 'Bolt ' || n, 'BACKED-' || n, repeat(md5(n::text), 3), 125.5, 1000, now(), now()
     from generate_series(1, $1::int) n`,
    count,
  );
  await client.query(
    `insert into orders (order_number, customer_id, order_date, status, item_count, subtotal, tax_rate, tax_amount,
       total_amount, created_by_name, created_at, updated_at)
     select 'BACKED-' || n, (select min(id) from customers) + n - 1, current_date - n % 365, 'delivered', 2, 502, 10, 50.2,
       552.2, 'Bench', now(), now()
     from generate_series(1, $1::int) n`,
    count,
  );
  await client.query(
    `insert into order_lines (order_id, position, product_id, description, quantity, unit_price, line_total)
     select o.id, place, p.first + (o.id * 7 + place) % $1::int, 'Bolt', 2, 125.5, 251
     from orders o, generate_series(1, 2) place, (select min(id) as first from products) p`,
    count,
  );
  await client.query(
    `insert into invoice_numbers (financial_year, last_number) values ('26-27', $1)`,
    count,
  );
  await client.query(
    `insert into invoices (invoice_number, number_year, number_sequence, customer_id, order_id, invoice_date, due_date,
       item_count, subtotal, tax_rate, tax_amount, total_amount, paid_amount, status, created_at, updated_at)
     select 'INV-26-27-' || lpad(n::text, 6, '0'), '26-27', n, customer_id, id, order_date, order_date + 30,
       2, subtotal, tax_rate, tax_amount, total_amount, total_amount, 'paid', now(), now()
     from (select o.*, row_number() over (order by id) as n from orders o) o`,
  );
  await client.query(
    `insert into invoice_lines (invoice_id, position, order_line_id, description, quantity, unit_price, line_total)
     select i.id, l.position, l.id, l.description, l.quantity, l.unit_price, l.line_total
     from invoices i join order_lines l on l.order_id = i.order_id`,
  );
  await client.query(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     select id, 'bank_transfer', paid_amount, invoice_date + 3, 'completed', now(), now() from invoices`,
  );
  await client.query('analyze');
}
