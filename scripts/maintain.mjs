import { ensureBuilt, ensureInstalled, ensureNode, fail } from './bootstrap.mjs';
import { stopOnSignal } from './children.mjs';

// `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run verify` and `npm run unlock -- USERNAME`: like `npm start`, from nothing.
ensureNode();
const standBack = stopOnSignal((signal) => (signal === 'SIGINT' ? 130 : 143));
await ensureInstalled('production').catch(fail);
await ensureBuilt().catch(fail);
process.setSourceMapsEnabled(true);
standBack();
await import(new URL('../dist/server/maintain.js', import.meta.url).href);
