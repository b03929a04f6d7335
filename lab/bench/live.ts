import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { ListMessage } from '../../src/kit/shared/changes';
import { signedIn } from '../faults/crew';
import { done, make, type Person } from '../faults/people';
import { atMost, type Figure, percentile } from '../figures';
import { processorOf } from '../processes';
import { readLength } from './calls';
import { emptyRecords, fillCatalogue, fillLeads, fillSales } from './fill';
import type { Bench } from './product';

const rows = 20_000;
const people = 30;
const lists = ['/orders', '/invoices', '/payments', '/customers', '/leads'];
const orders = 10;
const orderEveryMs = 1500;
const changes = 50;

/** Lists that stay live for many people at once (docs/product/wire.md#pushed-rows). */
export async function liveFigures(bench: Bench): Promise<Figure[]> {
  const { pool, store, url } = bench;
  await emptyRecords(pool);
  await fillLeads(pool, rows);
  const { customer, product } = await fillCatalogue(pool, rows);
  await fillSales(pool, { customer, product }, { customers: rows, orders: rows, invoiced: 1 });
  /** When each telephone number was sent, and the milliseconds until it came to a screen. */
  const sent = new Map<string, number>();
  const taken: number[] = [];
  const shown = ({ phone = '' }: Row) => {
    const at = sent.get(phone);
    if (at !== undefined) taken.push(performance.now() - at);
  };
  const screens: Awaited<ReturnType<typeof openScreen>>[] = [];
  for (const person of await signedIn(url, store, people))
    screens.push(await openScreen(url, person, shown));
  const order = async () => {
    await make(bench.admin, '/orders', {
      customer_id: customer,
      items: [{ product_id: product, quantity: 1, unit_price: 125.5 }],
    });
    await sleep(orderEveryMs);
  };
  const during = async (work: () => Promise<unknown>) => {
    const before = processorOf(bench.product.pid());
    const bytes = screens.map((screen) => screen.bytes);
    await work();
    const after = processorOf(bench.product.pid());
    return {
      server: after.own - before.own,
      database: after.children - before.children,
      bytes: Math.max(...screens.map((screen, at) => screen.bytes - (bytes[at] ?? 0))),
    };
  };
  await order();
  const idle = await during(() => sleep(orders * orderEveryMs));
  const busy = await during(async () => {
    for (let remaining = orders; remaining > 0; remaining -= 1) await order();
  });
  const server = (busy.server - idle.server) / orders;
  const database = (busy.database - idle.database) / orders;
  await changeLeads(bench, sent);
  for (const screen of screens) screen.leave();
  const p95 = percentile(taken, 0.95);
  const lost = changes * people - taken.length;
  return [
    atMost(
      `one order next to ${people} people with ${lists.length} lists of 20,000 rows open: processor time of the server, of PostgreSQL`,
      server + database,
      0.1,
      { unit: 's together', value: `${server.toFixed(3)} s, ${database.toFixed(3)} s` },
    ),
    atMost('bytes sent to each of them', (busy.bytes - idle.bytes) / orders, 5000, { unit: 'B' }),
    {
      name: 'another person’s change, from the write sent to the row received: median, p95',
      value: `${percentile(taken, 0.5).toFixed(0)}, ${p95.toFixed(0)} ms; ${lost} rows did not come`,
      mark: 'p95 at most 200 ms, 0',
      holds: p95 <= 200 && lost === 0,
    },
  ];
}

/** Gives some leads new telephone numbers, and waits until the screens may have them. */
async function changeLeads(bench: Bench, sent: Map<string, number>): Promise<void> {
  const { rows: found } = await bench.pool.query<{ id: number }>(
    'select id from leads order by id limit $1',
    [changes],
  );
  for (const [at, { id }] of found.entries()) {
    const phone = `+91 7${String(at).padStart(9, '0')}`;
    sent.set(phone, performance.now());
    await done(bench.admin.askJson('PUT', `/leads/${id}`, { phone }));
    await sleep(100);
  }
  await sleep(2000);
}

interface Row {
  id: number;
  phone?: string;
}

/** A browser with these lists open, into which changed rows are pushed (docs/product/wire.md#pushed-rows). */
async function openScreen(url: string, person: Person, shown: (row: Row) => void) {
  const extraHeaders = { cookie: person.cookie() };
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders });
  /** `bytes` are those that were pushed until now. */
  const screen = { bytes: 0, leave: () => void socket.disconnect() };
  socket.io.on('open', () => {
    socket.io.engine.on('data', (data) => {
      screen.bytes += Buffer.byteLength(String(data)) + 4;
    });
  });
  socket.on('list', ({ rows, whole }: ListMessage<Row>) => {
    if (whole) throw new Error('A list has to be read again: that would be measured too');
    for (const row of rows) shown(row);
  });
  await new Promise<void>((done) => socket.once('connect', done));
  const headers = { 'accept-encoding': 'gzip', 'live-socket': socket.id ?? '' };
  for (const list of lists) await readLength(person, list, headers);
  return screen;
}
