import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockProblems, readAudit } from './audit-report.mjs';
import { root } from './bootstrap.mjs';

/** The exit code where nobody could be asked: neither good nor bad (docs/security.md). */
const notAudited = 3;

/**
 * `npm run audit`: known weaknesses of the dependencies by the registry's list, their digests and licences by the lock
 * file. Ends with 1 for a finding, with 3 where the registry did not answer.
 */
const lock = /** @type {{ packages: Parameters<typeof lockProblems>[0] }} */ (
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
);
const problems = lockProblems(lock.packages);
for (const problem of problems) console.error(problem);

const { outcome, lines } = readAudit(await npmAudit());
for (const line of lines) console.error(line);
if (outcome === 'unknown') {
  console.error(
    '\n!! NOT AUDITED: the registry did not say whether dependencies have known weaknesses.',
  );
}
console.log(`\n── dependencies: ${Object.keys(lock.packages).length - 1} packages, ${outcome}`);
if (problems.length > 0 || outcome === 'vulnerable') process.exitCode = 1;
else if (outcome === 'unknown') process.exitCode = notAudited;

/** @returns {Promise<string>} */
function npmAudit() {
  return new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--json', '--audit'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 60_000,
    });
    let output = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      output += String(chunk);
    });
    child.once('error', () => resolve(''));
    child.once('close', () => resolve(output));
  });
}
