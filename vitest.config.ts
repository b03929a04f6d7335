import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { patience } from './scripts/patience.mjs';

const testFiles = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => join('src', file));
const apart = [
  // Counts the calls of a package, which must not be loaded before, at the real cost.
  'src/modules/organization/users/sessions/server/sign-in-costs.api.test.ts',
  // Who stops the timers would stop the jobs of a server that the files of a worker share.
  ...testFiles.filter((file) => readFileSync(file, 'utf8').includes('useFakeTimers')),
];

/** What takes more than ten seconds: `npm run test:rehearsals`, which CI runs too (docs/decisions/0126). */
const rehearsals = [
  'lab/faults/fuzz.api.test.ts',
  'src/app/{crowds,customer-accounts,demo,demo-gst,limits,live-lists,long-lists}.api.test.ts',
  'src/app/{no-name-left,repeated-calls,verify}.api.test.ts',
  'src/app/{maintain,upgrade/postgres-upgrade,upgrade/upgrade}.test.ts',
  'src/app/upgrade/earlier-steps.api.test.ts',
  'src/kit/server/{audit/verify,backup/*,postgres/embedded}.test.ts',
  'src/modules/**/{*-histories,histories,together,past-stock}.api.test.ts',
  'src/modules/**/{hostile-files,import-turns,last-stock,lock-outs,stalled-exports}.api.test.ts',
  'src/modules/**/{invoice-mails,maintenance,reminders,scheduled}.api.test.ts',
  'src/modules/**/random-months.*.test.ts',
];

const resolve = { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } };
const patient = patience();
const common = {
  pool: 'forks',
  testTimeout: 60_000 * patient,
  hookTimeout: 60_000 * patient,
  expect: { poll: { timeout: 20_000 * patient } },
  // What a busy machine holds up is named as flaky; a counterexample of a property stays a failure (docs/decisions/0100).
  retry: { count: 1, condition: /^(?!Property failed)/ },
} as const;
/** Loading the whole server again for each file would take longer than its tests. */
const together = { ...common, isolate: false, setupFiles: ['./src/app/testing/test-hashes.ts'] };

/** Random histories take minutes each: if they started last, one of the two workers would wait for the other. */
class HistoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('-histories.');
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}

export default defineConfig({
  resolve,
  test: {
    // Once for both: what it provides, every project sees.
    globalSetup: ['./src/kit/server/testing/test-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: HistoriesFirst },
    projects: [
      {
        resolve,
        test: {
          ...together,
          name: 'together',
          include: ['{src,scripts,lab}/**/*.test.ts'],
          exclude: [...apart, ...rehearsals],
        },
      },
      { resolve, test: { ...common, name: 'apart', include: apart } },
      { resolve, test: { ...together, name: 'rehearsals', include: rehearsals } },
    ],
  },
});
