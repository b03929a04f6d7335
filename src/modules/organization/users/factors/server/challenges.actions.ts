import { randomBytes } from 'node:crypto';
import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { lockCounter } from '../../sessions/server/failures.queries';
import { digestOf, sha256 } from '../../server/hashes.service';
import { networkOf, siteOf } from '~/kit/server/http/networks';
import type { Assertion } from '../passkeys.fields';
import { challengeMinutes, isFreshCounter, type RelyingParty } from '../passkeys.rules';
import { logEvent } from '~/kit/server/audit/log-event';
import {
  clearChallenges,
  countChallenges,
  insertChallenge,
  takeChallenge,
  type TakenChallenge,
} from './passkey-challenges.queries';
import { lockPasskey, notePasskeyUse } from './passkeys.queries';
import { bytesOf, challengeIn, signedCounter } from './webauthn.internal';

/** As many as one network, one IPv6 site, and all strangers together, may leave unanswered. */
const most = { ofNetwork: 100, ofSite: 400, ofAll: 50_000 };
const lifeMs = challengeMinutes * 60_000;

/** Whom a challenge is for: a session, or a browser by its own cookie. */
export function holderOf(of: { session: number } | { browser: string | undefined }): string {
  if ('session' in of) return `session ${of.session}`;
  return `browser ${sha256(of.browser ?? '').toString('hex')}`;
}

/**
 * A challenge for this holder, which is answered once; 429 where too many are left unanswered. Strangers use up the
 * places of strangers alone: a session, and a device that a person has signed in with, get one.
 */
export async function makeChallenge(
  { now, transaction }: Context,
  issued: { holder: string; address: string; handle: Buffer | null; device: string | undefined },
): Promise<Buffer> {
  const challenge = randomBytes(32);
  const network = networkOf(issued.address);
  const site = siteOf(issued.address);
  // What the texts of all its networks begin with: "2001:db8:1:" for "2001:db8:1::/48".
  const beginning = site === network ? null : site.replace(/:\/\d+$/, '');
  await transaction(async (trx) => {
    await lockCounter(trx, `challenges ${network}`);
    await clearChallenges(trx, new Date(now.getTime() - lifeMs));
    const device = digestOf(issued.device);
    const pending = await countChallenges(trx, { network, beginning, device, now });
    const isUnrecognized = issued.handle === null && !pending.is_known_device;
    const isFull = pending.of_site >= most.ofSite || pending.of_all >= most.ofAll;
    if (pending.of_network >= most.ofNetwork || (isUnrecognized && isFull)) throw tooMany();
    const { holder, handle } = issued;
    const expires = new Date(now.getTime() + lifeMs);
    await insertChallenge(trx, { challenge, holder, network, handle, expires });
  });
  return challenge;
}

function tooMany(): AppError {
  const message = 'Too many passkeys are being requested. Please try again in a minute.';
  return new AppError('auth.too_many_attempts', message, { retryAfterSeconds: 60 });
}

export interface AnsweredChallenge extends TakenChallenge {
  challenge: Buffer;
}

/**
 * The challenge that was signed, used up even if the proof fails; null where this holder does not have it, because it
 * was used already or is someone else's. 400 where it is over.
 */
export async function answeredChallenge(
  { now, transaction }: Context,
  clientDataJSON: string,
  holder: string,
): Promise<AnsweredChallenge | null> {
  const challenge = challengeIn(clientDataJSON);
  const taken = await transaction((trx) => takeChallenge(trx, { challenge, holder, now }));
  if (taken?.is_over) {
    const message = 'This took too long. Please use your passkey again.';
    throw new AppError('auth.passkey_expired', message);
  }
  return taken && { ...taken, challenge };
}

/** What someone showed of a passkey, to a challenge that is used up by now; null for one that was not ours. */
export interface PasskeyProof {
  assertion: Assertion;
  party: RelyingParty;
  challenge: Buffer | null;
}

/** Whose passkey signed the challenge; null where anything about it is wrong, or its owner is inactive. */
export async function takePasskey(
  trx: Transaction,
  { assertion, party, challenge }: PasskeyProof,
  now: Date,
): Promise<number | null> {
  const passkey = await lockPasskey(trx, bytesOf(assertion.id), party.id);
  if (!passkey || !challenge) return null;
  const { userHandle } = assertion.response;
  if (userHandle && !bytesOf(userHandle).equals(passkey.user_handle)) return null;
  const signed = { challenge, party, publicKey: passkey.public_key };
  const counter = await signedCounter(assertion, signed);
  if (counter === null) return null;
  const { id, user_id: user } = passkey;
  if (!isFreshCounter(counter, passkey.counter)) {
    const details = { passkey: id, counter, last: passkey.counter };
    await logEvent(trx, { action: 'passkey copied', entity: 'users', record: user, details });
    return null;
  }
  await notePasskeyUse(trx, { id, counter, now });
  return user;
}
