import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { argv, env } from 'node:process';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from '../scripts/bootstrap.mjs';
import { findBrowser } from '../scripts/browser.mjs';

// `npm run bench`: the figures of the issues, as ratios side by side in one run. Takes about two minutes.
ensureNode();
try {
  await ensureInstalled('all');
  await ensureBuilt();
  const browser = await findBrowser();
  const child = spawn(
    join(root, 'node_modules', '.bin', 'tsx'),
    [join(root, 'lab', 'bench', 'main.ts'), ...argv.slice(2)],
    { cwd: root, stdio: 'inherit', env: { ...env, ...browser.env, CHROMIUM_PATH: browser.path } },
  );
  child.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  fail(error);
}
