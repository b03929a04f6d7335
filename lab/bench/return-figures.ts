import type pg from 'pg';
import { post, put, readLength } from './load';
import { type Bench, memoryOf } from './product';
import { blockedMs, type Figure, timed } from './server-figures';
import { median } from './statistics';

const documents = 20_000;
const rounds = 4;
const month = '2026-11';
const files = {
  'the screen': `/tax/gstr1?month=${month}`,
  'its JSON file': `/tax/gstr1?month=${month}&format=json`,
  'its CSV file': `/tax/gstr1?month=${month}&format=csv`,
  'the XML for Tally': `/tax/tally?month=${month}`,
};

/** A month's GSTR-1 and its files, of 20,000 issued invoices. */
export async function returnFigures(bench: Bench): Promise<Figure[]> {
  await fillMonth(bench);
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(files)) {
    const taken: number[] = [];
    const blocked: number[] = [];
    let size = 0;
    const before = memoryOf(bench.child.pid ?? 0).top;
    for (let round = 0; round <= rounds; round += 1) {
      await blockedMs(bench);
      const ms = await timed(async () => {
        size = await readLength(bench, path);
      });
      const longest = await blockedMs(bench);
      if (round === 0) continue;
      taken.push(ms);
      blocked.push(longest);
    }
    const grown = memoryOf(bench.child.pid ?? 0).top - before;
    figures.push({
      name: `GSTR-1 of ${documents} documents: ${name}, ${(size / 1e6).toFixed(1)} MB; longest block; memory growth`,
      value: `${(median(taken) / 1000).toFixed(2)} s; ${Math.max(...blocked).toFixed(0)} ms; ${grown.toFixed(0)} MB`,
      mark: '2 s; 50 ms; 150 MB',
      holds: median(taken) <= 2000 && Math.max(...blocked) <= 50 && grown <= 150,
    });
  }
  return figures;
}

/** Issued by the product once for each buyer, and copied. */
async function fillMonth(bench: Bench): Promise<void> {
  await put(bench, '/settings', { tax_mode: 'gst' });
  const { rows } = await bench.pool.query<{ id: number }>('select id from products limit 3');
  const items = rows.map(({ id }, at) => ({
    product_id: id,
    description: `Hex bolt M${at}`,
    quantity: 3 + at,
    unit_price: 125.5,
  }));
  const sources: number[] = [];
  for (const [at, buyer] of buyers.entries()) {
    const customer = await post(bench, '/customers', {
      company_name: `Returned ${at}`,
      contact_person: 'Meera Kulkarni',
      billing_address: '4 Canal Street',
      city: 'Pune',
      postal_code: '411001',
      ...buyer,
    });
    const body = {
      customer_id: customer.id,
      items,
      invoice_date: `${month}-20`,
      status: 'pending',
    };
    sources.push((await post(bench, '/invoices', body)).id);
  }
  for (const [at, source] of sources.entries()) await copyInvoice(bench.pool, source, at);
  await bench.pool.query('vacuum analyze invoices, invoice_lines, papers');
}

const buyers = [
  { gst_category: 'regular', gstin: '27AAGCB7383J1Z8' },
  { gst_category: 'regular', gstin: '29AAGCB7383J1Z4' },
  { gst_category: 'unregistered', state_code: '27' },
  { gst_category: 'unregistered', state_code: '29' },
];

async function copyInvoice(pool: pg.Pool, source: number, at: number): Promise<void> {
  const columns = await pool.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'invoices' and table_schema = current_schema() and is_generated = 'NEVER'
       and column_name not in ('id', 'invoice_number', 'number_sequence')`,
  );
  const names = columns.rows[0]?.names ?? '';
  const copies = documents / buyers.length;
  await pool.query(
    `with made as (
       insert into invoices (invoice_number, number_sequence, ${names})
       select 'GST-' || lpad((n * 4 + $2::int)::text, 6, '0'), 100000 + n * 4 + $2::int, ${names}
       from invoices, generate_series(1, $3::int) n where id = $1 returning id, invoice_number)
     insert into papers (kind, record_id, document, account, upi_id, logo_digest)
     select d.kind, made.id, d.document || jsonb_build_object('id', made.id, 'number', made.invoice_number),
       d.account, d.upi_id, d.logo_digest
     from made, papers d where d.kind = 'invoices' and d.record_id = $1`,
    [source, at, copies],
  );
}
