import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { invalid } from '~/kit/server/errors';
import { type PasskeyProof, takePasskey } from '../../factors/server/challenges.actions';
import { requiredFactorsOf, isRightCode } from '../../factors/server/codes.internal';
import { requiredFactors } from '../../factors/passkeys.rules';
import { lockFactor } from '../../factors/server/second-factor.queries';
import { getFactors } from '../../factors/server/passkeys.queries';
import type { Secrets } from '~/kit/server/files/secrets';
import { isLinked } from '../../providers/server/providers.queries';
import { nobodysHash } from '../../server/hashes.service';
import { findPasswordHash } from '../../server/users.queries';
import type { Confirmation } from '../confirmation.fields';
import { type ConfirmationWay, confirmationWays } from '../confirmation.rules';
import { lookCounting, provedPassword, provePassword } from './guesses.actions';
import { noteConfirmation } from './sessions.queries';

export type ShownProof = { password: string } | { code: string } | { passkey: PasskeyProof };

/** `issuer` is the provider that single sign-on is set up with. */
export async function getConfirmation(
  { db, person: { id } }: Context,
  issuer: string | undefined,
): Promise<Confirmation> {
  const password = (await findPasswordHash(db, id)) !== nobodysHash;
  const provider = issuer !== undefined && (await isLinked(db, id, issuer));
  const factors = await getFactors(db, id);
  return {
    ways: confirmationWays({ ...factors, required: requiredFactors(factors), password, provider }),
  };
}

/**
 * Opens the calls that need a confirmation to the present session for a while; 400 for a wrong proof, which counts like
 * a wrong password, and for a password where signing in asks for a second factor too
 * (docs/product/sign-in.md#confirmation).
 */
export async function confirmPerson(
  context: Context,
  proof: ShownProof,
  secrets: Secrets,
): Promise<void> {
  const { person, now } = context;
  const part = wayOf(proof);
  if (part === 'password' && (await requiredFactorsOf(context.db, person.id)).length > 0)
    throw invalid(part, 'Please use your second factor instead of the password');
  const prove = async (db: Db) =>
    'password' in proof ? provePassword(db, person.id, proof.password) : null;
  const look = async (trx: Transaction, password: Awaited<ReturnType<typeof prove>>) => {
    const shown =
      'password' in proof
        ? (await provedPassword(trx, person.id, password)) !== null
        : await isShown(trx, { person: person.id, proof, secrets, now });
    if (shown) await noteConfirmation(trx, person.session_id, now);
    const action = shown ? 'confirmed' : 'confirmation refused';
    const details = { session: person.session_id, part };
    await logEvent(trx, { action, entity: 'users', record: person.id, details });
    return shown || null;
  };
  if (!(await lookCounting(context, { prove, look }))) throw invalid(part, wrong[part]);
}

type Typed = Exclude<ConfirmationWay, 'provider'>;

const wrong: Readonly<Record<Typed, string>> = {
  password: 'Wrong password',
  code: 'This code is wrong or was already used',
  passkey: 'This passkey was not accepted. Please try again.',
};

function wayOf(proof: ShownProof): Typed {
  if ('passkey' in proof) return 'passkey';
  return 'code' in proof ? 'code' : 'password';
}

interface Shown {
  person: number;
  proof: Exclude<ShownProof, { password: string }>;
  secrets: Secrets;
  now: Date;
}

async function isShown(trx: Transaction, { person, proof, secrets, now }: Shown): Promise<boolean> {
  if ('passkey' in proof) return (await takePasskey(trx, proof.passkey, now)) === person;
  const factor = await lockFactor(trx, person, { confirmed: true });
  return factor !== null && isRightCode(trx, factor, { user: person, ...proof, secrets, now });
}
