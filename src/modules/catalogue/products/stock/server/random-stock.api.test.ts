import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { dayOf } from '~/kit/shared/time/days';
import { expectHistories } from './stock-histories.builders';

const test = ownServer();

// More of them are a rehearsal: stock-histories.api.test.ts.
it('300 random histories have the stock and the value of the model after every step', async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await expectHistories(test.admin, { count: 300, today });
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
