import { accessSync, constants, existsSync, lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builds, isFresh } from './build.mjs';
import { run } from './children.mjs';
import { withLock } from './lock.mjs';
import { filledShare, isTerminal, step } from './steps.mjs';

/** @typedef {'production' | 'all'} Kind what is installed: what runs the product, or everything */
/** @typedef {{ version?: string, dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

export const root = fileURLToPath(new URL('..', import.meta.url));

const LOCK_FILE = join(root, 'package-lock.json');
const NPM_LOCK_FILE = join(root, 'node_modules', '.package-lock.json');

/**
 * Prints what failed, without a stack, and ends the process.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

/** Ends the process when this Node.js is too old for package.json, and warns of an untested one. */
export function ensureNode() {
  const { node: own } = process.versions;
  const [major = 0, minor = 0] = own.split('.').map(Number);
  const tested = testedNodes();
  if (tested.some((line) => major === line.major && minor >= line.minor)) return;
  const lines = tested.map((line) => `${line.major}.${line.minor} or later of ${line.major}`);
  const texts = `Node.js ${lines.join(', ')}; this is ${own}.`;
  if (tested.some((line) => line.major >= major)) fail(`Manufacturing CRM needs ${texts}`);
  console.warn(`Manufacturing CRM is tested with ${texts}`);
}

/**
 * The release lines that `engines` in package.json names, such as `^22.12.0`, oldest first.
 * @returns {{ major: number, minor: number }[]}
 */
function testedNodes() {
  const engines = /** @type {{ node: string }} */ (
    readJson(join(root, 'package.json'))?.['engines']
  );
  return [...engines.node.matchAll(/\^(\d+)\.(\d+)/g)].map(([, major, minor]) => ({
    major: Number(major),
    minor: Number(minor),
  }));
}

/**
 * Installs the packages when what is installed differs from package-lock.json.
 * @param {Kind} kind
 */
export async function ensureInstalled(kind) {
  if (isInstalled(kind)) return;
  await withLock(root, 'install', async (addPid) => {
    // Another copy, or a person, may have installed while we waited.
    if (!isInstalled(kind)) await install(kind, addPid);
  });
}

/**
 * Whether every package is there in its version; npm writes its own list once it has installed all.
 * @param {Kind} kind
 */
function isInstalled(kind) {
  const installed = lockedPackages(NPM_LOCK_FILE);
  return Object.entries(lockedPackages(LOCK_FILE)).every(([path, entry]) => {
    if (path === '' || entry.link || !suits(entry)) return true;
    if (kind === 'production' && (entry.dev || entry.devOptional)) return true;
    return installed[path]?.version === entry.version;
  });
}

/**
 * Whether this machine must have a package: also an optional one when it is made for this machine,
 * which is how programs are shipped.
 * @param {LockedPackage} entry
 * @returns {boolean}
 */
function suits({ optional, os, cpu, libc }) {
  if (optional && !os && !cpu) return false;
  return (
    (!os || os.includes(process.platform)) &&
    (!cpu || cpu.includes(process.arch)) &&
    (!libc || libc.includes('glibc'))
  );
}

/**
 * How many folders `node_modules` will have.
 * @param {Kind} kind
 */
function topFolders(kind) {
  const paths = Object.entries(lockedPackages(LOCK_FILE)).flatMap(([path, { dev }]) =>
    path !== '' && (kind === 'all' || !dev) ? [path.split('/')[1]] : [],
  );
  return new Set(paths).size;
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  return /** @type {Record<string, LockedPackage>} */ (readJson(file)?.['packages'] ?? {});
}

/**
 * @param {Kind} kind
 * @param {(pid: number) => void} addPid
 */
async function install(kind, addPid) {
  // `npm ci` would empty the folder behind the link, which belongs to another checkout.
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link to packages that do not match package-lock.json.\nTry: remove the link and start again.',
    );
  }
  // `npm ci` empties the folder: the packages of a fuller install are installed again.
  const fuller = Object.values(lockedPackages(NPM_LOCK_FILE)).some(({ dev }) => dev);
  const installed = kind === 'all' || fuller ? 'all' : 'production';
  const dev = installed === 'all' ? '--include=dev' : '--omit=dev';
  const args = [
    'ci',
    dev,
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  if (!isTerminal) console.log(`Installing packages: npm ${args.join(' ')} (a minute or two)`);
  const [command, ...first] = npmCommand();
  const work = async () => {
    const options = { cwd: root, env: npmEnvironment(), onSpawn: addPid, quiet: isTerminal };
    const code = await run(command, [...first, ...args], options);
    if (code === 0) return;
    throw new Error(
      `Installing the packages failed: "npm ci" ended with exit code ${code}; its message is above.\n` +
        'Try: check the internet connection (or the npm registry or proxy that is set) and the free\n' +
        `disk space, and that you can write to ${root}; then start again.`,
    );
  };
  await step(
    'Install packages',
    work,
    filledShare(join(root, 'node_modules'), topFolders(installed)),
  );
}

/**
 * npm, run by this process's own Node.js where it is known how.
 * @returns {[string, ...string[]]}
 */
export function npmCommand() {
  const cli = process.env['npm_execpath'];
  return cli && cli.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm'];
}

/** @returns {NodeJS.ProcessEnv} */
function npmEnvironment() {
  const cache = process.env['npm_config_cache'] ?? join(homedir(), '.npm');
  if (isWritable(cache)) return process.env;
  // A service's user may have no home folder.
  return { ...process.env, npm_config_cache: join(root, '.cache', 'npm') };
}

/**
 * @param {string} path
 * @returns {boolean}
 */
function isWritable(path) {
  if (!existsSync(path) && dirname(path) !== path) return isWritable(dirname(path));
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Builds what is stale: the browser side and the server, each only when its inputs changed. */
export async function ensureBuilt() {
  const stale = builds.filter((build) => !isFresh(build));
  if (stale.length > 0) await step('Build', () => buildAll(stale));
}

/** @param {import('./build.mjs').Build[]} stale */
async function buildAll(stale) {
  const codes = await Promise.all(
    stale.map((build) => {
      if (!isTerminal) console.log(`Building ${build.title} → ${build.output}`);
      return run(process.execPath, [join(root, 'scripts', 'build.mjs'), build.name], {
        cwd: root,
        env: { ...process.env, NODE_ENV: 'production' },
        quiet: isTerminal,
      });
    }),
  );
  const failed = stale.filter((_, index) => codes[index] !== 0).map(({ title }) => title);
  if (failed.length > 0) {
    throw new Error(`Building ${failed.join(' and ')} failed; the message is above.`);
  }
}

/**
 * @param {string} file
 * @returns {Record<string, unknown> | undefined}
 */
function readJson(file) {
  try {
    return /** @type {Record<string, unknown>} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
