import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Sent } from '../../src/kit/server/testing/raw-http';
import { sheetBytes } from '../../src/kit/server/testing/test-sheets';
import { atMost, type Figure } from '../figures';
import { memoryOf, watchMemory } from '../processes';
import { formOf } from '../faults/people';
import { watchOthers } from './calls';
import { type Bench, blockedMs } from './product';

const megabyte = 1_000_000;
const header = 'product_name,sku_code,unit_price,unit_of_measure';

type Attack = () => Sent | Promise<Sent>;

/** Texts, files and headers of at most 1 MB that are made to hold the server up. */
export async function hostileFigures(bench: Bench): Promise<Figure[]> {
  // Code and threads that the first file loads stay loaded.
  await ask(bench, 'first', csv(`${header}\nBolt,B-1,1,each\n`));
  const pid = bench.product.pid();
  const memory = watchMemory(pid, 'own');
  let worst = { name: '', ms: 0 };
  for (const [name, attack] of Object.entries(attacks)) {
    await blockedMs();
    await ask(bench, name, attack);
    const ms = await blockedMs();
    if (ms > worst.ms) worst = { name, ms };
  }
  const most = memory.end();
  await sleep(20_000);
  const remaining = memoryOf(pid).own - memory.before;
  return [
    atMost(
      `hostile input of 1 MB, ${Object.keys(attacks).length} kinds: event loop blocked`,
      worst.ms,
      200,
      {
        value: `${worst.ms.toFixed(0)} ms (${worst.name})`,
      },
    ),
    atMost('memory above idle during these (PSS, all, no shared buffers)', most, 150, {
      unit: 'MB',
    }),
    atMost('the same 20 s after', remaining, 60, { unit: 'MB' }),
  ];
}

async function ask({ admin }: Bench, name: string, attack: Attack): Promise<void> {
  const { status } = await admin.ask(await attack());
  if (status >= 500) throw new Error(`${name} was answered with ${status}`);
}

const importing = '/api/products/import?dry_run=true';
const csv =
  (text: string): Attack =>
  () => ({ ...formOf(text), path: importing });
const sheet =
  (parts: Parameters<typeof sheetBytes>[0]): Attack =>
  async () => ({ ...formOf(Buffer.from(await sheetBytes(parts)), 'a.xlsx'), path: importing });
const isJson = { 'content-type': 'application/json' };
const json =
  (body: string, path = '/leads'): Attack =>
  () => ({ method: 'POST', path: `/api${path}`, body, headers: isJson });
const read =
  (path: string, headers: Record<string, string> = {}): Attack =>
  () => ({ method: 'GET', path: `/api${path}`, headers });

const letters = ['"', ',', '\n', ';', ' ', '0', 'é', '\u0301', '<', '&'];
const ofLetters = letters.flatMap((letter): [string, Attack][] => {
  const lead = JSON.stringify({ company_name: letter.repeat(500_000) });
  return [
    [`CSV of ${JSON.stringify(letter)}`, csv(letter.repeat(megabyte))],
    [`JSON of ${JSON.stringify(letter)}`, json(lead)],
  ];
});

const attacks: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(ofLetters),
  'nested JSON': json('['.repeat(megabyte)),
  'lines that are numbers': json(`{"items":[${'1,'.repeat(480_000)}1]}`, '/orders'),
  'empty lines': json(`{"items":[${'{},'.repeat(320_000)}{}]}`, '/orders'),
  'ids that are texts': json(
    `{"action":"delete","ids":[${'"x",'.repeat(240_000)}1]}`,
    '/bulk/leads',
  ),
  names: json(`{${Array.from({ length: 60_000 }, (_, n) => `"n${n}":1`).join()}}`),
  'open cells': sheet({ sheet: [`<row>${'<c>'.repeat(300_000)}</row>`] }),
  'open rows': sheet({ sheet: ['<row>'.repeat(200_000)] }),
  links: sheet({ sheet: [], links: '<Relationship '.repeat(80_000) }),
  shared: sheet({
    sheet: [`<row><c t="s"><v>0</v></c></row>`],
    shared: [`<si><t>${'&amp;'.repeat(4_000_000)}</t></si>`],
  }),
  'a hundred megabytes of rows': sheet({
    sheet: Array.from({ length: 100 }, () =>
      `<row><c t="str"><v>${'y'.repeat(32_000)}</v></c></row>`.repeat(31),
    ),
  }),
  'wide rows': csv(`${header}\n${`${'1,'.repeat(499)}\n`.repeat(1000)}`),
  'refused rows': csv(`${header}\n${'A,B,x,each\n'.repeat(90_000)}`),
  header: read('/leads', {
    'if-none-match': `W/"${'a'.repeat(7000)}`,
    'accept-language': 'en,'.repeat(2000),
  }),
  address: read(`/leads?search=${'%20'.repeat(2500)}`),
  filters: read(`/products/ids?filters=${encodeURIComponent(`{"status":${'['.repeat(2000)}`)}`),
};

const flood = `
const { parentPort, workerData: { url, count } } = require('node:worker_threads');
const paths = ['/leads', '/auth/me', '/auth/refresh', '/orders', '/invitations/token', '/health'];
const cookie = 'access=' + 'a'.repeat(43) + '; refresh=' + 'b'.repeat(43);
const ask = (n) => fetch(url + '/api' + paths[n % paths.length], {
  method: n % 6 === 2 ? 'POST' : 'GET', headers: n % 2 ? { cookie } : {},
}).then((answer) => answer.arrayBuffer(), () => undefined);
Promise.all(Array.from({ length: count }, (_, n) => ask(n))).then(() => parentPort.postMessage('done'));
`;

/** So many calls of no one at once, next to someone who works. */
export async function anonymousFigures(bench: Bench): Promise<Figure[]> {
  const count = 6000;
  const others = watchOthers(bench);
  const worker = new Worker(flood, { eval: true, workerData: { url: bench.url, count } });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const name = `${count} anonymous calls at once: a signed-in call, p95`;
  return [atMost(name, await others.end(), 300)];
}
