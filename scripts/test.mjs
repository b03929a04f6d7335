import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { run, stopOnSignal } from './children.mjs';
import {
  countsOf,
  describeCounts,
  describeFailures,
  readReport,
  runVitest,
  temporaryFolder,
} from './test-runs.mjs';

/** @typedef {import('./test-runs.mjs').Counts} Counts */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

const filters = process.argv.slice(2);
const journeys = filters.filter((filter) => filter.startsWith('e2e'));
const others = filters.filter((filter) => !filter.startsWith('e2e'));
const runsAll = filters.length === 0;

ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('all').catch(fail);

const reports = temporaryFolder('crm-tests');

const failedChecks = runsAll ? await runChecks() : [];
/** @type {Counts[]} */
const counts = [];
if (runsAll || journeys.length === 0) {
  heading('unit and API tests');
  counts.push(await runVitest(others, { reports }));
}
if (runsAll || journeys.length > 0) counts.push(await runPlaywright());

if (failedChecks.length > 0) console.error(`\nChecks failed: ${failedChecks.join(', ')}`);
console.log(`\n${describeCounts(counts)}${describeFailures(counts)}`);
process.exit(counts.some(({ failed }) => failed > 0) || failedChecks.length > 0 ? 1 : 0);

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
        // Journeys named on the command line run in full, including the long ones (playwright.config.ts).
        E2E_THOROUGH: runsAll ? '' : 'yes',
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    });
    const report = /** @type {PlaywrightReport | undefined} */ (readReport(file));
    return countsOf('Playwright', code, {
      passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
      failed: (report?.stats.unexpected ?? 0) + (report?.errors.length ?? 0),
      skipped: report?.stats.skipped ?? 0,
      flakes: report?.stats.flaky ? [`journeys listed above as flaky: ${report.stats.flaky}`] : [],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
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
