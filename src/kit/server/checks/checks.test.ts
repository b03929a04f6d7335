import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { type Check, runChecks } from './checks';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const check = (name: string, faults: Check['faults']): Check => ({ name, faults });

it('makes all checks and names the one that a damaged row ends', async () => {
  const results = await runChecks(test.database.openClient, [
    check('first', sql`select 'one fault' as what`),
    check(
      'broken',
      sql`select (array['x', '1'])[n]::integer::text as what from generate_series(1, 2) n`,
    ),
    check('last', sql`select 'none' as what where false`),
  ]);
  expect(results.slice(0, 3)).toEqual([
    { name: 'first', faults: 1, first: ['one fault'] },
    {
      name: 'broken',
      faults: 1,
      first: [expect.stringContaining('The check failed: invalid input syntax')],
    },
    { name: 'last', faults: 0, first: [] },
  ]);
  expect(results.length).toBeGreaterThan(3);
});
