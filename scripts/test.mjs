import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { run, stopOnSignal } from './children.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

const filters = process.argv.slice(2);
const journeys = filters.filter((filter) => filter.startsWith('e2e'));
const others = filters.filter((filter) => !filter.startsWith('e2e'));
const runsAll = filters.length === 0;

ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('all').catch(fail);

const reports = mkdtempSync(join(tmpdir(), 'crm-tests-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

const failedChecks = runsAll ? await runChecks() : [];
/** @type {Counts[]} */
const counts = [];
if (runsAll || journeys.length === 0) counts.push(await runVitest());
if (runsAll || journeys.length > 0) counts.push(await runPlaywright());

/** @param {keyof Counts} key */
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
if (failedChecks.length > 0) console.error(`\nChecks failed: ${failedChecks.join(', ')}`);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exit(sum('failed') > 0 || failedChecks.length > 0 ? 1 : 0);

/** @returns {Promise<Counts>} */
async function runVitest() {
  heading('unit and API tests');
  const file = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(bin('vitest'), ['run', ...reporters, ...others], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'test' },
  });
  const report = /** @type {VitestReport | undefined} */ (readReport(file));
  // A file that could not even be loaded has no failed test in it.
  const broken = report?.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return verdict('Vitest', code, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + (broken?.length ?? 0),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

/** @returns {Promise<Counts>} */
async function runPlaywright() {
  heading('browser tests');
  const file = join(reports, 'playwright.json');
  try {
    const browser = await findBrowser();
    await ensureBuilt();
    console.log(`Browser: ${browser.path}`);
    const args = ['test', ...(runsAll ? [] : filters)];
    const code = await run(bin('playwright'), args, {
      cwd: root,
      env: {
        ...process.env,
        ...browser.env,
        CHROMIUM_PATH: browser.path,
        // Whoever names journeys wants all of them, also the long ones (playwright.config.ts).
        E2E_THOROUGH: runsAll ? '' : 'yes',
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    });
    const report = /** @type {PlaywrightReport | undefined} */ (readReport(file));
    return verdict('Playwright', code, {
      passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
      failed: (report?.stats.unexpected ?? 0) + (report?.errors.length ?? 0),
      skipped: report?.stats.skipped ?? 0,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * A runner that fails without a failed test, or that ran none, counts as one failure.
 * @param {string} runner
 * @param {number} code
 * @param {Counts} count
 * @returns {Counts}
 */
function verdict(runner, code, count) {
  if (count.failed > 0 || (code === 0 && count.passed > 0)) return count;
  const cause = code === 0 ? 'ran no test' : `ended with exit code ${code}, though no test failed`;
  console.error(`${runner} ${cause}.`);
  return { ...count, failed: 1 };
}

/**
 * @param {string} file
 * @returns {unknown}
 */
function readReport(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} tool
 * @returns {string}
 */
function bin(tool) {
  return join(root, 'node_modules', '.bin', tool);
}

/** @param {string} title */
function heading(title) {
  console.log(`\n── ${title}`);
}
