import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { serverOptions } from './build.mjs';
import { stopOnSignal } from './children.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

ensureNode();
const standBack = stopOnSignal(() => 0);
await ensureInstalled('all').catch(fail);

const { watch } = await import('rolldown');
const { createServer } = await import('vite');

// The browser talks to Vite alone, which forwards the API's calls: one origin, as in production.
const host = process.env['HOST'] ?? '127.0.0.1';
const port = Number(process.env['PORT'] ?? 3000);
const origin = `http://${host}:${port}`;
const folder = join(root, 'dist', 'dev');
process.env['API_URL'] = `http://127.0.0.1:${port + 1}`;

/** @type {ChildProcess | undefined} */
let server;
let stopping = false;
/** One restart after the other: a server must have ended before the next one takes its database. */
let queue = Promise.resolve();

async function stopServer() {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function restartServer() {
  await stopServer();
  if (stopping) return;
  const args = ['--enable-source-maps', join(folder, 'main.js'), ...process.argv.slice(2)];
  // Detached: Ctrl+C reaches it only through us, once.
  server = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port + 1), PUBLIC_URL: origin },
  });
  server.once('exit', (code) => {
    if (code) console.error(`The server exited with code ${code}. Save a file to restart it.`);
  });
}

const watcher = watch(serverOptions(folder));
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message);
  if (event.code === 'BUNDLE_END') queue = queue.then(restartServer);
  if (event.code === 'BUNDLE_END' || event.code === 'ERROR') return event.result.close();
  return undefined;
});

const web = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  server: { host, port, strictPort: true },
});
await web.listen().catch(fail);
console.log(`\n  Development: ${origin} (reloads on change; the API's own port is ${port + 1})\n`);

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all([watcher.close(), web.close()]);
  await queue;
  await stopServer();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
standBack();
