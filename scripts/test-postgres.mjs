import { argv, env } from 'node:process';
import { join } from 'node:path';
import { ensureInstalled, ensureNode, fail, root } from './bootstrap.mjs';
import { run } from './children.mjs';

// `npm run test:postgres -- postgres://…`: the API tests on a PostgreSQL server of yours, 15 or later. Each test file
// makes its own database there and drops it again; the address names one that may do so.
const [url, ...filters] = argv.slice(2);
if (!url)
  fail(
    new Error('Name the server: npm run test:postgres -- postgres://user:password@host/database'),
  );
ensureNode();
try {
  await ensureInstalled('all');
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  const tests = filters.length > 0 ? filters : ['api.test', 'drift', 'mail', 'jobs', 'live'];
  process.exit(
    await run(vitest, ['run', ...tests], { cwd: root, env: { ...env, TEST_DATABASE_URL: url } }),
  );
} catch (error) {
  fail(error);
}
