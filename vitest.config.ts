import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Counts the calls of a package, which must not be loaded before, at the real cost. */
const apart = ['src/modules/organization/users/sessions/server/sign-in-costs.api.test.ts'];

const resolve = { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } };
const common = {
  pool: 'forks',
  testTimeout: 15_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
  // What a busy machine holds up is named as flaky; a counterexample of a property stays a failure (docs/decisions/0100).
  retry: { count: 1, condition: /^(?!Property failed)/ },
} as const;

export default defineConfig({
  resolve,
  test: {
    // Once for both: what it provides, every project sees.
    globalSetup: ['./src/kit/server/testing/test-setup.ts'],
    maxWorkers: 2,
    projects: [
      // Loading the whole server anew for each file would take longer than its tests.
      {
        resolve,
        test: {
          ...common,
          name: 'together',
          include: ['{src,scripts,lab}/**/*.test.ts'],
          exclude: apart,
          isolate: false,
          setupFiles: ['./src/app/test-hashes.ts'],
        },
      },
      { resolve, test: { ...common, name: 'apart', include: apart } },
    ],
  },
});
