import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { supplyFixture } from './supplies.builders';
import { cases, lawOf, Ways } from './ways-of-supply.builders';

const test = fileServer();

it('150 ways of a buyer and an address give the place that the law says, or a refusal', {
  timeout: 600_000,
}, async () => {
  const ways = new Ways(test.admin, await supplyFixture(test.admin));
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      expect(await ways.outcomeOf(given)).toEqual(lawOf(given));
    }),
    { numRuns: 150, endOnFailure: true },
  );
});
