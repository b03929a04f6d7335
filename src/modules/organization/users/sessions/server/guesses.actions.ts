import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { failuresAllowed, failuresCounted, secondsLocked } from '../../users.rules';
import { isPassword } from '../../server/hashes.service';
import { findPasswordHash } from '../../server/users.queries';
import { findFailure, insertFailure, lockCounter } from './failures.queries';
import { asRecognized } from './sign-in-queue.internal';
import { refuseWhile } from './sign-ins.actions';

interface Guess<P, T> {
  /** What takes long: no connection and no lock waits for it. */
  prove: (db: Db) => Promise<P>;
  look: (trx: Transaction, proof: P) => Promise<T | null>;
}

/**
 * Checks a proof that only the signed-in person knows or has; null of `look` is a wrong guess. These guesses have a
 * separate counter: they do not block signing in, and failed sign-ins do not block them. 429 after too many.
 */
export async function lookCounting<P, T>(
  { db, person, now, transaction }: Context,
  { prove, look }: Guess<P, T>,
): Promise<T | null> {
  const counter = `password ${person.id}`;
  const refuseLocked = async (from: Db) => {
    const counted = failuresCounted(now);
    const nth = failuresAllowed.byName;
    const decisive = await findFailure(from, { name: counter, nth, counted });
    refuseWhile(secondsLocked(decisive, now), 'wrong passwords or codes');
  };
  await refuseLocked(db);
  return asRecognized(counter, async () => {
    await refuseLocked(db);
    const proof = await prove(db);
    return transaction(async (trx) => {
      await lockCounter(trx, counter);
      await refuseLocked(trx);
      const found = await look(trx, proof);
      if (found === null) await insertFailure(trx, { name: counter, address: '', now });
      return found;
    });
  });
}

/** Whether `password` is a user's, of the stored form that it was compared with. */
export async function provePassword(
  db: Db,
  user: number,
  password: string,
): Promise<{ stored: string; right: boolean } | null> {
  const stored = await findPasswordHash(db, user);
  return stored === null ? null : { stored, right: await isPassword(stored, password) };
}

/** The stored form of the user's password, if that was proved and no other has been set since; null otherwise. */
export async function provedPassword(
  trx: Transaction,
  user: number,
  proof: Awaited<ReturnType<typeof provePassword>>,
): Promise<string | null> {
  return proof?.right && (await findPasswordHash(trx, user)) === proof.stored ? proof.stored : null;
}
