import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import {
  databaseAddress,
  type Product,
  startProduct,
  usualPassword,
} from '../../e2e/built-product';
import { adminAt, type Person } from '../faults/people';
import { timed } from '../figures';

export interface Bench {
  url: string;
  admin: Person;
  pool: pg.Pool;
  product: Product;
  /** From the start of the process to its first healthy response, on an existing data folder. */
  warmStartMs: number;
  stop: () => Promise<void>;
}

const loopSocket = path.join(os.tmpdir(), `crm-bench-${process.pid}.sock`);

/** The built product with an empty database. */
export async function startBench(): Promise<Bench> {
  const watch = pathToFileURL(path.join(import.meta.dirname, 'watch-loop.mjs'));
  const product = await startProduct({
    ADMIN_PASSWORD: usualPassword,
    NODE_OPTIONS: `--import=${watch.href}`,
    BENCH_LOOP: loopSocket,
  });
  const { url } = product;
  await product.end('SIGTERM');
  const warmStartMs = await timed(async () => {
    await product.restart();
    await fetch(`${url}/api/health`);
  });
  const admin = await adminAt(product);
  const pool = new pg.Pool({ ...databaseAddress(product), max: 4 });
  return {
    url,
    admin,
    pool,
    product,
    warmStartMs,
    stop: async () => {
      await pool.end();
      await product.stop();
    },
  };
}

/** The longest time in milliseconds for which the server's event loop was blocked since the last call. */
export async function blockedMs(): Promise<number> {
  const query = get({ socketPath: loopSocket, agent: false });
  const [response] = (await once(query, 'response')) as [IncomingMessage];
  return Number(await text(response));
}
