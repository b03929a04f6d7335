import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillLeads } from '../bench/product';
import { percentile } from '../bench/statistics';
import pg from 'pg';
import { databaseAddress, startProduct, usualPassword } from '../../scripts/product';
import { signedIn } from './crew';
import { storeOf } from './looks';
import type { Line, Part } from './part';
import type { Person } from './people';

const leads = 50_000;
const each = 15;
/** Whatever a client does, its line has ended after the deadline of a body, and what Node takes to look. */
const endsWithinMs = 390_000;

/** Clients that take or send a byte a second, beside one who works. */
export const slowPart: Part = {
  minutes: () => 7,
  run: async (_plan, tell) => {
    const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, ['--demo']);
    try {
      const pool = new pg.Pool({ ...databaseAddress(product), max: 1 });
      await fillLeads(pool, leads);
      await pool.end();
      const [slow, other] = await signedIn(product.url, storeOf(product), 2);
      if (!slow || !other) throw new Error('Nobody is there');
      const alone = await timesOf(other, 5000);
      const lines = kinds.map(async ({ name, request, reads }) => {
        const ends = await Promise.all(
          Array.from({ length: each }, () =>
            reads
              ? readSlowly(product.url, request(slow.cookie()))
              : sendSlowly(product.url, request(slow.cookie())),
          ),
        );
        tell(`${name}: ${[...new Set(ends.map((end) => end.how))].join(', ')}`);
        return lineOf(name, ends);
      });
      let isOver = false;
      const all = Promise.all(lines).finally(() => {
        isOver = true;
      });
      const beside: number[] = [];
      while (!isOver) beside.push(...(await timesOf(other, 5000)));
      return [...(await all), besideLine(alone, beside)];
    } catch (error) {
      tell(product.output().slice(-3000));
      throw error;
    } finally {
      await product.stop();
    }
  },
};

interface Kind {
  name: string;
  reads: boolean;
  request: (cookie: string) => string;
}

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n`;
const get = (path: string) => (cookie: string) =>
  lines(`GET /api${path} HTTP/1.1`, 'host: x', 'connection: close', `cookie: ${cookie}`, '');
const post = (path: string, type: string) => (cookie: string) =>
  `${lines(`POST /api${path} HTTP/1.1`, 'host: x', `cookie: ${cookie}`, `content-type: ${type}`, 'content-length: 100000', '')}${' '.repeat(99_000)}`;

const kinds: readonly Kind[] = [
  { name: 'a list of 50,000 read', reads: true, request: get('/leads') },
  { name: 'an export read', reads: true, request: get('/products/export') },
  { name: 'an archive of invoices read', reads: true, request: get('/billing/invoices.zip') },
  { name: 'a document read', reads: true, request: get('/invoices/1/pdf') },
  { name: 'headers sent', reads: false, request: get(`/leads?${'x'.repeat(10_000)}`) },
  { name: 'a body sent', reads: false, request: post('/leads', 'application/json') },
  {
    name: 'a file sent',
    reads: false,
    request: post('/products/import', 'multipart/form-data; boundary=part'),
  },
];

interface End {
  ms: number;
  /** The status that it was answered with, and whether the server ended the line. */
  how: string;
}

/** Takes one byte a second. */
async function readSlowly(url: string, request: string): Promise<End> {
  const began = performance.now();
  let bytes = 0;
  const socket = connect({
    port: Number(new URL(url).port),
    host: '127.0.0.1',
    onread: {
      buffer: Buffer.alloc(1),
      callback: () => {
        bytes += 1;
        setTimeout(() => socket.resume(), 1000).unref();
        return false;
      },
    },
  });
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'connect');
  await sleep(1000);
  while (isHeld(url, socket) && performance.now() - began < readsForMs) await sleep(500);
  const how = isHeld(url, socket) ? 'goes on' : 'no longer held';
  socket.destroy();
  return { ms: performance.now() - began, how: `${how}${bytes > 0 ? '' : ', not begun'}` };
}

/** Whether the server's end of the line is open: what it has closed may still be on its way. */
function isHeld(url: string, { localPort = 0 }: Socket): boolean {
  const hex = (port: number) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(
      ([, local = '', remote = '', state]) =>
        local.endsWith(hex(Number(new URL(url).port))) &&
        remote.endsWith(hex(localPort)) &&
        state === established,
    );
}

const readsForMs = 120_000;

/** Sends one byte a second after the beginning, until the server ends it. */
async function sendSlowly(url: string, request: string): Promise<End> {
  const began = performance.now();
  const cut = request.includes('content-length') ? request.length : 200;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.write(request.slice(0, cut));
  let at = cut;
  const timer = setInterval(() => socket.write(request[at++] ?? ' '), 1000);
  const isEnded = await Promise.race([
    once(socket, 'close').then(() => true),
    sleep(endsWithinMs, false, { ref: false }),
  ]);
  clearInterval(timer);
  socket.destroy();
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'no answer';
  return {
    ms: performance.now() - began,
    how: isEnded ? `${status}, ended` : `${status}, goes on`,
  };
}

function lineOf(name: string, ends: readonly End[]): Line {
  const longest = Math.max(...ends.map(({ ms }) => ms)) / 1000;
  const hows = [...new Set(ends.map(({ how }) => how))].join(', ');
  return {
    what: `${each} times ${name} at a byte a second`,
    measured: `${hows}; longest ${longest.toFixed(0)} s`,
    mark: 'cut off or refused by a deadline, or no longer held by the server',
    holds: ends.every(({ how }) => !how.includes('goes on')),
  };
}

/** Milliseconds of the calls of somebody who works, for so long. */
async function timesOf(person: Person, forMs: number): Promise<number[]> {
  const until = performance.now() + forMs;
  const taken: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await person.askJson('GET', '/customers');
    taken.push(answer.status === 200 ? performance.now() - began : 60_000);
    await sleep(20);
  }
  return taken;
}

function besideLine(alone: readonly number[], beside: readonly number[]): Line {
  const [before, meanwhile] = [alone, beside].map((times) => percentile([...times], 0.95));
  const failed = beside.filter((ms) => ms >= 60_000).length;
  return {
    what: 'somebody who works beside them',
    measured: `p95 ${before?.toFixed(0)} ms alone, ${meanwhile?.toFixed(0)} ms beside them; ${failed} of ${beside.length} calls failed`,
    mark: '0 failed, p95 at most 500 ms',
    holds: failed === 0 && (meanwhile ?? 0) <= 500,
  };
}
