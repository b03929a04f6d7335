import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { storeState, returnTo } from '../src/kit/server/testing/stored-states';
import { openDatabase, startProduct, usualPassword } from './product';

/** Starts the product once and keeps what its tables hold without and with sample data; the journeys begin with copies of its folder. */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-e2e-'));
  const product = await startProduct({ ADMIN_PASSWORD: usualPassword }, [], folder);
  for (const state of ['empty', 'demo'] as const) {
    if (state === 'demo') await product.restart('SIGTERM', ['--demo']);
    const database = await openDatabase(product);
    await storeState(database, state);
    if (state === 'demo') {
      await returnTo(database, 'empty');
      await database.query('vacuum analyze');
    }
    await database.end();
  }
  await product.end('SIGTERM');
  process.env['E2E_PREPARED'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
