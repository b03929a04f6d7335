import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  backUp,
  inEmptyDatabase,
  restoreInto,
  temporaryFolder,
} from '~/kit/server/testing/test-backup';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '~/kit/server/testing/test-database';
import { checkBackup } from './read-backup';

const damaged = 'The backup is damaged: its checksum does not match.';
const cutOff = 'The backup is incomplete: the end of the file is missing.';
const passphrase = 'correct horse';

let source: TestDatabase;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let plain: Buffer;
let locked: Buffer;

beforeAll(async () => {
  source = await createTestDatabase();
  folder = await temporaryFolder();
  // Not to be packed, so that the file has several chunks.
  await source.database.pool.query(
    `with made as (insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
       values ('asha', 'a@example.com', 'A', 'B', 'x', now(), now()) returning id)
     insert into user_photos (user_id, content, changed_at)
       select id, (select decode(string_agg(md5(n::text), ''), 'hex') from generate_series(1, 20000) n), now() from made`,
  );
  const [one, other] = [folder.name('plain'), folder.name('locked')];
  await backUp(source, { file: one, dataDir: folder.name('from') });
  await backUp(source, { file: other, dataDir: folder.name('from'), passphrase });
  plain = await readFile(one);
  locked = await readFile(other);
});
afterAll(async () => {
  await source.drop();
  await folder.remove();
});

async function fileOf(content: Buffer): Promise<string> {
  const file = folder.name('backup');
  await writeFile(file, content);
  return file;
}

async function refusalOf(content: Buffer, key?: string): Promise<string> {
  const file = await fileOf(content);
  return checkBackup({ file, passphrase: key }).then(
    () => 'taken for whole',
    (error: Error) => (error.name === 'BackupError' ? error.message : String(error.stack)),
  );
}

const headerEnd = (content: Buffer) => content.indexOf('\n', content.indexOf('\n') + 1) + 1;

