import { logEvent } from '~/kit/server/audit/log-event';
import type { Context, Write } from '~/kit/server/database/context';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { AppError } from '~/kit/server/errors';
import { requiredFactorsOf, takeSecondFactor } from '../../factors/server/codes.internal';
import type { Secrets } from '~/kit/server/files/secrets';
import { digestOf, newToken } from '../../server/hashes.service';
import { networkOf } from '~/kit/server/http/networks';
import { findFailure, insertFailure, lockCounter } from '../../sessions/server/failures.queries';
import { noteConfirmation } from '../../sessions/server/sessions.queries';
import {
  type Entry,
  enter,
  refuseWhile,
  type Visitor,
} from '../../sessions/server/sign-ins.actions';
import { deviceName, failuresAllowed, failuresCounted, secondsLocked } from '../../users.rules';
import {
  type Identity,
  isShownSince,
  ownPath,
  shownAtOf,
  type Refused,
  refusedMessages,
} from '../providers.rules';
import { accountOf, findAccount } from './accounts.actions';
import type { Provider } from './provider.internal';
import {
  type Confirming,
  endSignIn,
  findLinked,
  insertSignIn,
  isLinked,
  lockNamed,
  noteProviderSignIn,
  takeSignIn,
} from './providers.queries';

/** A sign-in at the provider has so long, and so has one's second factor after it. */
export const signInMinutes = 10;

/** What the browser is to do next, with the token of its cookie where there is one. */
export type Next =
  | { to: 'provider'; address: string; token: string }
  | { to: 'product'; path: string; entry: Entry }
  | { to: 'code'; token: string }
  | { to: 'page'; path: string; isConfirmed: boolean }
  | { to: 'sign-in'; refused: Refused; path: string };

interface SignInRequest {
  provider: Provider;
  visitor: Visitor;
  secrets: Secrets;
}

/** Begins a sign-in at the provider (docs/product/single-sign-on.md#way). */
export async function beginAtProvider(
  context: Context,
  {
    provider,
    visitor,
    target,
  }: Pick<SignInRequest, 'provider' | 'visitor'> & { target: string | undefined },
): Promise<Next> {
  const { now } = context;
  const token = newToken();
  const address = await provider.addressOf(token, now);
  const path = ownPath(target);
  if (address === null) return { to: 'sign-in', refused: 'unreachable', path };
  const started = { token, visitor, target: path, now };
  await context.transaction((trx) => keep(trx, started));
  return { to: 'provider', address, token };
}

/**
 * Sends the signed-in person to the provider to sign in once more, and back to `target`, confirmed. 409 for a person who is not known
 * there, 503 while it does not answer (docs/product/single-sign-on.md#confirmation).
 */
export async function confirmAtProvider(
  context: Context,
  { provider, visitor, target }: { provider: Provider; visitor: Visitor; target: string },
): Promise<{ address: string; token: string }> {
  const { db, now, person, transaction } = context;
  if (!(await isLinked(db, person.id, provider.settings.issuer))) throw unknownThere();
  const token = newToken();
  const address = await provider.addressOf(token, now, 'again');
  if (address === null) {
    const reason = 'The provider is not responding. Please try again in a moment.';
    throw new AppError('auth.provider_unreachable', reason);
  }
  const started = { token, visitor, target: ownPath(target), session: person.session_id, now };
  await transaction((trx) => keep(trx, started));
  return { address, token };
}

export function unknownThere(): AppError {
  const reason = 'Your account is not linked to single sign-on';
  return new AppError('auth.provider_unlinked', reason);
}

/**
 * Signs in the person who comes back from the provider, or confirms their identity, once. An answer to another request
 * does neither.
 */
export async function endAtProvider(
  context: Context,
  { token, back, ...request }: SignInRequest & { token: string | undefined; back: URL },
): Promise<Next> {
  const { provider, visitor } = request;
  const { now } = context;
  const digest = digestOf(token);
  if (!digest || token === undefined || !provider.isResponse(token, back)) return refusal('over');
  // In a separate transaction, before the provider is called: of two requests with one answer, one continues.
  const taken = await context.transaction((trx) => takeSignIn(trx, digest));
  if (!taken) return refusal('over');
  const { target, confirming, expires } = taken;
  const identity =
    expires * 1000 <= now.getTime() ? 'over' : await provider.whoCame(token, back, now);
  if (confirming) {
    const started = expires - signInMinutes * 60;
    return endConfirmation(context, { identity, confirming, started, target });
  }
  if (typeof identity === 'string') return refusal(identity, target);
  return context.transaction(async (trx): Promise<Next> => {
    const outcome = await admit({ trx, context }, { ...request, identity });
    if (typeof outcome === 'object') return { to: 'product', path: target, entry: outcome };
    if (outcome !== 'missing' && outcome !== 'wrong') return refusal(outcome, target);
    const next = newToken();
    await keep(trx, { token: next, visitor, target, identity, now });
    return { to: 'code', token: next };
  });
}

interface Confirmed {
  identity: Identity | Refused;
  confirming: Confirming;
  /** In seconds since 1970. */
  started: number;
  target: string;
}

