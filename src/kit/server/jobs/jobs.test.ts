import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '~/kit/server/database/db';
import { type Job, type Jobs, startJobs } from './jobs';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';

let opened: TestDatabase;
let database: Database;
const failures: unknown[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database;
});
afterEach(async () => {
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
  failures.splice(0);
});
afterAll(() => opened.drop());

/** A copy of the server that has just this job. */
function startCopy(job: Partial<Job> & Pick<Job, 'run'>, on = database): Jobs {
  const jobs = startJobs({
    database: on,
    locks: on,
    clock: { now: () => new Date('2026-11-21T09:00:00Z') },
    jobs: [{ name: 'count', everySeconds: 3600, ...job }],
    log: { error: (detail) => failures.push(detail) },
  });
  cleanups.push(jobs.close);
  return jobs;
}

/** Work that counts its runs and continues until it is let go. */
function heldWork(): { run: () => Promise<void>; started: () => number; letGo: () => void } {
  let started = 0;
  let letGo = (): void => undefined;
  const blocker = new Promise<void>((done) => {
    letGo = done;
  });
  cleanups.push(async () => letGo());
  const run = async (): Promise<void> => {
    started += 1;
    await blocker;
  };
  return { run, started: () => started, letGo };
}

const expectReaches = async (count: () => number, value: number) => {
  await expect.poll(count).toBe(value);
};

test('a job runs at start and is handed the time', async () => {
  const seen: string[] = [];
  startCopy({ run: async (_database, now) => void seen.push(now.toISOString()) });
  await expect.poll(() => seen).toEqual(['2026-11-21T09:00:00.000Z']);
});

test('jobs at work together leave the connections to their work', async () => {
  const few = openDatabase({ ...opened.connection, max: 2 }, () => undefined);
  cleanups.push(() => few.close());
  const both = heldWork();
  let done = 0;
  const run = async (on: Database): Promise<void> => {
    const held = both.run();
    if (both.started() === 2) both.letGo();
    await held;
    await on.pool.query('select 1');
    done += 1;
  };
  const jobs = startJobs({
    database: few,
    locks: database,
    clock: { now: () => new Date('2026-11-21T09:00:00Z') },
    jobs: ['one', 'other'].map((name) => ({ name, everySeconds: 3600, run })),
    log: { error: (detail) => failures.push(detail) },
  });
  cleanups.push(jobs.close);
  await expectReaches(() => done, 2);
  expect(failures).toEqual([]);
});

test('a job never runs twice at once, however many copies there are', async () => {
  const other = openDatabase(opened.connection, () => undefined);
  cleanups.push(() => other.close());
  const work = heldWork();
  const first = startCopy(work);
  await expectReaches(work.started, 1);
  // Closing waits for the turn that the copy took at its start: that one found the job in progress
  // and passed.
  await startCopy(work, other).close();
  expect(work.started()).toBe(1);
  work.letGo();
  await first.close();
  startCopy(work, other);
  await expectReaches(work.started, 2);
});

test('different jobs run side by side', async () => {
  const [one, two] = [heldWork(), heldWork()];
  startCopy({ ...one, name: 'one' });
  startCopy({ ...two, name: 'two' });
  await expectReaches(() => one.started() + two.started(), 2);
});

test('a nudge runs a job now, or once more after the run in progress', async () => {
  const work = heldWork();
  const jobs = startCopy(work);
  await expectReaches(work.started, 1);
  jobs.trigger('count');
  jobs.trigger('count');
  jobs.trigger('nothing of this name');
  expect(work.started()).toBe(1);
  work.letGo();
  await expectReaches(work.started, 2);
  await expect
    .poll(() => {
      jobs.trigger('count');
      return work.started();
    })
    .toBeGreaterThan(2);
});

test('a job that is triggered all the time rests between its runs', async () => {
  const starts: number[] = [];
  const jobs = startCopy({ run: async () => void starts.push(performance.now()) });
  await expect
    .poll(
      () => {
        jobs.trigger('count');
        return starts.length;
      },
      { interval: 1, timeout: 5000 },
    )
    .toBe(4);
  const pauses = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  for (const pause of pauses) expect(pause).toBeGreaterThan(240);
});

test('a failure is logged, and the next turn tries again', async () => {
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    if (runs < 3) throw new Error('the outside server is away');
  };
  startCopy({ run, everySeconds: 0.01 });
  await expect.poll(() => runs).toBeGreaterThan(3);
  expect(failures).toEqual(
    [1, 2].map(() => ({ err: new Error('the outside server is away'), job: 'count' })),
  );
});

test('a copy that loses its turn in the middle of a job tells the job, survives it, and runs it again', async () => {
  const work = heldWork();
  let turn: AbortSignal | undefined;
  const jobs = startCopy({
    run: (_database, _now, signal) => {
      turn ??= signal;
      return work.run();
    },
  });
  await expectReaches(work.started, 1);
  const lost = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(lost.rowCount).toBe(1);
  await expect.poll(() => turn?.aborted).toBe(true);
  work.letGo();
  jobs.trigger('count');
  await expectReaches(work.started, 2);
});

test('closing waits for the job in progress, and nothing starts after it', async () => {
  const work = heldWork();
  const jobs = startCopy(work);
  await expectReaches(work.started, 1);
  jobs.trigger('count');
  let closed = false;
  const closing = jobs.close().then(() => {
    closed = true;
  });
  await database.pool.query('select 1');
  expect(closed).toBe(false);
  work.letGo();
  await closing;
  jobs.trigger('count');
  await database.pool.query('select 1');
  expect(work.started()).toBe(1);
});
