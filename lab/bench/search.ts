import type pg from 'pg';
import { atMost, type Figure, percentile, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillLeads, fillProducts } from './fill';
import type { Bench } from './product';

const million = 1_000_000;
const markMs = 150;

/** What the text of a record ends with, so that a word finds one in so many. */
const shares = { every: 1, fifth: 5, tenth: 10, thirtieth: 30, hundredth: 100, rarest: 400_000 };
const suffix = Object.entries(shares)
  .map(([word, one]) => `case when n % ${one} = 0 then ' ${word}' else '' end`)
  .join(' || ');
const typed = [...Object.keys(shares), 'tenth thirtieth', 'nowhere', 'zq', 'q'];

const lists: Readonly<Record<string, string>> = {
  leads: '/leads',
  customers: '/customers',
  products: '/products',
  orders: '/orders',
  invoices: '/invoices',
  payments: '/payments',
};

/** The search of everything and of each list, among a million records of each kind. */
export async function searchFigures(bench: Bench): Promise<Figure[]> {
  const { admin, pool } = bench;
  await emptyRecords(pool);
  await quickly(pool, Object.keys(lists), () => fill(pool));
  await pool.query(`vacuum analyze ${Object.keys(lists).join(', ')}`);
  const figures: Figure[] = [];
  const slowest = async (name: string, path: (word: string) => string, terms = typed) => {
    const all: [number, string][] = [];
    for (const word of terms) {
      const headers = { 'list-form': 'windowed-when-long' };
      const ask = () => timed(() => readLength(admin, path(word), headers));
      all.push([percentile(await repeated(10, ask), 0.95), word]);
    }
    const worst = Math.max(...all.map(([ms]) => ms));
    const value = all.map(([ms, word]) => `${word} ${ms.toFixed(0)}`).join(', ');
    figures.push(atMost(`${name}, p95 of each word`, worst, markMs, { value: `${value} ms` }));
  };
  await slowest(
    'search of everything among a million of each kind',
    (word) => `/search?q=${encodeURIComponent(word)}`,
    // It asks for two letters.
    typed.filter((word) => word.length > 1),
  );
  for (const [name, path] of Object.entries(lists)) {
    await slowest(
      `search of 1,000,000 ${name}`,
      (word) => `${path}?search=${encodeURIComponent(word)}&from=0&count=100&rows=40`,
    );
  }
  return figures;
}

/** A million rows go in sooner without what follows each row; the indexes of the searches are made again afterwards. */
export async function quickly(
  pool: pg.Pool,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    join pg_class c on c.oid = indexrelid where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  for (const table of tables) await pool.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await pool.query(`alter table ${table} enable trigger user`);
  for (const { definition } of rows) await pool.query(definition);
}

async function fill(pool: pg.Pool): Promise<void> {
  await fillLeads(pool, million, suffix);
  await fillProducts(pool, million, suffix);
  const texts = `select n, ${suffix} as suffix, now() - n * interval '1 minute' as at from generate_series(1, ${million}) n`;
  await pool.query(`insert into customers (company_name, contact_person, customer_code, email, city, created_at, updated_at)
    select 'Orderer ' || n || suffix, 'Person ' || n, 'ORDERER-' || n, 'person' || n || '@orderer.example', 'Pune', at, at
    from (${texts}) s`);
  await pool.query('analyze customers');
  const { rows } = await pool.query<{ first: number }>('select min(id) as first from customers');
  const first = rows[0]?.first ?? 0;
  await pool.query(`insert into orders (order_number, customer_id, order_date, status, notes, item_count, subtotal, tax_rate,
      tax_amount, total_amount, created_by, created_by_name, created_at, updated_at)
    select 'BENCHED-' || n, ${first} + n, current_date - n % 365, 'confirmed', 'Gate ' || n % 7 || suffix, 1, 100, 10, 10, 110,
      1, 'System Administrator', at, at from (${texts}) s where n < ${million}`);
  await pool.query(`insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
      total_amount, status, notes, created_at, updated_at)
    select 'BENCHED-' || n, ${first} + n, current_date - n % 365, current_date, 100, 10, 10, 110, 'sent', 'Gate ' || suffix,
      at, at from (${texts}) s where n < ${million}`);
  await pool.query(`insert into payments (invoice_id, payment_method, amount, payment_date, status, reference_number, notes,
      created_at, updated_at)
    select i.id, 'bank_transfer', 110, current_date, 'completed', 'REF' || i.id, i.notes, i.created_at, i.created_at
    from invoices i`);
}
