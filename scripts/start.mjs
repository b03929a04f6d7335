import { ensureBuilt, ensureInstalled, ensureNode, fail } from './bootstrap.mjs';
import { stopOnSignal } from './children.mjs';

ensureNode();
// Until the server listens to the signals itself; a requested stop is not a failure.
const standBack = stopOnSignal(() => 0);
await ensureInstalled('production').catch(fail);
await ensureBuilt().catch(fail);
await import(new URL('../dist/server/main.js', import.meta.url).href);
standBack();
