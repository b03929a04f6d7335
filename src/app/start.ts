import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '~/kit/server/clock';
import { StartError } from '~/kit/server/errors';
import { dayOf } from '~/kit/shared/time/days';
import { neededMajorUpgrade } from '~/kit/server/postgres/major-upgrade';
import type { FirstAdministrator } from '~/modules/organization/users/sessions/server/sessions.service';
import { type Config, readConfig } from './start/config';
import { openConnection } from './database';
import { requireFolders } from './start/folders';
import { behindLine } from './upgrade/releases';
import type { RunningServer } from './server';
import { logForPeople, startTexts } from './start/terminal';
import { isTerminal, step } from '../../scripts/steps.mjs';

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Running {
  config: Config;
  server: RunningServer;
  stopDatabase: () => Promise<void>;
}

async function start(): Promise<Running> {
  const config = readConfig(process.env, process.argv.slice(2));
  requireFolders(config);
  // Before the database: its first start takes seconds and creates an administrator whose password is shown only once.
  await requireAddress(config);
  await upgradeCluster(config);
  const log = isTerminal ? () => undefined : printLine;
  const opening = step('Open the database', () => openConnection(config, log));
  // Loading takes as long as half of a first start of the database.
  const [opened, { serve }] = await Promise.all([opening, import('./program')]);
  let secret: string | undefined;
  let added = 0;
  const serving = () =>
    serve({
      ...(isTerminal ? { logStream: logForPeople(process.stdout) } : {}),
      config,
      connection: opened.connection,
      onAdministrator: (first) => {
        if (first.created) secret = describeAdministrator(first);
      },
      onProgress: (share) => {
        added = share;
      },
    });
  try {
    const { server, demo } = config.demo
      ? await step('Add sample data', serving, () => added)
      : await step('Prepare the data', serving);
    if (demo) printLine(demo);
    const behind = await behindOf(config, server);
    if (behind !== null) printLine(behind);
    printReady(server.url, config, secret ?? null);
    return { config, server, stopDatabase: opened.stop };
  } catch (error) {
    // The password is not stored in readable form: this is the only time it is shown.
    if (secret) printLine(secret);
    await opened.stop();
    throw error;
  }
}

async function upgradeCluster(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const needed = databaseUrl === undefined ? neededMajorUpgrade(dataDir) : null;
  if (!needed) return;
  const { upgradePostgres } = await import('./upgrade/upgrade');
  await upgradePostgres(needed, { config, now: systemClock.now(), log: printLine });
}

function printReady(url: string, config: Config, secret: string | null): void {
  const dataDir = path.resolve(config.dataDir);
  if (isTerminal) for (const line of startTexts({ url, dataDir, secret })) printLine(line);
  else {
    printLine('');
    printLine(`  Manufacturing CRM is ready: ${url}`);
    if (secret !== null) printLine(secret);
    printLine('');
  }
}

async function behindOf({ databaseUrl }: Config, { database }: RunningServer) {
  const { rows } = await database.pool.query<{ server_version: string }>('show server_version');
  const postgres = databaseUrl === undefined ? (rows[0]?.server_version ?? null) : null;
  const today = dayOf(systemClock.now(), 'UTC');
  return behindLine({ postgres, node: process.versions.node, today });
}

async function requireAddress({ port, host }: Config): Promise<void> {
  const listener = createServer();
  listener.listen({ port, host, exclusive: true });
  await once(listener, 'listening');
  listener.close();
  await once(listener, 'close');
}

function describeAdministrator({ username, password, isWeak }: FirstAdministrator): string {
  const lines = [`  Sign in as: ${username}`];
  if (password) lines.push(`  Password:   ${password}  (shown only once)`);
  if (isWeak) lines.push('  ADMIN_PASSWORD is short or common: please change it after signing in.');
  return lines.join('\n');
}

/** One line for what stops a start; the stack only for unexpected errors. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `PORT ${String('port' in error ? error.port : '')} is in use by another program`;
  if (code === 'EACCES') return `PORT or HOST: ${error.message}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST is not an address of this machine: ${error.message}`;
  return error.stack ?? error.message;
}

let running: Running | undefined;
let stopping = false;
let signalledAt: number | undefined;

/** Longer than requests in progress are waited for: what is still running then is left to the database's recovery. */
const longestStopMs = 20_000;
/** One Ctrl+C in a terminal may arrive twice, from the terminal and from npm. */
const sameRequestMs = 1000;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const closed = await Promise.race([
    running?.server.close().then(() => true),
    sleep(longestStopMs, false, { ref: false }),
  ]);
  if (closed === false) printLine('Some work did not finish in time and was stopped.');
  await running?.stopDatabase();
  process.exit(closed === false ? 1 : 0);
}

/** Ends without waiting for anyone: the database rolls back what is not committed. */
async function stopAtOnce(): Promise<void> {
  printLine('Stopping at once.');
  await running?.stopDatabase().catch(() => undefined);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    signalledAt ??= performance.now();
    const isSecond = stopping && performance.now() - signalledAt > sameRequestMs;
    // During the start there is nothing to close yet; the starting code sees `stopping` and ends on its own.
    if (running && isSecond) void stopAtOnce();
    else if (running) void stop();
    else stopping = true;
  });
}

try {
  running = await start();
  if (stopping) {
    stopping = false;
    await stop();
  }
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
