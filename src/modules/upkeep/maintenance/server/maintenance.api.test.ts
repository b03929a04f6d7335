import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { checkBackup } from '~/kit/server/backup/read-backup';
import { temporaryFolder } from '~/kit/server/testing/test-backup';
import type { Notification } from '~/modules/collaboration/notifications/notifications.fields';
import type { BackupRun, Backups, VerifyRun } from '../runs.fields';

const limit = { timeout: 60_000 };

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  temporary = await temporaryFolder();
  folder = temporary.name('backups');
  await mkdir(folder);
  server = await startTestServer({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'correct horse' });
  admin = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await temporary.remove();
});

const listed = async () => (await admin.get<Backups>('/admin/backups')).body.data;
const checked = async () => (await admin.get<VerifyRun[]>('/admin/verify')).body.data;

function settled<T extends { id: number; status: string }>(
  read: () => Promise<readonly T[]>,
  isMatch: (run: T) => boolean,
): Promise<T> {
  return waitFor(async () => {
    const found = (await read()).find((run) => isMatch(run) && /done|failed/.test(run.status));
    if (!found) throw new Error('It has not ended yet');
    return found;
  });
}

function waitFor<T>(look: () => Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 30 });
}

const backups = async () => (await listed()).runs;

test(
  'with BACKUP_DIR the first start backs up and checks, and every night again',
  limit,
  async () => {
    const first = await settled(backups, ({ requested_by_name }) => requested_by_name === null);
    expect(first).toMatchObject({ status: 'done', error: null, result: { encrypted: true } });
    const file = first.result?.file ?? '';
    expect(path.dirname(file)).toBe(folder);
    const { totals } = await checkBackup({ file, passphrase: 'correct horse' });
    expect(totals.rows).toBe(first.result?.rows);
    const check = await settled(checked, () => true);
    expect(check).toMatchObject({ status: 'done', result: { wrong: [] } });
    server.clock.advance(24 * 3_600_000);
    admin = await server.signIn();
    server.server.jobs.trigger('maintenance');
    const second = await settled(backups, ({ id }) => id > first.id);
    expect(second).toMatchObject({ status: 'done', requested_by_name: null });
    expect((await readdir(folder)).length).toBe(2);
  },
);

test('an administrator backs up and verifies at once, and only one does', limit, async () => {
  // The series of a new year begins while the server runs.
  await server.database.pool.query(`select next_order_number('31-32')`);
  const requested = await admin.post<BackupRun>('/admin/backups');
  expect(requested.status).toBe(201);
  const done = await settled(backups, ({ id }) => id === requested.body.data.id);
  expect(done).toMatchObject({ status: 'done', requested_by_name: 'Site Administrator' });
  const verify = await admin.post<VerifyRun>('/admin/verify');
  const found = await settled(checked, ({ id }) => id === verify.body.data.id);
  expect(found.result?.checks).toBeGreaterThan(12);
});

const bell = async () => (await admin.get<Notification[]>('/notifications')).body.data;

test('what fails is on the page, in the bell and in the feed', limit, async () => {
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  const requested = await admin.post<BackupRun>('/admin/backups');
  const failed = await settled(backups, ({ id }) => id === requested.body.data.id);
  expect(failed).toMatchObject({ status: 'failed', result: null });
  expect(failed.error).toMatch(/^The backup cannot be written to /);
  await server.database.pool.query(`begin; set local session_replication_role = replica;
    insert into products (product_name, sku_code, unit_price, stock_quantity, created_at, updated_at)
    values ('Bolt', 'B-1', 1, 5, now(), now()); commit`);
  const check = await admin.post<VerifyRun>('/admin/verify');
  const wrong = await settled(checked, ({ id }) => id === check.body.data.id);
  expect(wrong.result?.wrong.map(({ name }) => name)).toEqual([
    'Stored product counts are correct',
    'Product stock equals the sum of its movements',
  ]);
  const notified = await waitFor(async () => {
    const found = await bell();
    expect(found.map(({ title }) => title)).toEqual(['Verification failed', 'Backup failed']);
    return found;
  });
  expect(notified[0]?.record).toMatchObject({ entity: 'maintenance_runs' });
});

test('without BACKUP_DIR nothing is backed up, and asking for it says so', limit, async () => {
  const other = await startTestServer();
  const client = await other.signIn();
  const requested = await client.post('/admin/backups');
  expect(requested).toMatchObject({ status: 409, body: { code: 'backup.no_folder' } });
  expect((await client.get<Backups>('/admin/backups')).body.data).toEqual({
    folder: null,
    encrypted: false,
    kept_days: 14,
    runs: [],
  });
  await other.close();
});
