import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { isRightCode } from '../../factors/server/codes.steps';
import { getFactor, lockFactor } from '../../factors/server/second-factor.queries';
import type { Secrets } from '../../factors/server/secrets.steps';
import { isPassword } from '../../server/hashes.service';
import { findPasswordHash } from '../../server/users.queries';
import type { Confirmation, ConfirmationProof } from '../confirmation.fields';
import { confirmationWays } from '../confirmation.rules';
import { lookCounting } from './guesses.steps';
import { noteConfirmation } from './sessions.queries';

export async function getConfirmation({ db, person }: Context): Promise<Confirmation> {
  const { enabled } = await getFactor(db, person.id);
  return { ways: confirmationWays({ code: enabled }) };
}

/**
 * Opens the calls that cannot be undone to the present session for a while; 400 for a wrong proof, which counts like a
 * wrong password (docs/product/sign-in.md#confirmation).
 */
export async function confirmPerson(
  context: Context,
  proof: ConfirmationProof,
  secrets: Secrets,
): Promise<void> {
  const { person, now } = context;
  const part = 'code' in proof ? 'code' : 'password';
  const right = await lookCounting(context, async (trx) => {
    const shown = await isShown(trx, { person: person.id, proof, secrets, now });
    if (shown) await noteConfirmation(trx, person.session_id, now);
    const action = shown ? 'confirmed' : 'confirmation refused';
    const details = { session: person.session_id, part };
    await logEvent(trx, { action, entity: 'users', record: person.id, details });
    return shown || null;
  });
  if (right) return;
  throw part === 'code'
    ? invalid('code', 'This code is not right, or it was used already')
    : invalid('password', 'The password is not right');
}

interface Shown {
  person: number;
  proof: ConfirmationProof;
  secrets: Secrets;
  now: Date;
}

async function isShown(trx: Transaction, { person, proof, secrets, now }: Shown): Promise<boolean> {
  if ('code' in proof) {
    const factor = await lockFactor(trx, person, { confirmed: true });
    return factor !== null && isRightCode(trx, factor, { user: person, ...proof, secrets, now });
  }
  const stored = await findPasswordHash(trx, person);
  return stored !== null && isPassword(stored, proof.password);
}