/**
 * Opens the calls that need a confirmation to the session whose person, and no one else, has just signed in at the
 * provider: there with a second factor, where signing in asks for one.
 */
function endConfirmation(
  { transaction, now }: Context,
  { identity, confirming: { session, user }, started, target }: Confirmed,
): Promise<Next> {
  return transaction(async (trx): Promise<Next> => {
    const isPerson =
      typeof identity === 'object' &&
      isShownSince(identity, started) &&
      (await findLinked(trx, identity))?.id === user &&
      (identity.isStrong || (await requiredFactorsOf(trx, user)).length === 0);
    if (isPerson) await noteConfirmation(trx, session, now);
    const action = isPerson ? 'confirmed' : 'confirmation refused';
    const details = { session, part: 'provider' };
    await logEvent(trx, { action, entity: 'users', record: user, details, user });
    return { to: 'page', path: target, isConfirmed: isPerson };
  });
}

/**
 * Signs in who came from the provider and shows the second factor now. 401 for a wrong one, and where no one came or too
 * long ago; 429 after too many.
 */
export async function showCode(
  context: Context,
  {
    provider,
    token,
    code,
    ...request
  }: Omit<SignInRequest, 'provider'> & {
    provider: Provider | null;
    token: string | undefined;
    code: string;
  },
): Promise<Entry & { path: string }> {
  const { now } = context;
  const digest = digestOf(token);
  if (!digest || !provider) throw over();
  const outcome = await context.transaction(async (trx) => {
    const named = await lockNamed(trx, digest, now);
    const account = named && (await findAccount(trx, named.identity));
    if (!named || !account) return 'over';
    const counter = `code ${account.id}`;
    await lockCounter(trx, counter);
    refuseWhile(await secondsRemaining(trx, counter, now));
    const { identity, target: path } = named;
    const admitted = await admit({ trx, context }, { ...request, provider, identity, code });
    if (admitted === 'wrong') await insertFailure(trx, { name: counter, address: '', now });
    if (admitted === 'wrong' || admitted === 'missing') return 'wrong';
    await endSignIn(trx, digest);
    return typeof admitted === 'string' ? admitted : { ...admitted, path };
  });
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'over') throw over();
  if (outcome === 'wrong') {
    const reason = 'This code is wrong or was already used';
    throw new AppError('auth.second_factor_wrong', reason);
  }
  throw new AppError('auth.provider_refused', refusedMessages[outcome]);
}

type Admitted = Entry | Refused | 'missing' | 'wrong';

/** The second factor comes first: before it is shown nothing of the account changes. */
async function admit(
  write: Write & { context: Context },
  came: SignInRequest & { identity: Identity; code?: string },
): Promise<Admitted> {
  const { trx, context } = write;
  const { identity, provider, visitor, code, secrets } = came;
  const { now } = context;
  const refuse = async <T extends Refused | 'wrong'>(user: number | null, reason: T) => {
    const details = { device: deviceName(visitor.userAgent), part: 'provider', reason };
    await logEvent(trx, { action: 'sign-in refused', entity: 'users', record: user, details });
    return reason;
  };
  const found = await findAccount(trx, identity);
  if (found?.is_active && !identity.isStrong) {
    const factors = await requiredFactorsOf(trx, found.id);
    // A passkey is a separate way to sign in, and the page after the provider accepts only a code.
    if (factors.length > 0 && !factors.includes('code')) return refuse(found.id, 'passkey');
    const shown = await takeSecondFactor(trx, found.id, { code, secrets, now });
    if (shown === 'wrong') return refuse(found.id, shown);
    if (shown === 'missing') return shown;
  }
  const account = await accountOf(write, identity, provider.settings);
  if (typeof account === 'string') return refuse(found?.id ?? null, account);
  if (!(await noteProviderSignIn(trx, account, now))) return refuse(account, 'inactive');
  const way = identity.isStrong ? 'provider with second factor' : 'provider';
  // No one need have sat at the provider's form just now: it lets in silently whom it knows.
  const provedAt = code === undefined ? shownAtOf(identity, now) : now;
  return enter(trx, account, { visitor, way, now, provedAt });
}

async function secondsRemaining(db: Db, counter: string, now: Date): Promise<number> {
  const counted = failuresCounted(now);
  const nth = failuresAllowed.byName;
  return secondsLocked(await findFailure(db, { name: counter, nth, counted }), now);
}

interface StartedSignIn {
  token: string;
  visitor: Visitor;
  target: string;
  identity?: Identity;
  session?: number;
  now: Date;
}

async function keep(
  trx: Transaction,
  { token, visitor, now, ...started }: StartedSignIn,
): Promise<void> {
  const digest = digestOf(token);
  if (!digest) throw new Error('A new token has the wrong form');
  const expires = new Date(now.getTime() + signInMinutes * 60_000);
  await insertSignIn(trx, { ...started, digest, network: networkOf(visitor.address), expires });
}

function refusal(refused: Refused, path = '/'): Next {
  return { to: 'sign-in', refused, path };
}

function over(): AppError {
  return new AppError('auth.provider_sign_in_over', refusedMessages.over);
}
