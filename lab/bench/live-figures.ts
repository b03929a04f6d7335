import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase, type Product, startProduct } from '../../scripts/product';
import { fillCompany } from './backup-figures';
import { People, signInMany } from './live-people';
import { post, put } from './load';
import { password, processorOf, signIn } from './product';
import type { Figure } from './server-figures';

const records = 20_000;
const few = 30;
const many = 1000;
const orders = 10;
const alone = 50;
const seconds = 20;
const perSecond = 20;

interface Setting {
  product: Product;
  client: pg.Client;
  url: string;
  cookie: string;
  people: People;
}

/** Lists that stay live for many people at once (docs/product/wire.md#pushed-rows). */
export async function liveFigures(): Promise<Figure[]> {
  const product = await startProduct({ ADMIN_PASSWORD: password });
  const { url } = product;
  const people = await People.start();
  try {
    const client = await openDatabase(product);
    await fillCompany(client, records);
    const cookies = await signInMany(client, many);
    const setting = { product, client, url, cookie: await signIn(url), people };
    const figures = [
      ...(await orderBesideLists(setting, cookies.slice(0, few))),
      ...(await writesBesideMany(setting, cookies)),
    ];
    await client.end();
    return [...figures, ...(await comingBack(setting))];
  } finally {
    people.end();
    await product.stop();
  }
}

async function orderBesideLists(setting: Setting, cookies: string[]): Promise<Figure[]> {
  const { client, people, url, product } = setting;
  const paths = ['/orders', '/invoices', '/payments', '/customers', '/leads'];
  await people.ask({ do: 'open', url, people: cookies, paths });
  await people.live();
  const { rows } = await client.query<{ customer: number; product: number }>(
    'select (select min(id) from customers) as customer, (select min(id) from products) as product',
  );
  const [ids = { customer: 0, product: 0 }] = rows;
  const order = async () => {
    await post(setting, '/orders', {
      customer_id: ids.customer,
      items: [{ product_id: ids.product, quantity: 1, unit_price: 125.5 }],
      subtotal: 125.5,
      tax_amount: 12.55,
      total_amount: 138.05,
    });
    await sleep(1500);
  };
  await order();
  await people.ask({ do: 'bytes' });
  const idle = await processorDuring(product, () => sleep(orders * 1500));
  const [, idleBytes = 0] = await people.ask({ do: 'bytes' });
  const busy = await processorDuring(product, async () => {
    for (let left = orders; left > 0; left -= 1) await order();
  });
  const [, most = 0] = await people.ask({ do: 'bytes' });
  const [own, database] = [
    (busy.own - idle.own) / orders,
    (busy.children - idle.children) / orders,
  ];
  const bytes = (most - idleBytes) / orders;
  const seen = await seenOf(setting, await writeLeads(setting, alone, () => sleep(100)));
  await people.ask({ do: 'close' });
  return [
    {
      name: `one order beside ${few} people with 5 lists of 20,000 rows open: processor time of the server, of PostgreSQL`,
      value: `${own.toFixed(3)} s, ${database.toFixed(3)} s`,
      mark: 'together at most 0.1 s',
      holds: own + database <= 0.1,
    },
    {
      name: 'bytes sent to each of them',
      value: `${(bytes / 1000).toFixed(1)} KB`,
      mark: 'at most 5 KB',
      holds: bytes <= 5000,
    },
    {
      name: 'another person’s change, from the write sent to the row received: median, p95',
      value: `${seen.median.toFixed(0)}, ${seen.p95.toFixed(0)} ms`,
      mark: 'p95 at most 200 ms',
      holds: seen.p95 <= 200 && seen.count === alone * few,
    },
  ];
}

async function writesBesideMany(setting: Setting, cookies: string[]): Promise<Figure[]> {
  const { people, url, product, cookie } = setting;
  await people.ask({ do: 'open', url, people: cookies, paths: ['/leads'] });
  await people.live();
  await sleep(2000);
  await people.ask({ do: 'bytes' });
  const writes = seconds * perSecond;
  const began = performance.now();
  let sent: Sent[] = [];
  const used = await processorDuring(product, async () => {
    sent = await writeLeads(setting, writes, (place) =>
      sleep(Math.max(0, began + (place * 1000) / perSecond - performance.now())),
    );
  });
  const took = (performance.now() - began) / 1000;
  const seen = await seenOf(setting, sent);
  const [bytes = 0] = await people.ask({ do: 'bytes' });
  const [different = 0] = await people.ask({ do: 'different', url, cookie });
  const cores = used.own / took;
  return [
    {
      name: `${many} people with /leads open, ${perSecond} writes a second: seen after, median, p95 (${seen.count} of ${writes * many} rows came, ${(bytes / 1e6 / took).toFixed(1)} MB/s)`,
      value: `${seen.median.toFixed(0)}, ${seen.p95.toFixed(0)} ms`,
      mark: 'p95 at most 500 ms',
      holds: seen.p95 <= 500,
    },
    {
      name: 'the server meanwhile, PostgreSQL',
      value: `${cores.toFixed(2)}, ${(used.children / took).toFixed(2)} cores`,
      mark: 'server at most 1 core',
      holds: cores <= 1,
    },
    nothingLost('lists of theirs that differ from the server’s afterwards', different),
  ];
}

/** The server is ended and started again while all have their list; some rows change before they are back. */
async function comingBack(setting: Setting): Promise<Figure[]> {
  const { people, url, product, cookie } = setting;
  await product.restart();
  const used = processorOf(product.pid());
  const began = performance.now();
  for (let place = 0; place < 20; place += 1) await change(setting, place + 1);
  await people.live();
  const took = (performance.now() - began) / 1000;
  const after = processorOf(product.pid());
  const [bytes = 0] = await people.ask({ do: 'bytes' });
  await sleep(2000);
  const [different = 0] = await people.ask({ do: 'different', url, cookie });
  return [
    {
      name: `${many} people come back after a restart within ${took.toFixed(1)} s, 20 rows changed meanwhile: bytes to all; processor of the server, of PostgreSQL`,
      value: `${(bytes / 1e6).toFixed(1)} MB; ${(after.own - used.own).toFixed(1)}, ${(after.children - used.children).toFixed(1)} s`,
      mark: 'at most 20 MB',
      holds: bytes <= 20e6,
    },
    nothingLost('lists that differ from the server’s after that', different),
  ];
}

function nothingLost(name: string, different: number): Figure {
  return { name, value: String(different), mark: '0', holds: different === 0 };
}

type Sent = [phone: string, at: number];

async function writeLeads(
  setting: Setting,
  count: number,
  next: (place: number) => Promise<unknown>,
): Promise<Sent[]> {
  const writing: Promise<Sent>[] = [];
  for (let place = 0; place < count; place += 1) {
    await next(place);
    const at = Date.now();
    writing.push(change(setting, place + 1).then((phone) => [phone, at]));
  }
  return Promise.all(writing);
}

async function seenOf({ people }: Setting, sent: Sent[]) {
  await sleep(2500);
  const [median = 0, p95 = 0, count = 0] = await people.ask({ do: 'seen', sent });
  return { median, p95, count };
}

let made = 0;

async function change(setting: Setting, id: number): Promise<string> {
  made += 1;
  const phone = `+91 7${String(made).padStart(9, '0')}`;
  await put(setting, `/leads/${id}`, { phone });
  return phone;
}

async function processorDuring(product: Product, work: () => Promise<unknown>) {
  const before = processorOf(product.pid());
  await work();
  const after = processorOf(product.pid());
  return { own: after.own - before.own, children: after.children - before.children };
}
