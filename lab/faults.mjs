import { join } from 'node:path';
import { argv } from 'node:process';
import { ensureBuilt, ensureInstalled, ensureNode, fail, root } from '../scripts/bootstrap.mjs';
import { run, stopOnSignal } from '../scripts/children.mjs';

// `npm run test:faults`: breaks the built product in many ways and looks what is left of it; see CONTRIBUTING.md.
ensureNode();
stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
try {
  await ensureInstalled('all');
  await ensureBuilt();
  const main = join(root, 'lab', 'faults', 'main.ts');
  process.exit(
    await run(join(root, 'node_modules', '.bin', 'tsx'), [main, ...argv.slice(2)], { cwd: root }),
  );
} catch (error) {
  fail(error);
}
