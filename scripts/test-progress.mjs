import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of this file, which both runners load as a reporter. */
export const progressReporter = fileURLToPath(import.meta.url);

/** Names the file that says how far a runner is. */
export const progressVariable = 'TEST_PROGRESS_FILE';

/** @param {string} folder */
export const progressFile = (folder) => join(folder, 'progress.txt');

/**
 * Says each minute what runs, for how long and how far it is; the function ends that.
 * @param {string} title
 * @param {string} folder where the runner's progress is
 * @returns {() => void}
 */
export function reportProgress(title, folder) {
  let minutes = 0;
  const timer = setInterval(() => {
    minutes += 1;
    console.log(`  ${title}: ${minutes} min, ${read(progressFile(folder))}`);
  }, 60_000);
  return () => clearInterval(timer);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return 'starting';
  }
}

/** A reporter of Vitest, which counts files, and of Playwright, which counts journeys. */
export default class ProgressReporter {
  #done = 0;
  #total = 0;

  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    this.#total = files.length;
  }

  onTestModuleEnd() {
    this.#end('files');
  }

  /**
   * @param {unknown} _config
   * @param {{ allTests: () => readonly unknown[] }} suite
   */
  onBegin(_config, suite) {
    this.#total = suite.allTests().length;
  }

  /**
   * @param {unknown} _test
   * @param {{ retry: number }} result
   */
  onTestEnd(_test, { retry }) {
    if (retry === 0) this.#end('journeys');
  }

  /** @param {string} noun */
  #end(noun) {
    this.#done += 1;
    const file = process.env[progressVariable];
    if (file !== undefined) writeFileSync(file, `${this.#done} of ${this.#total} ${noun}`);
  }
}
