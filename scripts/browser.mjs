import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { root } from './bootstrap.mjs';
import { run } from './children.mjs';
import { withLock } from './lock.mjs';

/** @typedef {{ path: string, env: Record<string, string> }} Browser env: what it needs to run */

const WINDOWLESS = 'chromium-headless-shell'; // Journeys take four fifths of the time in it.
const NAMES = [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const APT_LIMIT_S = 600;

/**
 * Finds a Chromium: CHROMIUM_PATH, the machine's own, one installed by apt-get (root only), else
 * the one that a package ships. Throws with what to do where none of them starts.
 * @returns {Promise<Browser>}
 */
export async function findBrowser() {
  const chosen = process.env['CHROMIUM_PATH'];
  if (chosen) {
    if (starts({ path: chosen, env: {} })) return { path: chosen, env: {} };
    throw new Error(`CHROMIUM_PATH is set to ${chosen}, which is not a working browser.`);
  }
  const found = findOnPath() ?? (await installByApt()) ?? (await unpackPackaged());
  if (found) return found;
  throw new Error(
    'No browser was found for the browser tests. Install Chromium ("apt-get install ' +
      `${WINDOWLESS}" as root) or set CHROMIUM_PATH to a Chromium or Chrome, then run the tests again.`,
  );
}

/**
 * @param {Browser} browser
 * @returns {boolean}
 */
function starts({ path, env }) {
  const result = spawnSync(path, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return result.status === 0 && /chrom/i.test(result.stdout);
}

/** @returns {Browser | undefined} */
function findOnPath() {
  for (const name of NAMES) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      // Some distributions have a stub there that only says where to get the real one.
      if (folder && existsSync(path) && starts({ path, env: {} })) return { path, env: {} };
    }
  }
  return undefined;
}

/** @returns {Promise<Browser | undefined>} */
async function installByApt() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    return undefined;
  console.log('Installing Chromium by apt-get for the browser tests …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', WINDOWLESS];
  for (const command of [['apt-get', 'update'], install]) {
    const code = await run('timeout', [String(APT_LIMIT_S), ...command], { cwd: '/', env });
    if (code !== 0) {
      console.log('apt-get could not install Chromium; using the packaged one.');
      return undefined;
    }
  }
  return findOnPath();
}

/**
 * Unpacks the browser that @sparticuz/chromium ships, with its libraries and fonts.
 * @returns {Promise<Browser | undefined>}
 */
async function unpackPackaged() {
  const version = packagedVersion();
  if (!version || process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(folder)) {
    console.log('Unpacking Chromium from its package for the browser tests …');
    await withLock(root, 'browser', async () => {
      if (!existsSync(folder)) await unpack(folder);
    });
  }
  const env = {
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(folder, 'fonts'),
  };
  const browser = { path: join(folder, 'chromium'), env };
  return starts(browser) ? browser : undefined;
}

/** @returns {string | undefined} */
function packagedVersion() {
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const file = join(dirname(entry), '..', '..', 'package.json');
    const manifest = /** @type {{ version: string }} */ (JSON.parse(readFileSync(file, 'utf8')));
    return manifest.version;
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
async function unpack(folder) {
  const half = `${folder}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()";
  const code = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    // It unpacks into the temporary folder, and its libraries only when it seems to run in that cloud.
    env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  if (code !== 0) return;
  // The packaged configuration names that cloud's folders.
  const fonts = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`);
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  writeFileSync(
    join(half, 'fonts', 'fonts.conf'),
    `<?xml version="1.0"?>\n<fontconfig>${fonts.join('')}${cache}</fontconfig>\n`,
  );
  renameSync(half, folder);
}
