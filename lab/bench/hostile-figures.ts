import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sheetBytes } from '../../src/kit/server/testing/test-sheets';
import { watchOthers } from './load';
import { type Bench, memoryOf } from './product';
import { blockedMs, type Figure } from './server-figures';

const megabyte = 1_000_000;
const header = 'product_name,sku_code,unit_price,unit_of_measure';

interface Attack {
  name: string;
  path: string;
  send: RequestInit | (() => Promise<RequestInit>);
}

/** Texts, files and headers of at most 1 MB that are made to hold the server up, and 6,000 strangers at once. */
export async function hostileFigures(bench: Bench, strangers = 6000): Promise<Figure[]> {
  // Code and threads that the first file loads stay loaded.
  const first = fileOf(new Blob([`${header}\nBolt,B-1,1,each\n`]), 'a.csv');
  await fetch(`${bench.url}/api/products/import?dry_run=true`, {
    ...first,
    headers: { cookie: bench.cookie },
  });
  const before = ownMemory(bench);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, ownMemory(bench));
  }, 100);
  const blocked: { name: string; ms: number }[] = [];
  for (const { name, path, send } of attacks) {
    const request = typeof send === 'function' ? await send() : send;
    await blockedMs(bench);
    const headers = { cookie: bench.cookie, ...request.headers };
    const answer = await fetch(`${bench.url}/api${path}`, { ...request, headers });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${name} was answered with ${answer.status}`);
    blocked.push({ name, ms: await blockedMs(bench) });
  }
  clearInterval(timer);
  await sleep(20_000);
  const kept = ownMemory(bench) - before;
  const worst = blocked.toSorted((one, other) => other.ms - one.ms)[0];
  return [
    {
      name: `hostile input of 1 MB, ${blocked.length} kinds: event loop blocked`,
      value: `${worst?.ms.toFixed(0)} ms (${worst?.name})`,
      mark: 'at most 200 ms',
      holds: (worst?.ms ?? 0) <= 200,
      share: (worst?.ms ?? 0) / 200,
    },
    {
      name: 'memory above idle during these; 20 s after (PSS, all processes, without shared buffers)',
      value: `${(most - before).toFixed(0)} MB; ${kept.toFixed(0)} MB`,
      mark: 'at most 150 MB; 60 MB',
      holds: most - before <= 150 && kept <= 60,
      share: (most - before) / 150,
    },
    await strangerFigure(bench, strangers),
  ];
}

/** Without the database's buffers, which fill up to their fixed size. */
function ownMemory({ child }: Bench): number {
  const { pss, shared } = memoryOf(child.pid ?? 0);
  return pss - shared;
}

const csv = (name: string, text: string): Attack => ({
  name,
  path: '/products/import?dry_run=true',
  send: () => Promise.resolve(fileOf(new Blob([text]), 'a.csv')),
});

const sheet = (name: string, parts: Parameters<typeof sheetBytes>[0]): Attack => ({
  name,
  path: '/products/import?dry_run=true',
  send: async () => fileOf(new Blob([await sheetBytes(parts)]), 'a.xlsx'),
});

const json = (name: string, body: string, path = '/leads'): Attack => ({
  name,
  path,
  send: { method: 'POST', body, headers: { 'content-type': 'application/json' } },
});

function fileOf(content: Blob, name: string): RequestInit {
  const form = new FormData();
  form.append('csvFile', content, name);
  return { method: 'POST', body: form };
}

const letters = ['"', ',', '\n', ';', ' ', '0', 'é', '\u0301', '<', '&'];

const attacks: readonly Attack[] = [
  ...letters.map((letter) => csv(`CSV of ${JSON.stringify(letter)}`, letter.repeat(megabyte))),
  ...letters.map((letter) =>
    json(
      `JSON of ${JSON.stringify(letter)}`,
      JSON.stringify({ company_name: letter.repeat(500_000) }),
    ),
  ),
  json('nested JSON', '['.repeat(megabyte)),
  json('lines that are numbers', `{"items":[${'1,'.repeat(480_000)}1]}`, '/orders'),
  json('empty lines', `{"items":[${'{},'.repeat(320_000)}{}]}`, '/orders'),
  json(
    'ids that are texts',
    `{"action":"delete","ids":[${'"x",'.repeat(240_000)}1]}`,
    '/bulk/leads',
  ),
  json('names', `{${Array.from({ length: 60_000 }, (_, n) => `"n${n}":1`).join()}}`),
  sheet('open cells', { sheet: [`<row>${'<c>'.repeat(300_000)}</row>`] }),
  sheet('open rows', { sheet: ['<row>'.repeat(200_000)] }),
  sheet('links', { sheet: [], links: '<Relationship '.repeat(80_000) }),
  sheet('shared', {
    sheet: [`<row><c t="s"><v>0</v></c></row>`],
    shared: [`<si><t>${'&amp;'.repeat(4_000_000)}</t></si>`],
  }),
  sheet('a hundred megabytes of rows', {
    sheet: Array.from({ length: 100 }, () =>
      `<row><c t="str"><v>${'y'.repeat(32_000)}</v></c></row>`.repeat(31),
    ),
  }),
  csv('wide rows', `${header}\n${`${'1,'.repeat(499)}\n`.repeat(1000)}`),
  csv('refused rows', `${header}\n${'A,B,x,each\n'.repeat(90_000)}`),
  {
    name: 'header',
    path: '/leads',
    send: {
      headers: { 'if-none-match': `W/"${'a'.repeat(7000)}`, 'accept-language': 'en,'.repeat(2000) },
    },
  },
  { name: 'address', path: `/leads?search=${'%20'.repeat(2500)}`, send: {} },
  {
    name: 'filters',
    path: `/products/ids?filters=${encodeURIComponent(`{"status":${'['.repeat(2000)}`)}`,
    send: {},
  },
];

const flood = `
const { parentPort, workerData: { url, count } } = require('node:worker_threads');
const paths = ['/leads', '/auth/me', '/auth/refresh', '/orders', '/invitations/token', '/health'];
const cookie = 'access=' + 'a'.repeat(43) + '; refresh=' + 'b'.repeat(43);
const ask = (n) => fetch(url + '/api' + paths[n % paths.length], {
  method: n % 6 === 2 ? 'POST' : 'GET', headers: n % 2 ? { cookie } : {},
}).then((answer) => answer.arrayBuffer(), () => undefined);
Promise.all(Array.from({ length: count }, (_, n) => ask(n))).then(() => parentPort.postMessage('done'));
`;

async function strangerFigure(bench: Bench, count: number): Promise<Figure> {
  const others = watchOthers(bench);
  const worker = new Worker(flood, { eval: true, workerData: { url: bench.url, count } });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const p95 = await others.end();
  return {
    name: `${count} anonymous calls at once: a signed-in call, p95`,
    value: `${p95.toFixed(0)} ms`,
    mark: 'at most 300 ms',
    holds: p95 <= 300,
  };
}
