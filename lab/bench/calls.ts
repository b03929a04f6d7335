import { done, type Person } from '../faults/people';
import { percentile, timed } from '../figures';
import type { Bench } from './product';

/** Reads an answer and gives the length of its body as it was sent. */
export async function readLength(
  person: Person,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { body } = await done(person.ask({ method: 'GET', path: `/api${path}`, headers }));
  return body.length;
}

/** How often in a second so many clients do it, each without a pause, and the p95 of one time in ms. */
export async function ratePerSecond(
  work: (client: number) => Promise<void>,
  { clients, turnMs }: { clients: number; turnMs: number },
): Promise<{ rate: number; p95: number }> {
  const taken: number[] = [];
  const started = performance.now();
  const keepOn = async (_: unknown, client: number) => {
    while (performance.now() - started < turnMs) taken.push(await timed(() => work(client)));
  };
  await Promise.all(Array.from({ length: clients }, keepOn));
  const rate = (taken.length * 1000) / (performance.now() - started);
  return { rate, p95: percentile(taken, 0.95) };
}

/** Makes a page's small calls every 20 ms until ended; gives the p95 of the responses in ms. */
export function watchOthers({ admin }: Bench): { end: () => Promise<number> } {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const paths = ['/auth/me', '/inventory/categories', '/settings'];
  const timer = setInterval(() => {
    const path = paths[calls.length % paths.length] ?? '';
    calls.push(timed(() => admin.askJson('GET', path)).then((ms) => void times.push(ms)));
  }, 20);
  return {
    end: async () => {
      clearInterval(timer);
      await Promise.all(calls);
      return percentile(times, 0.95);
    },
  };
}
