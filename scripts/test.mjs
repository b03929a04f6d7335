import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { run, stopOnSignal } from './children.mjs';
import { timeSince } from './steps.mjs';
import {
  countsOf,
  describeCounts,
  describeFailures,
  readReport,
  runVitest,
  temporaryFolder,
} from './test-runs.mjs';

/** @typedef {import('./test-runs.mjs').Counts} Counts */
/** @typedef {{ specs?: { file: string, title: string, tests: { status: string }[] }[], suites?: Suite[] }} Suite */
/** @typedef {Suite & { stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

// `npm test [-- FILTER…]`, where filters find rehearsals too, or `npm run test:rehearsals` (docs/decisions/0126).

const isRehearsal = process.argv[2] === '--rehearsals';
const filters = process.argv.slice(isRehearsal ? 3 : 2);
const journeys = filters.filter((filter) => filter.startsWith('e2e'));
const others = filters.filter((filter) => !filter.startsWith('e2e'));
const runsAll = filters.length === 0;

ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('all').catch(fail);

const reports = temporaryFolder('crm-tests');

const failedChecks = runsAll && !isRehearsal ? await runChecks() : [];
/** @type {Counts[]} */
const counts = [];
if (runsAll || journeys.length === 0) {
  const chosen = runsAll ? [`--project=${isRehearsal ? '' : '!'}rehearsals`] : others;
  counts.push(await stage('unit and API tests', () => runVitest(chosen, { reports })));
}
if (runsAll || journeys.length > 0) counts.push(await stage('browser tests', runPlaywright));

if (failedChecks.length > 0) console.error(`\nChecks failed: ${failedChecks.join(', ')}`);
console.log(`\n${describeCounts(counts)}${describeFailures(counts)}`);
process.exit(counts.some(({ failed }) => failed > 0) || failedChecks.length > 0 ? 1 : 0);

/** @returns {Promise<Counts>} */
async function runPlaywright() {
  const file = join(reports, 'playwright.json');
  try {
    const browser = await findBrowser();
    await ensureBuilt();
    const project = `--project=${isRehearsal ? 'rehearsals' : 'journeys'}`;
    const args = ['test', ...(runsAll ? ['--reporter=dot,json', project] : filters)];
    const code = await run(join(root, 'node_modules', '.bin', 'playwright'), args, {
      cwd: root,
      quiet: runsAll,
      env: {
        ...process.env,
        ...browser.env,
        CHROMIUM_PATH: browser.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    });
    const report = /** @type {PlaywrightReport | undefined} */ (readReport(file));
    return countsOf('Playwright', code, {
      passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
      failed: (report?.stats.unexpected ?? 0) + (report?.errors.length ?? 0),
      skipped: report?.stats.skipped ?? 0,
      flakes: report ? flakyStories(report) : [],
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * The stories that failed once and passed when they were repeated.
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakyStories({ specs = [], suites = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ file, title }) => `${file}: ${title}`), ...suites.flatMap(flakyStories)];
}

/**
 * Runs one kind of tests, then prints its line.
 * @param {string} title
 * @param {() => Promise<Counts>} work
 */
async function stage(title, work) {
  const start = performance.now();
  const count = await work();
  console.log(`${count.failed > 0 ? '✗' : '✓'} ${title}  ${timeSince(start)}`);
  return count;
}
