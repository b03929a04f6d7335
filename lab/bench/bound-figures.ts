import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { hash } from '@node-rs/argon2';
import { watchOthers } from './load';
import { type Bench, fillLeads, password, signIn } from './product';
import type { Figure } from './server-figures';
import { percentile } from './statistics';

const records = 100_000;
const people = 4;

/** What others see of those who take or send much at once, or take nothing of what they asked for (docs/product/wire.md#limits). */
export async function boundFigures(bench: Bench): Promise<Figure[]> {
  const cookies = await signedIn(bench);
  await fillProducts(bench);
  return [
    ...(await stalledDownloads(bench, cookies)),
    ...(await coldLists(bench)),
    ...(await manyImports(bench, cookies)),
  ];
}

async function signedIn({ pool, url }: Bench): Promise<string[]> {
  const hashed = await hash(password);
  const names = Array.from({ length: people }, (_, at) => `bench-${at}`);
  await pool.query(
    `insert into users (username, email, first_name, last_name, role, password_hash, created_at, updated_at)
     select name, name || '@bench.example', 'Bench', name, 'user', $2, now(), now() from unnest($1::text[]) name
     on conflict do nothing`,
    [names, hashed],
  );
  return Promise.all(names.map((name) => signIn(url, name)));
}

async function fillProducts({ pool }: Bench): Promise<void> {
  await pool.query('truncate products, stock_movements cascade');
  await pool.query(
    `insert into products (product_name, sku_code, description, unit_price, created_at, updated_at)
     select 'Bolt ' || n, 'BOUND-' || n, repeat(md5(n::text), 3), 1, now(), now()
     from generate_series(1, $1::int) n`,
    [records],
  );
  await pool.query('analyze products');
}

async function stalledDownloads(bench: Bench, cookies: readonly string[]): Promise<Figure[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const others = watchOthers(bench);
  const stalled: ClientRequest[] = [];
  const statuses: number[] = [];
  const asked = Array.from({ length: 12 }, async (_, at) => {
    const sent = request(`${bench.url}/api/products/export`, { agent });
    sent.on('error', () => undefined);
    sent.setHeader('cookie', cookies[at % people] ?? '').end();
    stalled.push(sent);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.socket.pause();
    statuses.push(response.statusCode ?? 0);
  });
  const signIns: number[] = [];
  for (let left = 15; left > 0; left -= 1) {
    const began = performance.now();
    await signIn(bench.url);
    signIns.push(performance.now() - began);
  }
  await Promise.all(asked);
  const calls = await others.end();
  for (const each of stalled) each.destroy();
  agent.destroy();
  const signInMs = percentile(signIns, 0.95);
  return [
    {
      name: `12 downloads that nobody reads (${statuses.filter((each) => each === 200).length} begun): other calls p95, sign-in p95`,
      value: `${calls.toFixed(0)} ms, ${signInMs.toFixed(0)} ms`,
      mark: 'at most 50 ms, 300 ms',
      holds: calls <= 50 && signInMs <= 300,
    },
  ];
}

async function coldLists(bench: Bench): Promise<Figure[]> {
  await bench.pool.query('truncate leads cascade');
  await fillLeads(bench.pool, records);
  const others = watchOthers(bench);
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 20 }, () => wholeList(bench)));
  const took = performance.now() - began;
  const calls = await others.end();
  const failed = answers.filter((length) => length < 10_000_000).length;
  return [
    {
      name: `20 whole cold lists of ${records.toLocaleString('en-US')} rows at once (${(took / 1000).toFixed(1)} s): failed, other calls p95`,
      value: `${failed}, ${calls.toFixed(0)} ms`,
      mark: '0, at most 100 ms',
      holds: failed === 0 && calls <= 100,
    },
  ];
}

/** The length of the list as it is sent to a browser, unpacked. */
async function wholeList(bench: Bench): Promise<number> {
  const response = await fetch(`${bench.url}/api/leads`, { headers: { cookie: bench.cookie } });
  if (!response.ok) return 0;
  let length = 0;
  for await (const piece of response.body ?? []) length += (piece as Uint8Array).length;
  return length;
}

async function manyImports(bench: Bench, cookies: readonly string[]): Promise<Figure[]> {
  const others = watchOthers(bench);
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 12 }, (_, at) => importRows(bench, cookies[at % people] ?? '', at)),
  );
  const took = performance.now() - began;
  const calls = await others.end();
  const failed = statuses.filter((status) => status !== 200).length;
  return [
    {
      name: `12 imports of 10,000 rows at once (${(took / 1000).toFixed(1)} s, ${failed} failed): the others’ calls p95`,
      value: `${calls.toFixed(0)} ms`,
      mark: 'at most 100 ms',
      holds: failed === 0 && calls <= 100,
    },
  ];
}

async function importRows(bench: Bench, cookie: string, number: number): Promise<number> {
  const rows = Array.from({ length: 10_000 }, (_, n) => `Nut ${n},MANY-${number}-${n},1.50\n`);
  const form = new FormData();
  form.append('csvFile', new File([`product_name,sku_code,unit_price\n`, ...rows], 'many.csv'));
  const response = await fetch(`${bench.url}/api/products/import`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  await response.arrayBuffer();
  return response.status;
}
