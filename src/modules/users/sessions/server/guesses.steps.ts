import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { failuresAllowed, failuresCounted, secondsLocked } from '../../users.rules';
import { findFailure, insertFailure, lockCounter } from './failures.queries';
import { asKnown } from './sign-in-queue.steps';
import { refuseWhile } from './sign-ins.steps';

/**
 * Looks at what only the signed-in person knows or has; null of `look` is a wrong guess. Guesses have a counter of
 * their own: they do not close the front door, and what strangers do there does not close this one. 429 after too many.
 */
export async function lookCounting<T>(
  { db, person, now, transaction }: Context,
  look: (trx: Transaction) => Promise<T | null>,
): Promise<T | null> {
  const counter = `password ${person.id}`;
  const secondsLeft = async (from: Db) => {
    const counted = failuresCounted(now);
    const nth = failuresAllowed.byName;
    return secondsLocked(
      await findFailure(from, { by: 'name', value: counter, nth, counted }),
      now,
    );
  };
  refuseWhile(await secondsLeft(db));
  return asKnown(counter, () =>
    transaction(async (trx) => {
      await lockCounter(trx, counter);
      refuseWhile(await secondsLeft(trx));
      const found = await look(trx);
      if (found === null) await insertFailure(trx, { name: counter, address: '', now });
      return found;
    }),
  );
}
