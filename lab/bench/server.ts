import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, type Figure, timed } from '../figures';
import { memoryOf } from '../processes';
import { fillLeads } from './fill';
import { leads, listFigures } from './lists';
import type { Bench } from './product';

/** What the server needs when no one works, and its list of 10,000 leads. */
export async function serverFigures(bench: Bench): Promise<Figure[]> {
  const { product, url } = bench;
  await product.end('SIGTERM');
  const warmStartMs = await timed(async () => {
    await product.restart();
    await fetch(`${url}/api/health`);
  });
  await sleep(12_000);
  const { rss, pss, processes } = memoryOf(product.pid());
  const value = `${rss.toFixed(0)} MB RSS, ${pss.toFixed(0)} MB PSS`;
  await fillLeads(bench.pool, 10_000);
  return [
    atMost(`idle memory, all ${processes} processes`, rss, 300, { unit: 'MB', value }),
    atMost('warm start to healthy', warmStartMs, 5000),
    ...(await listFigures(bench, leads)),
  ];
}
