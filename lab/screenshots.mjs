import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from '../scripts/bootstrap.mjs';
import { findBrowser } from '../scripts/browser.mjs';
import { run, stopOnSignal } from '../scripts/children.mjs';

// `npm run screenshots`: the pictures of the README, of the built product with sample data, light and dark.
ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
try {
  await ensureInstalled('all');
  await ensureBuilt();
  const browser = await findBrowser();
  const env = { ...process.env, ...browser.env, CHROMIUM_PATH: browser.path };
  const tsx = join(root, 'node_modules', '.bin', 'tsx');
  process.exit(await run(tsx, [join(root, 'lab', 'pictures.ts')], { cwd: root, env }));
} catch (error) {
  fail(error);
}
