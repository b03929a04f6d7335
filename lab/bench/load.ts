import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Bench } from './product';
import { percentile } from './statistics';

const agent = new Agent({ keepAlive: true });

type Server = Pick<Bench, 'url' | 'cookie'>;

export async function post<T = { id: number }>(
  bench: Server,
  path: string,
  body: object,
): Promise<T> {
  const text = JSON.stringify(body);
  const answer = await send(bench, path, { method: 'POST', text });
  return ((await json(answer)) as { data: T }).data;
}

export async function put(bench: Server, path: string, body: object): Promise<void> {
  await readAll(await send(bench, path, { method: 'PUT', text: JSON.stringify(body) }));
}

export async function readLength(bench: Server, path: string): Promise<number> {
  return readAll(await send(bench, path, { method: 'GET' }));
}

async function readAll(answer: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  return length;
}

async function send(
  bench: Server,
  path: string,
  { method, text }: { method: string; text?: string },
): Promise<IncomingMessage> {
  const sent = request(`${bench.url}/api${path}`, { method, agent });
  sent.setHeader('cookie', bench.cookie);
  if (text) sent.setHeader('content-type', 'application/json');
  sent.end(text);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode && response.statusCode < 300) return response;
  throw new Error(`${method} ${path} answered ${response.statusCode}`);
}

interface Load {
  clients: number;
  turnMs: number;
  taken?: number[];
}

export async function ratePerSecond(
  work: (client: number) => Promise<void>,
  { clients, turnMs, taken = [] }: Load,
): Promise<number> {
  const started = performance.now();
  const ends = started + turnMs;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let began = performance.now(); began < ends; began = performance.now()) {
        await work(client);
        taken.push(performance.now() - began);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - started);
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
