import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Counts the calls of a package, which must not be loaded before, at the real cost. */
const apart = ['src/modules/organization/users/sessions/server/sign-in-costs.api.test.ts'];

/** What takes more than ten seconds: `npm run test:rehearsals`, which CI runs too (docs/decisions/0126). */
const rehearsals = [
  'lab/faults/fuzz.api.test.ts',
  'src/app/{customer-accounts,demo,demo-gst,earlier-steps,live-lists,long-lists}.api.test.ts',
  'src/app/repeated-calls.api.test.ts',
  'src/app/{postgres-upgrade,upgrade}.test.ts',
  'src/kit/server/{audit/verify,backup/*,postgres/embedded}.test.ts',
  'src/modules/**/{*-histories,histories,together,past-stock}.api.test.ts',
  'src/modules/**/{import-turns,invoice-mails,maintenance,reminders,scheduled}.api.test.ts',
  'src/modules/**/random-months.*.test.ts',
];

const resolve = { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } };
const common = {
  pool: 'forks',
  testTimeout: 15_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
  // What a busy machine holds up is named as flaky; a counterexample of a property stays a failure (docs/decisions/0100).
  retry: { count: 1, condition: /^(?!Property failed)/ },
} as const;
/** Loading the whole server again for each file would take longer than its tests. */
const together = { ...common, isolate: false, setupFiles: ['./src/app/test-hashes.ts'] };

export default defineConfig({
  resolve,
  test: {
    // Once for both: what it provides, every project sees.
    globalSetup: ['./src/kit/server/testing/test-setup.ts'],
    maxWorkers: 2,
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
