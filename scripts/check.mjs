import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { run, stopOnSignal } from './children.mjs';
import { timeSince } from './steps.mjs';

/** @type {[string, string[]][]} */
const quickChecks = [
  ['house rules', ['tsx', 'scripts/check-house.ts']],
  ['types', ['tsc', '--noEmit', '-p', '.']],
  ['lint', ['oxlint', '--type-aware']],
  ['format', ['biome', 'format', '.']],
];
/** @type {[string, string[]][]} */
const longChecks = [
  ['regular expressions', ['tsx', 'scripts/check-patterns.ts']],
  ['types of the lab', ['tsc', '--noEmit', '-p', 'lab']],
  ['unused code', ['knip']],
];

/**
 * Runs the static checks, also after one has failed: a line each, and what failed in full. Gives the names of those that
 * failed.
 * @param {{ quick?: boolean, fix?: boolean }} [options] quick: leave out those that seldom find anything; fix: lay out the
 *   files again instead of complaining
 * @returns {Promise<string[]>}
 */
export async function runChecks({ quick = false, fix = false } = {}) {
  const failed = [];
  for (const [title, [tool = '', ...args]] of [...quickChecks, ...(quick ? [] : longChecks)]) {
    const start = performance.now();
    const path = join(root, 'node_modules', '.bin', tool);
    const more = fix && tool === 'biome' ? ['--write'] : [];
    const code = await run(path, [...args, ...more], { cwd: root, quiet: true });
    if (code !== 0) failed.push(title);
    console.log(`${code === 0 ? '✓' : '✗'} ${title}  ${timeSince(start)}`);
  }
  return failed;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  ensureNode();
  stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
  await ensureInstalled('all').catch(fail);
  const failed = await runChecks({ fix: argv.includes('--fix') });
  process.exit(failed.length > 0 ? 1 : 0);
}
