import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { databaseAddress, type Product } from '../../scripts/product';
import type { Person, Query } from './people';
import { countDone, type Write } from './work';

/** A write and whether the server said that it was done. */
export interface Done {
  write: Write;
  /** Whose it is: an Idempotency-Key belongs to its user. */
  person: Person;
  isAcknowledged: boolean;
}

export interface Looked {
  lost: number;
  doubled: number;
  broken: number;
}

/** Where a product keeps its records, past whatever lies between. */
export interface Store {
  database: pg.ClientConfig;
  /** What its maintenance commands need to find them. */
  environment: Record<string, string>;
}

export function storeOf(product: Product): Store {
  return { database: databaseAddress(product), environment: { DATA_DIR: product.dataDir } };
}

/** Every acknowledged write is there once, none twice, and `verify` finds nothing. */
export async function look(
  store: Store,
  done: readonly Done[],
  counts: Looked,
  tell: (line: string) => void,
): Promise<void> {
  const database = new pg.Client(store.database);
  await database.connect();
  const query: Query = (text, values) => database.query(text, values);
  const written = done.filter(({ write }) => write.kind !== 'mail');
  const found = await countDone(query, [...new Set(written.map(({ write }) => write.key))]);
  const acknowledged = new Map(
    written.filter((each) => each.isAcknowledged).map(({ write }) => [write.key, write]),
  );
  for (const [key, { kind }] of acknowledged) {
    if (found.has(key)) continue;
    counts.lost += 1;
    tell(`lost: ${kind} ${key}`);
  }
  for (const [key, times] of found) {
    if (times === 1) continue;
    counts.doubled += 1;
    const write = written.find((each) => each.write.key === key)?.write;
    tell(`${times} times: ${write?.kind} ${key}`);
  }
  await database.end();
  counts.broken += await brokenInvariants(store, tell);
}

/** How many checks of `npm run verify` do not hold. */
async function brokenInvariants(
  { environment }: Store,
  tell: (line: string) => void,
): Promise<number> {
  const child = spawn(process.execPath, ['dist/server/maintain.js', 'verify'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  await once(child, 'close');
  const wrong = output.split('\n').filter((line) => line.startsWith('WRONG'));
  for (const line of wrong) tell(line);
  if (wrong.length === 0 && child.exitCode !== 0) throw new Error(`verify failed:\n${output}`);
  return wrong.length;
}

/** The embedded database's own process. */
export function postmasterOf({ dataDir }: Product): number {
  return Number(readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
