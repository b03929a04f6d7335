import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillLeads, memoryOf } from '../bench/product';
import { percentile } from '../bench/statistics';
import pg from 'pg';
import { databaseAddress, type Product, startProduct, usualPassword } from '../../scripts/product';
import type { Line, Part } from './part';
import { addUser, personAt, type Person, type Query } from './people';
import { randomOf } from './random';
import { makeGround } from './work';
import { type Known, type Tally, visit } from './visitor';

const leads = 2000;
const signInsAtOnce = 4;
const times = 5;
/** Until then caches fill, pools open, and each connection meets most statements. */
const warmUpMinutes = 3;
const sampleMs = 2000;
const back = { withinMs: 500, timesInTurn: 10, latestMs: 120_000 };

/** People at work: as many as are named, then five times as many. */
export const loadPart: Part = {
  minutes: ({ minutes, people }) =>
    0.5 + warmUpMinutes + 2 * minutes + (people * (1 + times)) / 700,
  run: async ({ minutes, people: count, seed }, tell) => {
    const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, ['--demo']);
    const pool = new pg.Pool({ ...databaseAddress(product), max: 2 });
    try {
      const query: Query = (text, values) => pool.query(text, values);
      await fillLeads(pool, leads);
      const [first] = await gather(product, query, 1, () => undefined);
      if (!first) throw new Error('Nobody is there');
      const { invoices: unpaid } = await makeGround(first.person);
      const known = { ...(await knownRecords(query)), unpaid };
      const lines: Line[] = [];
      for (const people of [count, count * times]) {
        const crowd = await gather(product, query, people, tell);
        const isMarked = people === count;
        const whole = isMarked ? warmUpMinutes + minutes : minutes;
        const load = await work({ product, known, minutes: whole, seed, tell }, crowd);
        const found = linesOf({ people, minutes: whole, isMarked }, load);
        for (const { what, measured } of found) tell(`${what}: ${measured}`);
        lines.push(...found);
        for (const { agent } of crowd) agent.destroy();
        lines.push(await recovery(product, query, people));
      }
      return lines;
    } finally {
      await pool.end();
      await product.stop();
    }
  },
};

async function knownRecords(query: Query): Promise<Omit<Known, 'unpaid'>> {
  const idsOf = async (table: string, only = '') => {
    const { rows } = await query<{ id: number }>(
      `select id from ${table} ${only} order by id limit 500`,
    );
    return rows.map(({ id }) => id);
  };
  await query('update settings set value = to_jsonb(true) where name = $1', [
    'allow_negative_stock',
  ]);
  return {
    leads: await idsOf('leads', `where status in ('active', 'contacted', 'qualified')`),
    customers: await idsOf('customers', 'where is_active'),
    orders: await idsOf('orders'),
    invoices: await idsOf('invoices'),
    products: await idsOf('products', 'where is_active'),
  };
}

interface Member {
  person: Person;
  agent: Agent;
}

