import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '~/kit/server/checks/checks';
import { migrate } from '~/kit/server/database/migrate';
import { inEmptyDatabase, restoreInto, temporaryPlace } from '~/kit/server/testing/test-backup';
import type { TestDatabase } from '~/kit/server/testing/test-database';
import { migrations } from './edition';
import { checks, extendModules } from './modules';

const limit = { timeout: 60_000 };

const folder = path.join(migrations, 'dumps');
const dumps = (await readdir(folder)).sort();
const steps = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
const numberOf = (name: string) => Number(name.slice(0, 4));

/** The kept dump that a database of a step is made from. */
const dumpOf = (step: number) => dumps.findLast((name) => numberOf(name) <= step) ?? '';

let place: Awaited<ReturnType<typeof temporaryPlace>>;
beforeAll(async () => {
  extendModules();
  place = await temporaryPlace();
});
afterAll(() => place.remove());

/** The steps that a program of that time knew. */
async function stepsUpTo(step: number): Promise<string> {
  const own = place.name('steps');
  await mkdir(own);
  for (const name of steps.filter((each) => numberOf(each) <= step)) {
    await cp(path.join(migrations, name), path.join(own, name));
  }
  return own;
}

async function expectSound({ database }: TestDatabase): Promise<void> {
  const results = await runChecks(database.openClient, checks);
  expect(results.filter(({ faults }) => faults > 0)).toEqual([]);
  const leads = await database.pool.query<{ count: number }>('select count(*) from leads');
  expect(leads.rows[0]?.count).toBeGreaterThan(10);
}

const all = { folder: migrations, log: () => undefined };

// Of the others the last test tells, one after the other.
test.each(
  steps
    .map(numberOf)
    .filter(
      (step, at, { length }) => at >= length - 3 || dumps.some((name) => numberOf(name) === step),
    ),
)(
  'a database of step %i comes to this program’s, and everything in it holds',
  limit,
  async (step) => {
    await inEmptyDatabase(async (target) => {
      const file = path.join(folder, dumpOf(step));
      const own = await stepsUpTo(step);
      await restoreInto(target, { file, dataDir: place.name('data'), steps: own });
      await migrate(target.database.pool, all);
      await expectSound(target);
    });
  },
);

test(
  'a database that took every step by itself since the oldest dump is sound',
  limit,
  async () => {
    await inEmptyDatabase(async (target) => {
      const [first = ''] = dumps;
      const file = path.join(folder, first);
      const own = await stepsUpTo(numberOf(first));
      await restoreInto(target, { file, dataDir: place.name('data'), steps: own });
      for (const name of steps.filter((each) => numberOf(each) > numberOf(first))) {
        await cp(path.join(migrations, name), path.join(own, name));
        await migrate(target.database.pool, { ...all, folder: own });
      }
      await expectSound(target);
    });
  },
);
