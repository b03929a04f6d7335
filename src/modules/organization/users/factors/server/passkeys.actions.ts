import { randomBytes } from 'node:crypto';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { AppError, enforce, invalid, notFound } from '~/kit/server/errors';
import { queueMail } from '~/kit/server/mail/mail';
import { endUserSessions, notifyOwnPages } from '../../sessions/server/sessions.service';
import type { Attestation, Passkey } from '../passkeys.fields';
import { canRemoveFactor, mostPasskeys, type RelyingParty } from '../passkeys.rules';
import { answeredChallenge, holderOf, makeChallenge } from './challenges.actions';
import { factorMail } from './factors.mail';
import {
  getFactors,
  insertPasskey,
  listCredentials,
  removePasskeys,
  renamePasskey,
} from './passkeys.queries';
import { creationOptions, verifiedCredential } from './webauthn.internal';

/** Makes the changes of one person's factors take turns. */
export function lockFactors(trx: Transaction, user: number): Promise<void> {
  return lockName(trx, `factors ${user}`);
}

/** What the browser makes a passkey of the signed-in person by (docs/product/sign-in.md#passkeys). */
export async function beginPasskey(
  context: Context,
  { party, address }: { party: RelyingParty; address: string },
): Promise<Record<string, unknown>> {
  const { db, person } = context;
  const passkeyExists = await listCredentials(db, person.id);
  if (passkeyExists.length >= mostPasskeys) throw tooMany();
  // An authenticator keeps one passkey for each person that it knows: of two handles it would keep two.
  const handle = passkeyExists[0]?.user_handle ?? randomBytes(32);
  const holder = holderOf({ session: person.session_id });
  const challenge = await makeChallenge(context, { holder, address, handle, device: undefined });
  return creationOptions({ party, person, handle, challenge, existing: passkeyExists });
}

/** Keeps a passkey that was made for the signed-in person, and ends the other sessions; 400 where anything is wrong. */
export async function addPasskey(
  context: Context,
  { name, credential, party }: { name: string; credential: Attestation; party: RelyingParty },
): Promise<Passkey> {
  const { person, now } = context;
  const holder = holderOf({ session: person.session_id });
  const { clientDataJSON, transports = [] } = credential.response;
  const answered = await answeredChallenge(context, clientDataJSON, holder);
  const created = answered && (await verifiedCredential(credential, { ...answered, party }));
  const handle = answered?.user_handle;
  if (!created || !handle)
    throw invalid('credential', 'This passkey was not made for this page. Please try again.');
  return context.transaction(async (trx) => {
    await lockFactors(trx, person.id);
    if ((await getFactors(trx, person.id)).passkeys >= mostPasskeys) throw tooMany();
    const stored = { ...created, user: person.id, name, party: party.id, handle, transports, now };
    const passkey = await insertPasskey(trx, stored);
    if (!passkey) throw passkeyExists();
    await endUserSessions(trx, person.id, { except: person.session_id, now });
    await notify(trx, context, 'added');
    return passkey;
  });
}

export function renameOwnPasskey(context: Context, id: number, name: string): Promise<Passkey> {
  return context.transaction(async (trx) => {
    const passkey = await renamePasskey(trx, { id, user: context.person.id, name });
    if (!passkey) throw notFound('Passkey');
    return passkey;
  });
}

/** Removes one of the user’s passkeys; 409 where it is the last factor and the role requires one. */
export async function deleteOwnPasskey(context: Context, id: number): Promise<void> {
  const { person } = context;
  await context.transaction(async (trx) => {
    await lockFactors(trx, person.id);
    const factors = await getFactors(trx, person.id);
    if ((await removePasskeys(trx, person.id, id)).length === 0) throw notFound('Passkey');
    enforce(canRemoveFactor(factors, 'passkey'));
    await notify(trx, context, 'removed');
  });
}

async function notify(
  trx: Transaction,
  { person, now }: Context,
  what: 'added' | 'removed',
): Promise<void> {
  await logEvent(trx, { action: `passkey ${what}`, entity: 'users', record: person.id });
  await queueMail(trx, factorMail(person, `passkey ${what}`), now);
  await notifyOwnPages(trx, person.id);
}

function tooMany(): AppError {
  const message = `You can have at most ${mostPasskeys} passkeys. Please remove one first.`;
  return new AppError('factor.too_many_passkeys', message);
}

function passkeyExists(): AppError {
  return new AppError('factor.passkey_known', 'This passkey is already registered');
}
