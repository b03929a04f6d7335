import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  databaseAddress,
  type Product,
  startProduct,
  usualPassword,
} from '../../e2e/built-product';
import { type MailServer, startMailServer } from '../../src/kit/server/testing/test-mail-server';
import { printLine } from '../figures';
import type { Query } from './people';

/** Where a product keeps its records: a direct connection, past a faulty line or pooler. */
export interface Store {
  database: pg.ClientConfig | string;
  /** What its maintenance commands need to find them. */
  environment: Record<string, string>;
}

export function storeOf(product: Product): Store {
  return { database: databaseAddress(product), environment: { DATA_DIR: product.dataDir } };
}

/** A session on the records, for the work alone. */
export async function withQuery<T>(
  { database }: Pick<Store, 'database'>,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(database);
  // The server may be killed while it is open.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work((text, values) => client.query(text, values));
  } finally {
    await client.end();
  }
}

interface Start {
  args?: readonly string[];
  /** The data folder; a new one unless given. */
  folder?: string;
  /** Where the version to start was built; this one unless given. */
  root?: string;
}

/** Starts a built product for the work; tells what it said where that fails. */
export async function withProduct<T>(
  environment: Record<string, string>,
  work: (product: Product) => Promise<T>,
  { args, folder, root }: Start = {},
): Promise<T> {
  const product = await startProduct(environment, args, folder, root);
  try {
    return await work(product);
  } catch (error) {
    printLine(product.output().slice(-3000));
    throw error;
  } finally {
    await product.stop();
  }
}

interface Stage {
  url: string;
  product: Product;
  mails: MailServer;
  store: Store;
  query: Query;
}

/** Starts this version with a mail server for the work. */
export async function onStage<T>(
  environment: Record<string, string>,
  work: (stage: Stage) => Promise<T>,
  start: Start = {},
): Promise<T> {
  const mails = await startMailServer();
  const settings = { ADMIN_PASSWORD: usualPassword, SMTP_URL: mails.url, ...environment };
  const ready = (product: Product) => {
    const store = storeOf(product);
    const query: Query = (text, values) => withQuery(store, (ask) => ask(text, values));
    return work({ url: product.url, product, mails, store, query });
  };
  try {
    return await withProduct(settings, ready, start);
  } finally {
    await mails.close();
  }
}

/** The database's own process. */
export function postmasterOf({ dataDir }: Pick<Product, 'dataDir'>): number {
  return Number(readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
