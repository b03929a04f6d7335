import { keepAliveAgent, send } from '../../src/kit/server/testing/raw-http';
import { percentile } from '../figures';
import type { Bench } from './product';

const agent = keepAliveAgent();

type Server = Pick<Bench, 'url' | 'cookie'>;

export async function post(bench: Bench, path: string, body: object): Promise<void> {
  await call(bench, 'POST', path, { body });
}

export async function put(bench: Bench, path: string, body: object): Promise<void> {
  await call(bench, 'PUT', path, { body });
}

/** Reads an answer and gives the length of its body as it was sent. */
export async function readLength(
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  return (await call(server, 'GET', path, { headers })).length;
}

/** By plain HTTP, which takes little of the processor that is measured. */
async function call(
  { url, cookie }: Server,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Readonly<Record<string, string>> },
): Promise<Buffer> {
  const type = body ? { 'content-type': 'application/json' } : {};
  const sent = { method, path: `/api${path}`, headers: { cookie, ...type, ...headers } };
  const options = { agent, timeoutMs: 120_000 };
  const response = await send(url, { ...sent, body: body && JSON.stringify(body) }, options);
  if (response.status < 300) return response.body;
  throw new Error(`${method} ${path} answered ${response.status}: ${response.body.toString()}`);
}

/** How often in a second so many clients do it, each without a pause; `taken` gets the milliseconds of each time. */
export async function ratePerSecond(
  work: (client: number) => Promise<void>,
  { clients, turnMs, taken = [] }: { clients: number; turnMs: number; taken?: number[] },
): Promise<number> {
  const started = performance.now();
  const before = taken.length;
  const ends = started + turnMs;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let began = performance.now(); began < ends; began = performance.now()) {
        await work(client);
        taken.push(performance.now() - began);
      }
    }),
  );
  return ((taken.length - before) * 1000) / (performance.now() - started);
}

/** Makes a page's small calls every 20 ms until ended; gives the p95 of the responses in ms. */
export function watchOthers(bench: Bench): { end: () => Promise<number> } {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const paths = ['/auth/me', '/inventory/categories', '/settings'];
  const timer = setInterval(() => {
    const ask = async () => {
      const url = `${bench.url}/api${paths[calls.length % paths.length]}`;
      await (await fetch(url, { headers: { cookie: bench.cookie } })).arrayBuffer();
    };
    const began = performance.now();
    calls.push(ask().then(() => void times.push(performance.now() - began)));
  }, 20);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(calls);
      return percentile(times, 0.95);
    },
  };
}
