import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveTo } from './embedded-binaries';
import {
  base,
  cleanUp,
  isReady,
  makeProject,
  native,
  project,
  type CopyMessage,
  serversOf,
  startCopy,
  track,
  until,
} from '~/kit/server/testing/test-embedded';

const isRoot = process.getuid?.() === 0;
const UNPRIVILEGED_ID = 65534;
/** An ordinary user that every Debian has. */
const DAEMON = 1;
const dataDir = join(base, 'home', 'data');

/** Its own folder for the tests that create a database. */
function anEmptyFolder(name: string, uid = process.getuid?.() ?? 0): string {
  mkdirSync(join(base, name));
  giveTo({ uid, gid: uid }, join(base, name));
  return join(base, name, 'data');
}

/** Gives the common data folder to another user, its database included. */
function giveDataTo(uid: number): void {
  giveTo({ uid, gid: uid }, dirname(dataDir));
}

/** Starts a copy, which must come up, and stops it; gives what it said. */
async function runOnce(
  dataDir: string,
  options?: Parameters<typeof startCopy>[1],
): Promise<CopyMessage> {
  const copy = startCopy(dataDir, options);
  const ready = await isReady(copy);
  copy.child.kill('SIGTERM');
  expect(await copy.exited).toBe(0);
  expect(serversOf(dataDir)).toEqual([]);
  return ready;
}

beforeAll(async () => {
  await makeProject();
  await runOnce(dataDir);
});

afterAll(cleanUp, 30_000);

