import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { dayOf } from '~/kit/shared/time/days';
import { expectPurchases } from './purchase-histories.builders';

const test = ownServer();

// More of them are a rehearsal: purchase-histories.api.test.ts.
it('300 random purchases, entered in any order, have the values of the model', {
  timeout: 300_000,
}, async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await expectPurchases(test.admin, { count: 300, today });
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
