import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';

/** The server's entries, including workers: each becomes `dist/server/<name>.js`. */
export const serverEntries = {
  main: 'src/app/start.ts',
  maintain: 'src/app/maintain.ts',
  'pdf-worker': 'src/kit/server/files/pdf-worker.ts',
  'table-worker': 'src/kit/server/files/table-worker.ts',
};

/** The files of `src/app` for the server alone: their changes do not rebuild the browser side. */
const SERVER_ONLY =
  /^src\/app\/(?:(start|program|server|modules|demo|health|maintain|database|traces)\.ts|refusals\.json|(start|upgrade)\/.*)$/;
const TESTS = /\.test\.tsx?$|\.builders\.ts$|\/test-[^/]*\.ts$/;
const COMMON_INPUTS = ['package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];
const STAMP = '.inputs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {string} title
 * @property {string} output
 * @property {string[]} inputs files and folders outside of src
 * @property {(file: string) => boolean} takes whether a file of src is one of its inputs
 * @property {(folder: string) => Promise<void>} make
 */

/** @type {Build[]} */
export const builds = [
  {
    name: 'web',
    title: 'the web client',
    output: 'dist/web',
    inputs: [
      'index.html',
      'public',
      'vite.config.ts',
      'docs/product',
      'scripts/help-pages.mjs',
      'scripts/screen-pages.mjs',
      ...COMMON_INPUTS,
    ],
    takes: (file) => !/\/server\//.test(file) && !SERVER_ONLY.test(file) && !TESTS.test(file),
    make: buildWeb,
  },
  {
    name: 'server',
    title: 'the server',
    output: 'dist/server',
    inputs: COMMON_INPUTS,
    takes: (file) =>
      !/\/screens\/|^src\/kit\/ui\/|\.(tsx|css|html)$/.test(file) && !TESTS.test(file),
    make: buildServer,
  },
];

/**
 * The options that the server is bundled with, also by the watcher of `npm run dev`.
 * @param {string} folder
 * @returns {import('rolldown').InputOptions & { output: import('rolldown').OutputOptions }}
 */
export function serverOptions(folder) {
  return {
    cwd: root,
    input: serverEntries,
    platform: 'node',
    // Packages stay in node_modules; our own files begin with a dot, a slash or "~/".
    external: /^(?!\.|\/|~\/|\0|src\/)/,
    resolve: { alias: { '~': join(root, 'src') } },
    transform: { target: 'node20' },
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  };
}

/** @param {string} folder */
async function buildServer(folder) {
  const { rolldown } = await import('rolldown');
  const { output, ...input } = serverOptions(folder);
  const bundle = await rolldown(input);
  await bundle.write(output);
  await bundle.close();
}

/** @param {string} folder */
async function buildWeb(folder) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
}

/**
 * Whether a build's output was made from the files as they are now.
 * @param {Build} build
 * @returns {boolean}
 */
export function isFresh(build) {
  const stamp = join(root, build.output, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs(build);
}

/**
 * @param {Build} build
 * @returns {string}
 */
function hashInputs(build) {
  const hash = createHash('sha256');
  const sources = listFiles('src').filter(build.takes);
  for (const file of [...build.inputs.flatMap(listFiles), ...sources]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * The files under a path, as paths from the root, in a fixed order.
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .sort();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [path];
    throw error;
  }
}

/**
 * Builds in a temporary folder and then renames it, so that a killed build leaves nothing incomplete.
 * @param {Build} build
 */
async function rebuild(build) {
  const began = Date.now();
  const inputs = hashInputs(build);
  const output = join(root, build.output);
  const fresh = `${output}.new`;
  const former = `${output}.old`;
  for (const folder of [fresh, former]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  await build.make(fresh);
  // Changed during the build: without the stamp the next start builds again.
  if (hashInputs(build) === inputs) writeFileSync(join(fresh, STAMP), inputs);
  if (existsSync(output)) renameSync(output, former);
  renameSync(fresh, output);
  rmSync(former, { recursive: true, force: true });
  console.log(`Built ${build.title} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const build = builds.find(({ name }) => name === argv[2]);
  if (!build) throw new Error(`There is no build "${argv[2]}".`);
  try {
    await withLock(root, `build-${build.name}`, async () => {
      if (!isFresh(build)) await rebuild(build);
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    exit(1);
  }
}
