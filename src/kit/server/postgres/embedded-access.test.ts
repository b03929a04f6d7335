import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';

const folder = String(inject('testDatabase').host);
const DAEMON = 1;

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
});
afterAll(() => created.drop());

/** The numbers of the sockets on which a process listens, of those that a list of the system names. */
function listening(pid: number, list: 'tcp' | 'tcp6' | 'unix'): string[] {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const rows = readFileSync(`/proc/${pid}/net/${list}`, 'utf8').trim().split('\n').slice(1);
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => (list === 'unix' ? row[3] === '00010000' : row[3] === '0A'))
    .map((row) => row[list === 'unix' ? 6 : 9] ?? '')
    .filter((inode) => open.includes(`socket:[${inode}]`));
}

/** What comes of connecting to the socket as another user of this machine. */
function connectAs(uid: number): string {
  const script = `require('node:net').connect(process.argv[1])
    .on('connect', function () { console.log('connected'); this.destroy(); })
    .on('error', ({ code }) => console.log(code))`;
  const socket = path.join(folder, '.s.PGSQL.5432');
  const options = { uid, gid: uid, cwd: '/', encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['-e', script, socket], options).stdout.trim();
}

// Elsewhere than on Linux, and with an external database, there is nothing to look at.
describe.runIf(process.platform === 'linux' && path.isAbsolute(folder))(
  'the embedded database, which trusts anyone who reaches it',
  () => {
    it('is reached through a folder of its owner alone', () => {
      expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    });

    it('listens on that socket and on no port', async () => {
      const { rows } = await created.database.pool.query<{ listens: string; file: string }>(
        `select current_setting('listen_addresses') as listens,
          current_setting('data_directory') || '/postmaster.pid' as file`,
      );
      expect(rows[0]?.listens).toBe('');
      const pid = Number(readFileSync(rows[0]?.file ?? '', 'utf8').split('\n')[0]);
      expect(listening(pid, 'unix')).toHaveLength(1);
      expect([...listening(pid, 'tcp'), ...listening(pid, 'tcp6')]).toEqual([]);
    });

    it.runIf(process.getuid?.() === 0)('lets in its owner and no other user', () => {
      expect(connectAs(statSync(folder).uid)).toBe('connected');
      expect(connectAs(DAEMON)).toBe('EACCES');
    });
  },
);
