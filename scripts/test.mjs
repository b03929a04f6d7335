import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { findBrowser } from './browser.mjs';
import { runChecks } from './check.mjs';
import { run, stopOnSignal } from './children.mjs';
import { timeSince } from './steps.mjs';
import {
  progressFile,
  progressReporter,
  progressVariable,
  reportProgress,
} from './test-progress.mjs';
import {
  countsOf,
  describeCounts,
  describeFailures,
  readReport,
  runVitest,
  temporaryFolder,
} from './test-runs.mjs';

/** @typedef {import('./test-runs.mjs').Counts} Counts */
/** @typedef {{ status: string, results: { attachments: { name: string, path?: string }[] }[] }} Story */
/** @typedef {{ specs?: { file: string, title: string, tests: Story[] }[], suites?: Suite[] }} Suite */
/** @typedef {Suite & { stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} PlaywrightReport */

// `npm test [-- FILTER…]`, where filters find rehearsals too, or `npm run test:rehearsals` (docs/decisions/0126). The long
// checks run in CI alone.

const isRehearsal = process.argv[2] === '--rehearsals';
const filters = process.argv.slice(isRehearsal ? 3 : 2);
const journeys = filters.filter((filter) => filter.startsWith('e2e'));
const others = filters.filter((filter) => !filter.startsWith('e2e'));
const runsAll = filters.length === 0;
const mostLines = 60;

ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('all').catch(fail);

const reports = temporaryFolder('crm-tests');

// Next to the first tests, whose workers load for seconds.
const checks = runsAll && !isRehearsal ? runChecks({ quick: process.env['CI'] === undefined }) : [];
/** @type {Counts[]} */
const counts = [];
if (runsAll || journeys.length === 0) {
  const chosen = runsAll ? [`--project=${isRehearsal ? '' : '!'}rehearsals`] : others;
  counts.push(await stage('unit and API tests', () => runVitest(chosen, { reports })));
}
if (runsAll || journeys.length > 0) counts.push(await stage('browser tests', runPlaywright));

const failedChecks = await checks;
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
    const reporters = `--reporter=dot,json,${progressReporter}`;
    const args = ['test', ...(runsAll ? [reporters, project] : filters)];
    const code = await run(join(root, 'node_modules', '.bin', 'playwright'), args, {
      cwd: root,
      quiet: runsAll,
      env: {
        ...process.env,
        ...browser.env,
        CHROMIUM_PATH: browser.path,
        TMPDIR: reports,
        [progressVariable]: progressFile(reports),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      },
    });
    const report = /** @type {PlaywrightReport | undefined} */ (readReport(file));
    for (const shown of report ? lastPages(report) : []) console.error(`\n${shown}`);
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
 * The end of what each failed story saw, where its dialogs and messages are.
 * @param {Suite} suite
 * @returns {string[]}
 */
function lastPages({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .flatMap(({ results }) => results.at(-1)?.attachments ?? [])
      .flatMap(({ name, path }) => (name === 'error-context' && path ? [path] : []))
      .map((path) => {
        const [, page = ''] = readFileSync(path, 'utf8').split('```yaml');
        const [seen = ''] = page.split('```');
        return `${title} ended with:\n${seen.trimEnd().split('\n').slice(-mostLines).join('\n')}`;
      }),
  );
  return [...own, ...suites.flatMap(lastPages)];
}

/**
 * Runs one kind of tests, then prints its line.
 * @param {string} title
 * @param {() => Promise<Counts>} work
 */
async function stage(title, work) {
  const start = performance.now();
  const endReport = runsAll ? reportProgress(title, reports) : () => undefined;
  const count = await work().finally(endReport);
  console.log(`${count.failed > 0 ? '✗' : '✓'} ${title}  ${timeSince(start)}`);
  return count;
}
