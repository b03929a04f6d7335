import { done, type Person } from '../faults/people';
import { percentile } from '../figures';
import type { Bench } from './product';

export const longestMs = 120_000;

/** Reads an answer and gives the length of its body as it was sent. */
export async function readLength(
  person: Person,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { body } = await done(
    person.ask({ method: 'GET', path: `/api${path}`, headers }, longestMs),
  );
  return body.length;
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
export function watchOthers({ url, admin }: Bench): { end: () => Promise<number> } {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const paths = ['/auth/me', '/inventory/categories', '/settings'];
  const timer = setInterval(() => {
    const ask = async () => {
      const address = `${url}/api${paths[calls.length % paths.length]}`;
      await (await fetch(address, { headers: { cookie: admin.cookie() } })).arrayBuffer();
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
