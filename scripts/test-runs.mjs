import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './bootstrap.mjs';
import { run } from './children.mjs';
import { progressFile, progressReporter, progressVariable } from './test-progress.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], flakes?: string[] }} Counts */
/** @typedef {{ outcome: string, line: string }} Test outcome: `failed`, `flaky` where it passed only when repeated, or another */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, name: string, message?: string, assertionResults: VitestTest[] }[] }} VitestReport */

/**
 * A folder that is gone once the process ends, and with it each process that has it in its environment or command line.
 * @param {string} name what its name begins with
 * @returns {string}
 */
export function temporaryFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  // The embedded database of a test may run as another user.
  chmodSync(folder, 0o755);
  process.on('exit', () => {
    endUsersOf(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

const patienceMs = 5000;
const lookMs = 20;

/**
 * Ends each process that has a folder in its environment or command line, and waits until they are gone; does nothing where
 * the system has no `/proc`.
 * @param {string} folder
 */
export function endUsersOf(folder) {
  const start = performance.now();
  for (let users = usersOf(folder); users.length > 0; users = usersOf(folder)) {
    const waited = performance.now() - start;
    if (waited > patienceMs) return;
    // For PostgreSQL it means an immediate shutdown.
    for (const pid of users) kill(pid, waited < patienceMs / 2 ? 'SIGQUIT' : 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookMs);
  }
}

/**
 * @param {string} folder
 * @returns {number[]}
 */
function usersOf(folder) {
  /** @param {string} pid @param {string} name */
  const names = (pid, name) => (readText(`/proc/${pid}/${name}`) ?? '').includes(folder);
  return (process.platform === 'linux' ? readdirSync('/proc') : [])
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .filter((pid) => names(pid, 'cmdline') || names(pid, 'environ'))
    .map(Number);
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended since then.
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs the unit and API tests whose path holds one of the filters, all of them without a filter.
 * @param {string[]} filters and options of Vitest
 * @param {{ reports: string, node?: string, env?: NodeJS.ProcessEnv, limitMs?: number }} options reports: a folder for the
 *   run's report; node: the Node.js to run them on, this process's own where left out; limitMs: how long they may take
 * @returns {Promise<Counts>}
 */
export async function runVitest(filters, { reports, node = process.execPath, ...options }) {
  const { env = process.env, ...limits } = options;
  const file = join(reports, 'vitest.json');
  rmSync(file, { force: true });
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const isNamed = filters.some((filter) => !filter.startsWith('--'));
  // Where everything runs, only what failed is shown.
  const shown = isNamed ? 'default' : 'minimal';
  const reporters = [
    `--reporter=${shown}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(isNamed ? [] : [`--reporter=${progressReporter}`]),
  ];
  const code = await run(node, [vitest, 'run', ...reporters, ...filters], {
    cwd: root,
    env: { ...env, NODE_ENV: 'test', TMPDIR: reports, [progressVariable]: progressFile(reports) },
    quiet: !isNamed,
    ...limits,
  });
  const report = /** @type {VitestReport | undefined} */ (readReport(file));
  const tests = report?.testResults.flatMap(testsOf) ?? [];
  /** @param {string} which */
  const linesOf = (which) => tests.flatMap(({ outcome, line }) => (outcome === which ? line : []));
  const failures = linesOf('failed');
  return countsOf('Vitest', code, {
    passed: report?.numPassedTests ?? 0,
    failed: failures.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures,
    flakes: linesOf('flaky'),
  });
}

/**
 * The tests of a file, each with its path and the first line of why it failed; a file that could not even be loaded is one
 * that failed.
 * @param {VitestReport['testResults'][number]} file
 * @returns {Test[]}
 */
function testsOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
    return [{ outcome: 'failed', line: `${file}: ${firstLine(message)}` }];
  return assertionResults.map(({ status: outcome, fullName, failureMessages = [] }) => ({
    outcome: outcome === 'passed' && failureMessages.length > 0 ? 'flaky' : outcome,
    line: `${file}: ${fullName}: ${firstLine(failureMessages[0])}`,
  }));
}

const firstLine = (/** @type {string | undefined} */ text = '') => text.trim().split('\n')[0] ?? '';

/**
 * A runner that fails without a failed test, or that ran none, counts as one failure.
 * @param {string} runner
 * @param {number} code
 * @param {Counts} count
 * @returns {Counts}
 */
export function countsOf(runner, code, count) {
  if (count.failed > 0 || (code === 0 && count.passed > 0)) return count;
  const cause = code === 0 ? 'ran no test' : `ended with exit code ${code}, though no test failed`;
  console.error(`${runner} ${cause}.`);
  return { ...count, failed: 1 };
}

/**
 * `12 passed, 0 failed`, and how many were skipped where any were.
 * @param {Counts[]} counts
 * @returns {string}
 */
export function describeCounts(counts) {
  /** @param {'passed' | 'failed' | 'skipped'} key */
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}

/**
 * The failed tests once more, at the end of a long output, and those that passed only when repeated; empty without either.
 * @param {Counts[]} counts
 * @returns {string}
 */
export function describeFailures(counts) {
  const failed = counts.flatMap(({ failures = [] }) => failures.map((each) => `\n  ✗ ${each}`));
  const flaky = counts.flatMap(({ flakes = [] }) => flakes.map((each) => `\n  ~ ${each}`));
  return [...failed, ...(flaky.length > 0 ? ['\nPassed on retry:', ...flaky] : [])].join('');
}

/**
 * @param {string} file
 * @returns {unknown} undefined where the runner left no readable report
 */
export function readReport(file) {
  try {
    return /** @type {unknown} */ (JSON.parse(readText(file) ?? ''));
  } catch {
    return undefined;
  }
}