function flipped(content: Buffer, at: number): Buffer {
  const changed = Buffer.from(content);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

test('one changed bit anywhere is found', async () => {
  const body = headerEnd(plain);
  expect(plain.length).toBeGreaterThan(300_000);
  const positions = Array.from(
    { length: 40 },
    (_, n) => body + Math.floor(((plain.length - body) * n) / 40),
  );
  for (const at of [...positions, body + 1, body + 4, plain.length - 1]) {
    expect([damaged, cutOff]).toContain(await refusalOf(flipped(plain, at)));
  }
  for (let at = 0; at < body; at += 5) {
    expect(await refusalOf(flipped(plain, at))).toMatch(
      /^(The backup is|This file is not a Manufacturing CRM backup)/,
    );
  }
  expect(await refusalOf(flipped(locked, locked.length >> 1), passphrase)).toBe(damaged);
});

test('a backup that ends too early is found, wherever it ends', async () => {
  for (const part of [0.999, 0.9, 0.5, 0.1, 0.02]) {
    const length = Math.floor(plain.length * part);
    expect(await refusalOf(plain.subarray(0, length))).toBe(cutOff);
  }
  expect(await refusalOf(plain.subarray(0, -1))).toBe(cutOff);
  expect(await refusalOf(plain.subarray(0, headerEnd(plain)))).toBe(cutOff);
  expect(await refusalOf(plain.subarray(0, 40))).toBe(
    'The backup is damaged: its header cannot be read.',
  );
  expect(await refusalOf(locked.subarray(0, -70_000), passphrase)).toBe(cutOff);
});

const chunkAt = (content: Buffer, at: number) => at + 20 + (content.readUInt32BE(at) & 0x7fff_ffff);

test('chunks that change places, go missing or are followed by more are found', async () => {
  const first = headerEnd(locked);
  const second = chunkAt(locked, first);
  const third = chunkAt(locked, second);
  const parts = (...ranges: [number, number?][]) =>
    Buffer.concat(ranges.map(([from, to]) => locked.subarray(from, to)));
  const swapped = parts([0, first], [second, third], [first, second], [third]);
  const remaining = parts([0, first], [second]);
  expect(await refusalOf(swapped, passphrase)).toBe(damaged);
  expect(await refusalOf(remaining, passphrase)).toBe(damaged);
  expect(await refusalOf(Buffer.concat([plain, Buffer.from('x')]))).toBe(damaged);
});

test('a file that is not a backup, or from a newer or too old program, is refused with one sentence', async () => {
  const noBackup = 'This file is not a Manufacturing CRM backup.';
  expect(await refusalOf(Buffer.alloc(0))).toBe(noBackup);
  expect(await refusalOf(Buffer.from('PGDMP anything else'))).toBe(noBackup);
  const newer = Buffer.from(plain.toString('latin1').replace('"format":1', '"format":2'), 'latin1');
  const message =
    'The backup was made by a newer version of Manufacturing CRM. Restore it with that version.';
  expect(await refusalOf(newer)).toBe(message);
  await expect(checkBackup({ file: '/nowhere/x', passphrase: undefined })).rejects.toThrow(
    'The backup /nowhere/x cannot be read: ENOENT',
  );
  const early = await mkdtemp(path.join(os.tmpdir(), 'crm-steps-'));
  await cp('migrations/0108-kit.sql', path.join(early, '0108-kit.sql'));
  await inEmptyDatabase(async (target) => {
    const file = await fileOf(plain);
    const dataDir = folder.name('to');
    await expect(restoreInto(target, { file, dataDir, steps: early })).rejects.toThrow(message);
    const old = plain.toString('latin1').replace(/"migration":\d+/, '"migration":106');
    const tooOld = await fileOf(Buffer.from(old, 'latin1'));
    await expect(restoreInto(target, { file: tooOld, dataDir })).rejects.toThrow(
      'The backup is at step 106, which is too old for this version: restore it with Manufacturing CRM of commit 25c1a39, and back it up there.',
    );
    await expectUntouched(target, dataDir);
  });
});

async function expectUntouched({ database }: TestDatabase, dataDir: string): Promise<void> {
  const found = await database.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(found.rows).toEqual([]);
  expect(await readdir(dataDir).catch(() => [])).toEqual([]);
}

test('nothing is touched by a damaged backup, nor in a place that is not empty', async () => {
  const whole = await fileOf(plain);
  const hurt = await fileOf(flipped(plain, plain.length - 2000));
  await inEmptyDatabase(async (target) => {
    const dataDir = folder.name('to');
    await expect(restoreInto(target, { file: hurt, dataDir })).rejects.toThrow(damaged);
    await expectUntouched(target, dataDir);
    await mkdir(path.join(dataDir, 'outbox'), { recursive: true });
    await writeFile(path.join(dataDir, 'outbox', '7.eml'), 'mine');
    await expect(restoreInto(target, { file: whole, dataDir })).rejects.toThrow(
      'is not empty. Restore into an empty folder.',
    );
    await expectUntouched(target, folder.name('other'));
    expect(await readFile(path.join(dataDir, 'outbox', '7.eml'), 'utf8')).toBe('mine');
    await target.database.pool.query('create table mine (id int)');
    const otherFolder = folder.name('to');
    await expect(restoreInto(target, { file: whole, dataDir: otherFolder })).rejects.toThrow(
      'The database is not empty. Restore into an empty database.',
    );
    expect(await readdir(otherFolder)).toEqual([]);
  });
});

test('a backup is not written from a database that is not ours', async () => {
  const other = await createEmptyDatabase();
  const file = folder.name('backup');
  await expect(backUp(other, { file, dataDir: folder.name('from') })).rejects.toThrow(
    'This database contains no Manufacturing CRM data.',
  );
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  await other.drop();
});

test('a restore that is killed before its end leaves the place empty', async () => {
  const file = await fileOf(plain);
  const dataDir = folder.name('to');
  await inEmptyDatabase(async (target) => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        fileURLToPath(new URL('../testing/test-hanging-restore.ts', import.meta.url)),
        JSON.stringify(target.connection),
        file,
        dataDir,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [reported] = (await once(child.stdout, 'data')) as [Buffer];
    expect(String(reported)).toBe('filled\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const restored = await restoreInto(target, { file, dataDir });
    expect(restored.tables).toBeGreaterThan(30);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
