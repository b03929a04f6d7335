import { join } from 'node:path';
import { argv, env } from 'node:process';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from '../scripts/bootstrap.mjs';
import { findBrowser } from '../scripts/browser.mjs';
import { run, stopOnSignal } from '../scripts/children.mjs';

// `node lab/run.mjs FILE [ARGUMENTS]`: starts a program of the lab on the built product.
ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
try {
  const [file = '', ...args] = argv.slice(2);
  await ensureInstalled('all');
  await ensureBuilt();
  const browser = /bench|pictures/.test(file) ? await findBrowser() : { path: '', env: {} };
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  process.exit(
    await run(tsx, [join(root, 'lab', file), ...args], {
      cwd: root,
      env: { ...env, ...browser.env, CHROMIUM_PATH: browser.path },
    }),
  );
} catch (error) {
  fail(error);
}