describe('the embedded database', () => {
  it('starts warm in well under a second', async () => {
    const { took } = await runOnce(dataDir);
    expect(took).toBeLessThan(1_000);
  });

  it('refuses a second copy with one line and leaves the first one alone', async () => {
    const first = startCopy(dataDir);
    await isReady(first);
    const second = startCopy(dataDir);
    expect(await second.exited).toBe(1);
    expect(second.messages).toEqual([
      {
        refused: `StartError: Another copy of Manufacturing CRM is using the data folder ${dataDir}.`,
      },
    ]);
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  });

  it('lets exactly one of two copies start that begin in the same instant', async () => {
    const fresh = anEmptyFolder('instant');
    const copies = [startCopy(fresh), startCopy(fresh)];
    const outcomes = await Promise.all(
      copies.map((copy) => copy.next((message) => (message.ready ? 'ready' : message.refused))),
    );
    const refusal = `StartError: Another copy of Manufacturing CRM is using the data folder ${fresh}.`;
    expect(outcomes.toSorted()).toEqual([refusal, 'ready']);
    const winner = copies[outcomes.indexOf('ready')];
    winner?.child.kill('SIGTERM');
    expect(await winner?.exited).toBe(0);
    expect(readdirSync(fresh).toSorted()).toEqual(['pg', 'pg.log']);
  });

  it('keeps every acknowledged row when its copy is killed, and leaves no process', async () => {
    const killed = startCopy(dataDir, { work: 'write' });
    await killed.next((message) => (message.row ?? 0) >= 50 || undefined);
    killed.child.kill('SIGKILL');
    await killed.exited;
    const next = startCopy(dataDir);
    const { rows } = await isReady(next);
    expect(rows).toBeGreaterThanOrEqual(killed.messages.at(-1)?.row ?? Number.POSITIVE_INFINITY);
    next.child.kill('SIGKILL');
    await next.exited;
    await until(() => serversOf(dataDir).length === 0);
  });

  it('recovers when the server itself is killed, and the copy gets it back', async () => {
    const copy = startCopy(dataDir, { work: 'ask' });
    await copy.next((message) => message.row);
    const postmaster = Number(
      readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    process.kill(postmaster, 'SIGKILL');
    await copy.next((message) => message.log === 'The embedded database is back.' || undefined);
    const before = copy.messages.length;
    await until(() => copy.messages.slice(before).some((message) => message.row !== undefined));
    copy.child.kill('SIGTERM');
    expect(await copy.exited).toBe(0);
    expect(serversOf(dataDir)).toEqual([]);
  });

  it('starts again after it was killed while it created the database', async () => {
    const fresh = anEmptyFolder('half');
    const killed = startCopy(fresh);
    await until(
      () => existsSync(fresh) && readdirSync(fresh).some((name) => name.startsWith('pg.new')),
    );
    killed.child.kill('SIGKILL');
    await killed.exited;
    expect(existsSync(join(fresh, 'pg'))).toBe(false);
    await runOnce(fresh);
    expect(readdirSync(fresh).toSorted()).toEqual(['pg', 'pg.log']);
  });

  it('is not stopped by a stale lock file whose number another process has', async () => {
    const uid = isRoot ? UNPRIVILEGED_ID : process.getuid?.();
    const other = spawn('sleep', ['60'], { uid, gid: uid, stdio: 'ignore' });
    track(other);
    const pg = join(dataDir, 'pg');
    const stale = [other.pid, pg, 1, 5432, pg, '', '  1234567         7', 'ready', ''].join('\n');
    writeFileSync(join(pg, 'postmaster.pid'), stale);
    writeFileSync(join(pg, '.s.PGSQL.5432.lock'), stale);
    await runOnce(dataDir);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    other.kill();
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const long = join(base, 'a'.repeat(120));
    renameSync(dirname(dataDir), long);
    const env = { TMPDIR: base };
    const { ready } = await runOnce(join(long, 'data'), { env });
    expect(dirname(ready?.host ?? '')).toBe(base);
    expect(statSync(ready?.host ?? '').mode & 0o777).toBe(0o700);
    chmodSync(ready?.host ?? '', 0o755);
    const refused = startCopy(join(long, 'data'), { env });
    expect(await refused.next((message) => message.refused)).toContain('belongs to another user');
    renameSync(long, dirname(dataDir));
  });

  it('is out of reach of a signal to the process group', async () => {
    const copy = startCopy(dataDir);
    await isReady(copy);
    process.kill(-(copy.child.pid ?? 0), 'SIGINT');
    // The copy still asks its database while it stops.
    expect(await copy.exited).toBe(0);
    expect(copy.messages.at(-1)?.rows).toBeTypeOf('number');
    expect(serversOf(dataDir)).toEqual([]);
  });

  it('takes over a server without an owner and stops it in the end', async () => {
    const pg = join(dataDir, 'pg');
    if (isRoot) giveTo({ uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }, pg);
    const uid = isRoot ? UNPRIVILEGED_ID : undefined;
    const args = ['-D', pg, '-k', pg, '-c', 'listen_addresses='];
    const orphan = spawn(join(native(), 'bin', 'postgres'), args, {
      cwd: '/',
      uid,
      gid: uid,
      stdio: 'ignore',
    });
    track(orphan);
    await until(() => /ready/.test(readIfThere(join(pg, 'postmaster.pid'))));
    await runOnce(dataDir);
    await until(() => orphan.exitCode !== null);
    expect(orphan.exitCode).toBe(0);
  });

  it('makes the missing library links in its package', async () => {
    removeLinks();
    await runOnce(dataDir);
    expect(readdirSync(join(native(), 'lib'))).toContain('libicui18n.so.60');
  });
});

describe.runIf(isRoot && canRunNode(DAEMON))(
  'the embedded database and users',
  { timeout: 30_000 },
  () => {
    it('gives the cluster to no one when root starts it', async () => {
      giveDataTo(0);
      await runOnce(dataDir);
      expect(statSync(join(dataDir, 'pg')).uid).toBe(UNPRIVILEGED_ID);
    });

    it('runs as the ordinary user who starts it', async () => {
      const fresh = anEmptyFolder('ordinary', DAEMON);
      await runOnce(fresh, { uid: DAEMON });
      expect(statSync(join(fresh, 'pg')).uid).toBe(DAEMON);
      expect(statSync(fresh).mode & 0o777).toBe(0o700);
    });

    it("tells an ordinary user that the folder is someone else's", async () => {
      giveDataTo(UNPRIVILEGED_ID);
      chmodSync(dataDir, 0o755);
      const copy = startCopy(dataDir, { uid: DAEMON });
      expect(await copy.next((message) => message.refused)).toContain(
        'belongs to another user (uid 65534)',
      );
    });

    it('links the libraries elsewhere when the package is read-only', async () => {
      removeLinks();
      giveDataTo(DAEMON);
      await runOnce(dataDir, { uid: DAEMON });
      expect(readdirSync(join(dataDir, 'pg-lib'))).toContain('libicui18n.so.60');
      expect(readdirSync(join(native(), 'lib'))).not.toContain('libicui18n.so.60');
    });

    it("leaves an ordinary user's folder to him when root starts it", async () => {
      giveDataTo(DAEMON);
      await runOnce(dataDir);
      expect(statSync(join(dataDir, 'pg')).uid).toBe(DAEMON);
      await runOnce(dataDir, { uid: DAEMON });
    });

    it('follows when the package moves out of sight of other users and back', async () => {
      giveDataTo(0);
      await runOnce(dataDir);
      expect(statSync(join(dataDir, 'pg')).uid).toBe(UNPRIVILEGED_ID);
      chmodSync(project, 0o700);
      const copy = startCopy(dataDir);
      await isReady(copy);
      expect(statSync(join(dataDir, 'pg')).uid).toBe(0);
      copy.child.kill('SIGKILL');
      await until(() => serversOf(dataDir).length === 0);
      chmodSync(project, 0o755);
      await runOnce(dataDir);
      expect(statSync(join(dataDir, 'pg', 'base')).uid).toBe(UNPRIVILEGED_ID);
    });
  },
);

function canRunNode(uid: number): boolean {
  return spawnSync(process.execPath, ['--version'], { cwd: '/', uid, gid: uid }).status === 0;
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function removeLinks(): void {
  const file = join(native(), 'pg-symlinks.json');
  for (const { target } of JSON.parse(readFileSync(file, 'utf8')) as { target: string }[]) {
    rmSync(join(dirname(native()), target), { force: true });
  }
}
