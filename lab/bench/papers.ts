import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { addDays, dayOf } from '../../src/kit/shared/time/days';
import { done, make, personAt } from '../faults/people';
import { giveLink, makeOrder } from '../faults/work';
import { atMost, type Figure, median, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillCatalogue, fillSales } from './fill';
import { type Bench, blockedMs } from './product';

const times = 5;
const lines = 10;
/** Two invoices to each payment. */
const stated = 10_000;

/** The papers that a customer gets: a quotation and its page, a challan, a statement of 10,000 lines. */
export async function paperFigures(bench: Bench): Promise<Figure[]> {
  await emptyRecords(bench.pool);
  const { customer, product } = await fillCatalogue(bench.pool, 2);
  const account = { customers: 1, orders: Math.round((stated * 2) / 3), invoiced: 1 };
  await fillSales(bench.pool, { customer: customer + 1, product }, account);
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

/** A sent quotation and a dispatched delivery of these items. */
async function makePapers(
  { admin }: Bench,
  sent: object,
): Promise<{ quotation: number; delivery: number }> {
  const quotation = await make(admin, '/quotations', sent);
  await done(admin.askJson('PUT', `/quotations/${quotation}/status`, { status: 'sent' }));
  const { id } = await makeOrder(admin, sent);
  const delivery = await make(admin, '/deliveries', { order_id: id, status: 'dispatched' });
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
async function pageFigure({ url, store }: Bench, quotation: number): Promise<Figure> {
  const token = createHash('sha256').update('bench').digest('base64url');
  await giveLink(store, quotation, token);
  const visitor = personAt(url, null);
  const load = async (path: string) => (await done(visitor.ask({ method: 'GET', path }))).body;
  const page = await load(`/q/${token}`);
  const links = page.toString().matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|png|svg|woff2))"/g);
  const files = await Promise.all([...links].map(([, path = '']) => load(path)));
  const kib = [page, ...files].reduce((sum, body) => sum + gzipSync(body).length, 0) / 1024;
  const name = `the public page of a quotation, gzip, with ${files.length} files`;
  return atMost(name, kib, 60, { unit: 'KiB', value: `${kib.toFixed(1)} KiB` });
}
