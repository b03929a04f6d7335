import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { addDays, dayOf } from '../../src/kit/shared/time/days';
import { done, make } from '../faults/people';
import { storeOf } from '../faults/stage';
import { giveLink } from '../faults/work';
import { atMost, type Figure, median, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillCatalogue } from './fill';
import { type Bench, blockedMs } from './product';

const times = 5;
const lines = 10;
const stated = 10_000;

/** The papers that a customer gets: a quotation and its page, a challan, a statement of 10,000 lines. */
export async function paperFigures(bench: Bench): Promise<Figure[]> {
  await emptyRecords(bench.pool);
  const { customer, product } = await fillCatalogue(bench.pool, 2);
  await fillAccount(bench, customer + 1);
  const items = Array.from({ length: lines }, (_, at) => ({
    product_id: product + at,
    quantity: 3,
    unit_price: 125.5,
  }));
  const { quotation, delivery } = await makePapers(bench, { customer_id: customer, items });
  const today = dayOf(new Date(), 'UTC');
  const period = `from=${addDays(today, -400)}&to=${addDays(today, 1)}`;
  const statement = `/customers/${customer + 1}/statement?${period}&format=pdf`;
  return [
    ...(await pdfFigures(bench, `quotation of ${lines}`, `/quotations/${quotation}/pdf`, 300)),
    ...(await pdfFigures(bench, `challan of ${lines}`, `/deliveries/${delivery}/pdf`, 300)),
    ...(await pdfFigures(bench, `statement of ${stated}`, statement, 3000)),
    await pageFigure(bench, quotation),
  ];
}

/** Half as many invoices of a customer, each with its payment. */
async function fillAccount({ pool }: Bench, customer: number): Promise<void> {
  await pool.query(
    `insert into invoices (invoice_number, customer_id, invoice_date, due_date, subtotal, tax_rate, tax_amount,
       total_amount, paid_amount, status, created_at, updated_at)
     select 'STATED-' || n, $2::int, current_date - 1 - n % 365, current_date + 30, 100 + n, 0, 0, 100 + n, 100 + n, 'paid',
       now(), now() from generate_series(1, $1::int) n`,
    [stated / 2, customer],
  );
  await pool.query(
    `insert into payments (invoice_id, payment_method, amount, payment_date, status, created_at, updated_at)
     select id, 'bank_transfer', total_amount, invoice_date + 1, 'completed', now(), now() from invoices`,
  );
  await pool.query('analyze invoices, payments');
}

/** A sent quotation and a dispatched delivery of these items. */
async function makePapers(
  { admin }: Bench,
  sent: object,
): Promise<{ quotation: number; delivery: number }> {
  const quotation = await make(admin, '/quotations', sent);
  await done(admin.askJson('PUT', `/quotations/${quotation}/status`, { status: 'sent' }));
  const order_id = await make(admin, '/orders', sent);
  await done(admin.askJson('PUT', `/orders/${order_id}/status`, { status: 'confirmed' }));
  const delivery = await make(admin, '/deliveries', { order_id, status: 'dispatched' });
  return { quotation, delivery };
}

async function pdfFigures(
  bench: Bench,
  what: string,
  path: string,
  mostMs: number,
): Promise<Figure[]> {
  const taken = await repeated(times, async () => {
    await blockedMs();
    const ms = await timed(() => readLength(bench.admin, path));
    return { ms, blocked: await blockedMs() };
  });
  const blocked = Math.max(...taken.map((each) => each.blocked));
  return [
    atMost(`a ${what} lines as PDF`, median(taken.map(({ ms }) => ms)), mostMs),
    atMost('longest block of the event loop during it', blocked, 50),
  ];
}

/** The page behind the link of a quotation, with all that it loads. */
async function pageFigure({ url, product }: Bench, quotation: number): Promise<Figure> {
  const token = createHash('sha256').update('bench').digest('base64url');
  await giveLink(storeOf(product), quotation, token);
  const response = await fetch(`${url}/q/${token}`);
  const page = await response.text();
  if (!response.ok) throw new Error(`/q answered ${response.status}`);
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|png|svg|woff2))"/g)];
  const bodies = await Promise.all(
    files.map(async ([, path]) => Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer())),
  );
  const bytes = [Buffer.from(page), ...bodies].reduce(
    (sum, body) => sum + gzipSync(body).length,
    0,
  );
  const name = `the public page of a quotation, gzip, with ${files.length} files`;
  return atMost(name, bytes / 1024, 60, { unit: 'KiB', value: `${(bytes / 1024).toFixed(1)} KiB` });
}
