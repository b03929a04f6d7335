import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { dayOf } from '~/kit/shared/time/days';
import { expectPurchases } from './purchase-histories.builders';

/** So many are compared with the model; `HISTORIES=3000 npm test -- purchase-histories` takes more. */
const histories = Number(process.env['HISTORIES'] ?? 1000);
const test = ownServer();

it('random purchases, entered in any order, have the values of the model', {
  timeout: 1_800_000,
}, async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await expectPurchases(test.admin, { count: histories, today });
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
