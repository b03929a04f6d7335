import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { type PasskeyProof, takePasskey } from '../../factors/server/challenges.steps';
import { isRightCode } from '../../factors/server/codes.steps';
import { lockFactor } from '../../factors/server/second-factor.queries';
import { getFactors } from '../../factors/server/passkeys.queries';
import type { Secrets } from '../../factors/server/secrets.steps';
import { isPassword } from '../../server/hashes.service';
import { findPasswordHash } from '../../server/users.queries';
import type { Confirmation } from '../confirmation.fields';
import { type ConfirmationWay, confirmationWays } from '../confirmation.rules';
import { lookCounting } from './guesses.steps';
import { noteConfirmation } from './sessions.queries';

export type ShownProof = { password: string } | { code: string } | { passkey: PasskeyProof };

export async function getConfirmation({ db, person }: Context): Promise<Confirmation> {
  return { ways: confirmationWays(await getFactors(db, person.id)) };
}

/**
 * Opens the calls that cannot be undone to the present session for a while; 400 for a wrong proof, which counts like a
 * wrong password (docs/product/sign-in.md#confirmation).
 */
export async function confirmPerson(
  context: Context,
  proof: ShownProof,
  secrets: Secrets,
): Promise<void> {
  const { person, now } = context;
  const part = wayOf(proof);
  const right = await lookCounting(context, async (trx) => {
    const shown = await isShown(trx, { person: person.id, proof, secrets, now });
    if (shown) await noteConfirmation(trx, person.session_id, now);
    const action = shown ? 'confirmed' : 'confirmation refused';
    const details = { session: person.session_id, part };
    await logEvent(trx, { action, entity: 'users', record: person.id, details });
    return shown || null;
  });
  if (!right) throw invalid(part, wrong[part]);
}

const wrong: Readonly<Record<ConfirmationWay, string>> = {
  password: 'The password is not right',
  code: 'This code is not right, or it was used already',
  passkey: 'This passkey was not accepted. Please try again.',
};

function wayOf(proof: ShownProof): ConfirmationWay {
  if ('passkey' in proof) return 'passkey';
  return 'code' in proof ? 'code' : 'password';
}

interface Shown {
  person: number;
  proof: ShownProof;
  secrets: Secrets;
  now: Date;
}

async function isShown(trx: Transaction, { person, proof, secrets, now }: Shown): Promise<boolean> {
  if ('passkey' in proof) return (await takePasskey(trx, proof.passkey, now)) === person;
  if ('code' in proof) {
    const factor = await lockFactor(trx, person, { confirmed: true });
    return factor !== null && isRightCode(trx, factor, { user: person, ...proof, secrets, now });
  }
  const stored = await findPasswordHash(trx, person);
  return stored !== null && isPassword(stored, proof.password);
}