/** So many people, each signed in with their own password. */
async function gather(
  product: Product,
  query: Query,
  count: number,
  tell: (line: string) => void,
): Promise<Member[]> {
  const { rows } = await query<{ password_hash: string }>(
    'select password_hash from users where id = 1',
  );
  const began = performance.now();
  const members: Member[] = [];
  let left = count;
  const signIn = async () => {
    while (left > 0) {
      left -= 1;
      const agent = new Agent({ keepAlive: true });
      const login = await addUser(query, rows[0]?.password_hash ?? '', { role: 'user' });
      const person = personAt(product.url, { ...login, password: usualPassword }, agent);
      let answer = await person.signIn();
      while (answer.status === 503 || answer.status === 429) {
        await sleep(1000 * Number(answer.headers['retry-after'] ?? 1));
        answer = await person.signIn();
      }
      if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}`);
      members.push({ person, agent });
    }
  };
  await Promise.all(Array.from({ length: signInsAtOnce }, signIn));
  tell(`${count} people signed in within ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return members;
}

interface Sample {
  minute: number;
  server: number;
  /** All processes, without the database's buffers. */
  all: number;
}

interface Load {
  tally: Tally;
  samples: Sample[];
}

interface Work {
  product: Product;
  known: Known;
  minutes: number;
  seed: number;
  tell: (line: string) => void;
}

async function work(
  { product, known, minutes, seed, tell }: Work,
  crowd: readonly Member[],
): Promise<Load> {
  const tally: Tally = { taken: [], statuses: new Map(), broken: 0, strange: [] };
  // Who signed in first has waited longer than the server keeps a connection without a call.
  for (const { agent } of crowd) agent.destroy();
  const began = performance.now();
  const isOver = () => performance.now() - began > minutes * 60_000;
  const visits = crowd.map(({ person }, at) =>
    visit({ url: product.url, person, known, tally, isOver, random: randomOf(seed, at) }),
  );
  const samples: Sample[] = [];
  while (!isOver()) {
    const minute = (performance.now() - began) / 60_000;
    const { pss, shared, top } = memoryOf(product.pid());
    samples.push({ minute, server: top, all: pss - shared });
    await sleep(sampleMs);
  }
  await Promise.all(visits);
  const statuses = [...tally.statuses].map(([status, sent]) => `${sent} × ${status}`);
  tell(`${tally.taken.length} calls of ${crowd.length} people: ${statuses.join(', ')}`);
  for (const line of tally.strange) tell(line);
  return { tally, samples };
}

/** Megabytes a minute: the slope of the line that fits best. */
function slopeOf(samples: readonly Sample[], read: (sample: Sample) => number): number {
  const last = samples.at(-1)?.minute ?? 0;
  const settled = samples.filter(({ minute }) => minute >= Math.min(warmUpMinutes, last / 2));
  const mean = (of: (sample: Sample) => number) =>
    settled.reduce((sum, each) => sum + of(each), 0) / settled.length;
  const [x, y] = [mean(({ minute }) => minute), mean(read)];
  const spread = settled.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return settled.reduce((sum, each) => sum + (each.minute - x) * (read(each) - y), 0) / spread;
}

interface Measured {
  people: number;
  minutes: number;
  isMarked: boolean;
}

function linesOf({ people, minutes, isMarked }: Measured, { tally, samples }: Load): Line[] {
  const at = (share: number) => percentile(tally.taken, share);
  const refused = sumOf(tally, (status) => status === 429 || status === 503);
  const failed = sumOf(tally, (status) => status >= 500 && status !== 503) + tally.broken;
  const other = sumOf(tally, (status) => status >= 400 && status < 500 && status !== 429);
  const server = slopeOf(samples, (sample) => sample.server);
  const all = slopeOf(samples, (sample) => sample.all);
  const busy = sumOf(tally, (status) => status === 503);
  const who = `${people} people, ${minutes} minutes`;
  return [
    {
      what: `${who}: calls`,
      measured:
        `${tally.taken.length} calls (${(tally.taken.length / minutes / 60).toFixed(0)} a second), p50 ${at(0.5).toFixed(0)}, ` +
        `p95 ${at(0.95).toFixed(0)}, p99 ${at(0.99).toFixed(0)} ms; ${failed} failed, ${refused} refused (429, 503), ${other} other 4xx`,
      mark: isMarked ? '0 × 5xx, p99 at most 500 ms' : 'no 5xx but 503',
      holds: failed === 0 && (!isMarked || (busy === 0 && at(0.99) <= 500)),
    },
    {
      what: `${who}, memory after ${warmUpMinutes}`,
      measured:
        `server ${server.toFixed(1)} MB a minute (RSS), all processes ${all.toFixed(1)} (PSS without the database's buffers); ` +
        `at the end ${samples.at(-1)?.server.toFixed(0)} and ${samples.at(-1)?.all.toFixed(0)} MB`,
      mark: isMarked ? 'at most 1 MB a minute' : '–',
      holds: !isMarked || (server <= 1 && all <= 1),
    },
  ];
}

function sumOf({ statuses }: Tally, counts: (status: number) => boolean): number {
  return [...statuses].reduce((sum, [status, sent]) => sum + (counts(status) ? sent : 0), 0);
}

/** After a load one person works as if nothing had been: so many calls in turn answer quickly. */
async function recovery(product: Product, query: Query, people: number): Promise<Line> {
  const [member] = await gather(product, query, 1, () => undefined);
  const began = performance.now();
  let inTurn = 0;
  while (inTurn < back.timesInTurn && performance.now() - began < back.latestMs) {
    const asked = performance.now();
    const answer = await member?.person.askJson('GET', '/leads').catch(() => null);
    const isGood = answer?.status === 200 && performance.now() - asked < back.withinMs;
    inTurn = isGood ? inTurn + 1 : 0;
  }
  member?.agent.destroy();
  const seconds = (performance.now() - began) / 1000;
  return {
    what: `after ${people} people: recovered`,
    measured: inTurn < back.timesInTurn ? 'not' : `within ${seconds.toFixed(1)} s`,
    mark: '10 lists in turn within 500 ms each',
    holds: inTurn === back.timesInTurn,
  };
}
