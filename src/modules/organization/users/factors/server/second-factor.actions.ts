import { renderSVG } from 'uqr';
import { logEvent } from '~/kit/server/audit/log-event';
import type { Context } from '~/kit/server/database/context';
import { lockRecord } from '~/kit/server/database/entity';
import { AppError, enforce, invalid, notFound } from '~/kit/server/errors';
import { queueMail } from '~/kit/server/mail/mail';
import { requirePassword } from '../../sessions/server/passwords.actions';
import { endUserSessions, notifyOwnPages } from '../../sessions/server/sessions.service';
import { users } from '../../server/users.queries';
import type { Beginning, RecoveryCodes } from '../second-factor.fields';
import { recoveryCodeCount, setUpMinutes, typedCode } from '../second-factor.rules';
import { addressOf, digestOfCode, newRecoveryCode, newSecret, stepOf } from './codes.internal';
import { canRemoveFactor } from '../passkeys.rules';
import { factorMail } from './factors.mail';
import { getFactors, removePasskeys } from './passkeys.queries';
import { lockFactors } from './passkeys.actions';
import {
  beginFactor,
  confirmFactor,
  lockFactor,
  noteStep,
  putRecoveryCodes,
  removeFactor,
} from './second-factor.queries';
import type { Secrets } from '~/kit/server/files/secrets';

/**
 * Begins the signed-in person's second factor: a secret for the app, in force once a code of it was sent. 409 where
 * there is one (docs/product/sign-in.md#second-factor).
 */
export async function beginSecondFactor(
  context: Context,
  { password, secrets }: { password: string; secrets: Secrets },
): Promise<Beginning> {
  const { person, now } = context;
  if ((await getFactors(context.db, person.id)).code) throw alreadySetUp();
  await requirePassword(context, password);
  const secret = newSecret();
  const sealed = await secrets.seal(secret, person.id);
  const started = await context.transaction((trx) =>
    beginFactor(trx, { user: person.id, secret: sealed, now }),
  );
  if (!started) throw alreadySetUp();
  const uri = addressOf(secret, person.username);
  const picture = Buffer.from(renderSVG(uri, { border: 4, ecc: 'M' }));
  return { secret, uri, qr: `data:image/svg+xml;base64,${picture.toString('base64')}` };
}

/** Puts the begun second factor in force, ends the other sessions, and gives the recovery codes, this once. */
export async function confirmSecondFactor(
  context: Context,
  { code, secrets }: { code: string; secrets: Secrets },
): Promise<RecoveryCodes> {
  const { person, now } = context;
  const recovery_codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await context.transaction(async (trx) => {
    const started = await lockFactor(trx, person.id, { confirmed: false });
    const secret = started && (await secrets.open(started.secret, person.id));
    if (!started || !secret || isOver(started.started_at, now))
      throw invalid('code', 'The setup has expired. Please start again');
    const step = stepOf(typedCode(code).code, secret, { now, last: started.last_step });
    if (step === null) throw invalid('code', 'Wrong code. Please enter the next one.');
    await confirmFactor(trx, person.id, now);
    await noteStep(trx, person.id, step);
    await putRecoveryCodes(trx, person.id, recovery_codes.map(digestOfCode));
    await endUserSessions(trx, person.id, { except: person.session_id, now });
    await logEvent(trx, { action: 'second factor set up', entity: 'users', record: person.id });
    await queueMail(trx, factorMail(person, 'set up'), now);
    await notifyOwnPages(trx, person.id);
  });
  return { recovery_codes };
}

/** Turns the signed-in person's second factor off; 404 where there is none. */
export async function turnOffSecondFactor(context: Context, password: string): Promise<void> {
  const { person, now } = context;
  await requirePassword(context, password);
  await context.transaction(async (trx) => {
    await lockFactors(trx, person.id);
    const factors = await getFactors(trx, person.id);
    if (!(await removeFactor(trx, person.id))) throw notFound('Second factor');
    enforce(canRemoveFactor(factors, 'code'));
    await logEvent(trx, { action: 'second factor turned off', entity: 'users', record: person.id });
    await queueMail(trx, factorMail(person, 'turned off'), now);
    await notifyOwnPages(trx, person.id);
  });
}

/** Removes another user's second factor and passkeys, which were lost; 404 where there are none. */
export async function resetSecondFactor(context: Context, id: number): Promise<{ id: number }> {
  const { person, now } = context;
  if (id === person.id) throw ownFactor();
  await context.transaction(async (trx) => {
    const user = await lockRecord(trx, users, id);
    const hadCode = await removeFactor(trx, id);
    const passkeys = await removePasskeys(trx, id);
    if (!hadCode && passkeys.length === 0) throw notFound('Second factor');
    await endUserSessions(trx, id, { now });
    await logEvent(trx, { action: 'second factor reset', entity: 'users', record: id });
    await queueMail(trx, factorMail(user, 'reset'), now);
  });
  return { id };
}

function ownFactor(): AppError {
  const message = 'Turn off your own second factor on the account screen, with your password';
  return new AppError('factor.own', message);
}

function isOver(started: string, now: Date): boolean {
  return now.getTime() - Date.parse(started) > setUpMinutes * 60_000;
}

function alreadySetUp(): AppError {
  const message = 'Two-step sign-in is already on. Turn it off before you set it up again.';
  return new AppError('factor.already_set_up', message);
}
