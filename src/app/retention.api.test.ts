import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '~/kit/server/testing/test-backup';
import type { RetainedData } from '~/modules/upkeep/maintenance/retention.fields';
import { retentionKinds } from '~/modules/upkeep/maintenance/retention.rules';
import { startTestServer, type TestClient, type TestServer } from './testing/test-server';
import { tracesOf } from './traces';

const day = 86_400_000;

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  temporary = await temporaryFolder();
  folder = temporary.name('backups');
  await mkdir(folder);
  server = await startTestServer({ BACKUP_DIR: folder });
  admin = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await temporary.remove();
});

const run = <T extends object>(statement: string, values: unknown[] = []) =>
  server.database.pool.query<T>(statement, values).then(({ rows }) => rows);

async function stored(): Promise<Record<string, RetainedData>> {
  const response = await admin.get<RetainedData[]>('/admin/retention');
  expect(response.status).toBe(200);
  return Object.fromEntries(response.body.data.map((each) => [each.kind, each]));
}

const ago = (days: number) => new Date(server.clock.now().getTime() - days * day);

/** The next night: moves the clock by a day and waits until everything of a kind was cleaned up. */
async function nightOf(kind: string): Promise<RetainedData> {
  server.clock.advance(day);
  const now = server.clock.now().toISOString();
  admin = await server.signIn();
  // A second run of the night would remove nothing more, and says so.
  server.server.jobs.trigger('retention');
  const done = async () => {
    const found = (await stored())[kind];
    return found && (found.cleaned_at ?? '') >= now ? found : null;
  };
  await expect.poll(done).not.toBeNull();
  const found = await done();
  if (!found) throw new Error('It was cleaned up a moment ago');
  return found;
}

const insertMails = (count: number, at: Date, status: string) =>
  run(
    `insert into mails (recipient, subject, body, status, next_attempt_at, created_at, updated_at)
     select 'asha@example.com', 'Hello ' || n, '', $2, $1::timestamptz + interval '1000 days', $1, $1
     from generate_series(1, $3) n`,
    [at, status, count],
  );

it('names every kind once, and of each something that forgets it', () => {
  const found = tracesOf({ dataDir: folder, backupDir: folder }).map(({ kind }) => kind);
  expect([...new Set(found)].sort()).toEqual([...retentionKinds].sort());
});

describe('at night', () => {
  it('goes what is past its days, more than one batch too, and nothing else', async () => {
    await insertMails(2500, ago(366), 'accepted');
    await insertMails(3, ago(363), 'failed');
    await insertMails(2, ago(400), 'queued');
    const oldest = (await stored())['mails']?.oldest ?? '';
    expect(Date.parse(oldest)).toBeLessThan(ago(365).getTime());
    expect((await nightOf('mails')).removed).toBe(2500);
    const remaining = await run(
      `select status, count(*)::int as n from mails where subject like 'Hello %' group by 1 order by 1`,
    );
    expect(remaining).toEqual([
      { status: 'failed', n: 3 },
      { status: 'queued', n: 2 },
    ]);
  });

  it('notifications go after 90 days, and after others when an administrator says so', async () => {
    const admins = `(select id from users where username = 'admin')`;
    for (const days of [95, 80, 10]) {
      await run(
        `insert into notifications (user_id, activity_id, event, title, message, user_name, record_type,
           record_label, push, email, created_at)
         values (${admins}, $1, 'user', 'Sent', '', '', 'user', '', true, false, $2)`,
        [1_000_000 + days, ago(days)],
      );
    }
    const remaining = async () =>
      (
        await run<{ n: number }>(`select activity_id - 1000000 as n from notifications
        where activity_id > 1000000 order by 1`)
      ).map(({ n }) => Number(n));
    await nightOf('notifications');
    expect(await remaining()).toEqual([10, 80]);
    await admin.put('/admin/retention', { notifications: 30 });
    await nightOf('notifications');
    expect(await remaining()).toEqual([10]);
  });

  it('a kind that is kept forever stays whole, and is not cleaned up', async () => {
    await run(
      `insert into activity (type, action, record_label, title, message, user_name, created_at)
       values ('other', 'noted', '', 'Long ago', '', 'System', $1)`,
      [ago(5000)],
    );
    await nightOf('sessions');
    expect((await stored())['activity']).toMatchObject({ days: null, cleaned_at: null });
    expect(await run(`select from activity where title = 'Long ago'`)).toHaveLength(1);
    await admin.put('/admin/retention', { activity: 365 });
    expect((await nightOf('activity')).removed).toBe(1);
  });

  it('one kind that fails does not keep the others', async () => {
    await run(`create or replace function refuse_it() returns trigger language plpgsql as
      $$ begin raise exception 'No'; end $$`);
    await run(
      `create or replace trigger refuse_it before delete on sessions execute function refuse_it()`,
    );
    const ended = ago(200);
    await run(
      `insert into sessions (user_id, device, created_at, last_seen_at, ended_at)
      select id, 'node', $1, $1, $1 from users limit 1`,
      [ended],
    );
    const before = (await stored())['sessions']?.cleaned_at;
    await nightOf('leftovers');
    expect((await stored())['sessions']?.cleaned_at).toBe(before);
    await run(`drop trigger refuse_it on sessions`);
    await nightOf('sessions');
    expect(await run(`select from sessions where ended_at = $1`, [ended])).toEqual([]);
  });

  it('old files go: backups, those before upgrades, saved mails, leftovers; others stay', async () => {
    const old = ago(400);
    const stamp = old.toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    const files = [
      [folder, `manufacturing-crm-${stamp}Z.backup`],
      [folder, `.manufacturing-crm-${stamp}Z.backup.0a.part`],
      [folder, 'somebody.backup'],
      [path.join(server.dataDir, 'outbox'), 'old.eml'],
      [path.join(server.dataDir, 'outbox'), 'old.eml.part'],
      [path.join(server.dataDir, 'outbox'), 'notes.txt'],
      [path.join(server.dataDir, 'before-upgrade'), 'old.backup'],
      [path.join(server.dataDir, 'uploads'), '0123456789abcdef'],
    ] as const;
    for (const [where, name] of files) {
      await mkdir(where, { recursive: true });
      await writeFile(path.join(where, name), 'x');
      await utimes(path.join(where, name), old, old);
    }
    // A newer backup is there: without one the old ones would stay.
    const now = server.clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
    await writeFile(path.join(folder, `manufacturing-crm-${now}Z.backup`), 'x');
    await nightOf('leftovers');
    const remaining = [];
    for (const [where, name] of files)
      if ((await readdir(where)).includes(name)) remaining.push(name);
    expect(remaining).toEqual(['somebody.backup', 'notes.txt']);
  });
});

it('two copies that clean up at once remove each thing once', async () => {
  const traces = tracesOf({ dataDir: server.dataDir, backupDir: folder });
  const mails = traces.filter(({ kind }) => kind === 'mails');
  await insertMails(300, ago(2000), 'accepted');
  const batch = { before: ago(1500), most: 200 };
  const copies = [...mails, ...mails, ...mails];
  const deleted = await Promise.all(copies.map(({ forget }) => forget(server.database.db, batch)));
  expect(deleted).toHaveLength(3);
  expect(deleted.reduce((sum, n) => sum + n, 0)).toBe(300);
});
