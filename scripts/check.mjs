import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { run, stopOnSignal } from './children.mjs';
import { timeSince } from './steps.mjs';

/**
 * Runs every static check, also after one has failed: a line each, and what failed in full. Gives the names of those that
 * failed.
 * @param {{ fix?: boolean }} [options] fix: lay out the files again instead of complaining
 * @returns {Promise<string[]>}
 */
export async function runChecks({ fix = false } = {}) {
  /** @type {[string, string[]][]} */
  const checks = [
    ['house rules', ['tsx', 'scripts/check-house.ts']],
    ['regular expressions', ['tsx', 'scripts/check-patterns.ts']],
    ['types', ['tsc', '--noEmit', '-p', '.']],
    ['types of the lab', ['tsc', '--noEmit', '-p', 'lab']],
    ['lint', ['oxlint', '--type-aware']],
    ['format', ['biome', 'format', ...(fix ? ['--write'] : []), '.']],
    ['unused code', ['knip']],
  ];
  const failed = [];
  for (const [title, [tool = '', ...args]] of checks) {
    const start = performance.now();
    const path = join(root, 'node_modules', '.bin', tool);
    const code = await run(path, args, { cwd: root, quiet: true });
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
