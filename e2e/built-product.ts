import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { patience } from '../scripts/patience.mjs';

export const readyWithinMs = 90_000 * patience();
const longestOutput = 1_000_000;

/** The built product as a person runs it: its own process, embedded database and folder. */
export interface Product {
  url: string;
  dataDir: string;
  adminPassword: string;
  /** Its process, as long as it runs. */
  pid: () => number;
  /** The end of what it has said since it started. */
  output: () => string;
  /** Ends it and gives its exit code; null where the signal itself ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /** Ends it as a person does (SIGTERM), or as a power cut does (SIGKILL), and starts it on the same folder and port. */
  restart: (signal?: 'SIGTERM' | 'SIGKILL', args?: readonly string[]) => Promise<void>;
  stop: () => Promise<void>;
}

interface Started {
  child: ChildProcess;
  output: () => string;
  url: string;
  password: string | undefined;
}

/** The administrator's password in the prepared folders. */
export const usualPassword = 'demo1234';

/**
 * Starts the product; `environment` overrides the variables of docs/product/running.md#environment. In a new folder
 * unless one is named: a copy of one in which it was started before (`prepared.ts`), for a first start takes longer
 * than many a journey. The version built in `root` is started.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  args: readonly string[] = [],
  folder?: string,
  root = process.cwd(),
): Promise<Product> {
  const chosenPassword = environment['ADMIN_PASSWORD'] ?? usualPassword;
  const dataDir = folder ?? (await newFolder(chosenPassword));
  let started = await launch({ ...environment, PORT: '0', DATA_DIR: dataDir }, args, root);
  const { url, password = chosenPassword } = started;
  const port = new URL(url).port;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const { child } = started;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    adminPassword: password,
    pid: () => started.child.pid ?? 0,
    output: () => started.output(),
    end,
    restart: async (signal = 'SIGTERM', again = []) => {
      await end(signal);
      started = await launch({ ...environment, PORT: port, DATA_DIR: dataDir }, again, root);
    },
    stop: async () => {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Its own new folder under the system's temporary one. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'crm-e2e-'));
}

async function newFolder(password: string): Promise<string> {
  const folder = await emptyFolder();
  const prepared = process.env['E2E_PREPARED'];
  if (prepared === undefined || password !== usualPassword) return folder;
  // With their owners: the database's files are not ours.
  const copy = spawn('cp', ['-a', `${prepared}/.`, folder]);
  await once(copy, 'exit');
  if (copy.exitCode !== 0) throw new Error(`${prepared} cannot be copied`);
  return folder;
}

async function launch(
  environment: Record<string, string>,
  args: readonly string[],
  root: string,
): Promise<Started> {
  const child = spawn(process.execPath, ['dist/server/main.js', ...args], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isReady = false;
  const ready = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      output = (output + String(chunk)).slice(-longestOutput);
      if (isReady || !/ready: http\S+\n[^]*\n\n|ready: http\S+\n\n/.test(output)) return;
      isReady = true;
      resolve();
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.on('exit', () => reject(new Error(`The product ended instead of starting:\n${output}`)));
    setTimeout(
      () => reject(new Error(`The product did not start:\n${output}`)),
      readyWithinMs,
    ).unref();
  });
  await ready;
  const url = /ready: (http\S+)/.exec(output)?.[1] ?? '';
  return { child, output: () => output, url, password: /Password: +(\S+)/.exec(output)?.[1] };
}

/** A session of our own on the product's embedded database; to be ended by a person who opens it. */
export async function openDatabase(product: Product, name = 'crm'): Promise<pg.Client> {
  const client = new pg.Client(databaseAddress(product, name));
  // The server may be killed while it is open.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Where the product's embedded database listens. */
export function databaseAddress({ dataDir }: Product, database = 'crm'): pg.ClientConfig {
  return { host: path.join(dataDir, 'pg'), user: 'app', database };
}
