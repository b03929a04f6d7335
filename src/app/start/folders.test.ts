import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireFolders } from './folders';

let folder: string;
const within = (...names: string[]) => path.join(folder, ...names);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'crm-folders-'));
  await mkdir(within('folder'));
  await mkdir(within('closed'));
  await writeFile(within('file'), '');
  await symlink(within('nowhere'), within('dangling'));
  await symlink(within('folder'), within('linked'));
  await symlink(within('round'), within('round'));
  await chmod(folder, 0o755);
  await chmod(within('closed'), 0o000);
});
afterAll(async () => {
  await chmod(within('closed'), 0o700);
  await rm(folder, { recursive: true });
});

it.each(['folder', 'linked', 'new/one'])('takes %s, and leaves it as it was', async (name) => {
  const before = await readdir(folder, { recursive: true });
  requireFolders({ dataDir: within(name), backupDir: within(name) });
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

it.each([
  ['file', 'must be a folder, but PLACE/file is a file.'],
  ['file/below', 'must be a folder, but PLACE/file is a file.'],
  ['dangling', 'must be a folder, but PLACE/dangling is a link to nothing.'],
  ['dangling/below', 'must be a folder, but PLACE/dangling is a link to nothing.'],
  ['round', 'must be a folder, but PLACE/round is a link to nothing.'],
])('refuses %s in one line that names the variable', (name, message) => {
  const text = message.replace('PLACE', folder);
  const wrong = within(name);
  expect(() => requireFolders({ dataDir: wrong, backupDir: undefined })).toThrow(
    `DATA_DIR ${text}`,
  );
  expect(() => requireFolders({ dataDir: within('folder'), backupDir: wrong })).toThrow(
    `BACKUP_DIR ${text}`,
  );
});

it.each(['closed', 'closed/below'])('refuses %s, where the account has no right', (name) => {
  const asOther = () => {
    // An account that may do everything is refused nowhere.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      requireFolders({ dataDir: within(name), backupDir: undefined });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  };
  const message = `DATA_DIR: the folder ${within(name)}: this account has no permission to read and write there.`;
  expect(asOther).toThrow(message);
});
