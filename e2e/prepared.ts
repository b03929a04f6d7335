import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startProduct, usualPassword } from './product';

/** Starts the product once without and once with sample data; the journeys begin with copies of these folders. */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-e2e-'));
  const [empty, demo] = [path.join(folder, 'empty'), path.join(folder, 'demo')];
  await mkdir(empty);
  const environment = { ADMIN_PASSWORD: usualPassword };
  await (await startProduct(environment, [], empty)).end('SIGTERM');
  await once(spawn('cp', ['-a', empty, demo]), 'exit');
  await (await startProduct(environment, ['--demo'], demo)).end('SIGTERM');
  process.env['E2E_PREPARED'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
