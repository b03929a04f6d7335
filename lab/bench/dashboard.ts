import { atMost, type Figure, median, repeated, timed } from '../figures';
import { readLength } from './calls';
import { emptyRecords, fillCatalogue, fillLeads, fillSales } from './fill';
import type { Bench } from './product';

const parts = ['stats', 'pipeline', 'activities', 'top-customers'].map(
  (part) => `/dashboard/${part}?period=year`,
);
const all = [...parts, '/invoices'];

/** The dashboard's five calls together, with 100,000 leads next to 20,000 invoices. */
export async function dashboardFigures(bench: Bench): Promise<Figure[]> {
  const { pool } = bench;
  await emptyRecords(pool);
  await fillLeads(pool, 100_000);
  const catalogue = await fillCatalogue(pool, 4000);
  await fillSales(pool, catalogue, { customers: 4000, orders: 20_000, invoiced: 1 });
  const stored = await openedMs(bench, all, async () => {});
  const change = async () => {
    await pool.query('update invoices set notes = null where id = (select min(id) from invoices)');
  };
  const changed = await openedMs(bench, all, change);
  const figures = await openedMs(bench, parts, change);
  return [
    atMost('the dashboard’s five calls together, 100,000 leads, 20,000 invoices', stored, 150),
    atMost('the same five right after an invoice changed', changed, 50),
    atMost('the four of them that are figures, right after an invoice changed', figures, 50),
  ];
}

async function openedMs(
  bench: Bench,
  paths: readonly string[],
  before: () => Promise<void>,
): Promise<number> {
  // The body stays compressed: decompressing it is not the server's time.
  const headers = { 'accept-encoding': 'gzip' };
  const taken = await repeated(7, async () => {
    await before();
    return timed(() => Promise.all(paths.map((path) => readLength(bench.admin, path, headers))));
  });
  return median(taken);
}
