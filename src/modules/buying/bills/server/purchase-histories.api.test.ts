import { expect, it } from 'vitest';
import { checks } from '~/app/modules';
import { ownServer } from '~/app/testing/test-file-server';
import { runChecks } from '~/kit/server/checks/checks';
import { dayOf } from '~/kit/shared/time/days';
import { expectPurchases } from './purchase-histories.builders';

/** So many are compared with the model, a third of them in CI; `HISTORIES=20000 npm test -- purchase-histories` takes more. */
const histories = Number(process.env['HISTORIES'] ?? (process.env['CI'] ? 1000 : 3000));
const test = ownServer();

it('random purchases, entered in any order, have the values of the model', {
  timeout: 1_800_000,
}, async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata');
  await expectPurchases(test.admin, { count: histories, today });
  const results = await runChecks(test.server.database.openClient, checks);
  expect(results.flatMap(({ first }) => first)).toEqual([]);
});
