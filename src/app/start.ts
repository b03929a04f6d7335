import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Connection, requireDatabase } from '~/kit/server/database/db';
import { startEmbedded } from '~/kit/server/postgres/embedded';
import { StartError } from '~/kit/server/errors';
import { ensureFirstAdministrator } from '~/modules/users/sessions/server/sessions.service';
import { type Config, readConfig } from './config';
import { fillDemo } from './demo';
import { type RunningServer, startServer } from './server';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Running {
  config: Config;
  server: RunningServer;
  stopDatabase: () => Promise<void>;
}

async function start(): Promise<Running> {
  const config = readConfig(process.env, process.argv.slice(2));
  // Before the database: its first start takes seconds and creates an administrator whose password is shown only once.
  await requireAddress(config);
  const opened = await openConnection(config);
  let secret: string | undefined;
  try {
    const server = await startServer({
      config,
      connection: opened.connection,
      prepare: async (database, clock) => {
        const first = await ensureFirstAdministrator(database, config.admin, clock.now());
        if (first.created) secret = describeAdministrator(first);
        if (config.demo) say(await fillDemo(database, clock.now()));
      },
    });
    say('');
    say(`  Manufacturing CRM is ready: ${server.url}`);
    if (secret) say(secret);
    say('');
    return { config, server, stopDatabase: opened.stop };
  } catch (error) {
    // The password is not stored in readable form: this is the only time it is shown.
    if (secret) say(secret);
    await opened.stop();
    throw error;
  }
}

async function requireAddress({ port, host }: Config): Promise<void> {
  const listener = createServer();
  listener.listen({ port, host, exclusive: true });
  await once(listener, 'listening');
  listener.close();
  await once(listener, 'close');
}

async function openConnection(
  config: Config,
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  if (config.databaseUrl) {
    await requireDatabase(config.databaseUrl);
    return { connection: { connectionString: config.databaseUrl }, stop: async () => undefined };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: say });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}

function describeAdministrator(first: { username: string; password?: string | undefined }): string {
  const name = `  Sign in as: ${first.username}`;
  return first.password ? `${name}\n  Password:   ${first.password}  (shown only this once)` : name;
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

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await running?.server.close();
  await running?.stopDatabase();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // During the start there is nothing to close yet; the starting code sees `stopping` and ends by itself.
    if (running) void stop();
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
