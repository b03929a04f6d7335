import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { databaseAddress, type Product, usualPassword } from '../../e2e/built-product';
import { adminAt, type Person } from '../faults/people';
import { type Store, storeOf, withProduct } from '../faults/stage';

export interface Bench {
  url: string;
  admin: Person;
  pool: pg.Pool;
  product: Product;
  store: Store;
}

const loopSocket = path.join(os.tmpdir(), `crm-bench-${process.pid}.sock`);

/** Starts the built product with an empty database for the work. */
export function onBench<T>(work: (bench: Bench) => Promise<T>): Promise<T> {
  const watch = pathToFileURL(path.join(import.meta.dirname, 'watch-loop.mjs'));
  const environment = {
    ADMIN_PASSWORD: usualPassword,
    OUTBOUND_NETWORKS: '127.0.0.0/8',
    NODE_OPTIONS: `--import=${watch.href}`,
    BENCH_LOOP: loopSocket,
  };
  return withProduct(environment, async (product) => {
    const admin = await adminAt(product);
    const pool = new pg.Pool({ ...databaseAddress(product), max: 4 });
    const bench = { url: product.url, admin, pool, product, store: storeOf(product) };
    try {
      return await work(bench);
    } finally {
      await pool.end();
    }
  });
}

/** The longest time in milliseconds for which the server's event loop was blocked since the last call. */
export async function blockedMs(): Promise<number> {
  const query = get({ socketPath: loopSocket, agent: false });
  const [response] = (await once(query, 'response')) as [IncomingMessage];
  return Number(await text(response));
}
