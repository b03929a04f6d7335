import * as field from '~/kit/shared/fields/fields';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { type Entity, getRecord, lockRecord } from '~/kit/server/database/entity';
import { AppError, enforceConfirmed, invalid } from '~/kit/server/errors';
import { linkPlaceholder, queueMail } from '~/kit/server/mail/mail';
import { updateRecord } from '~/kit/server/database/write';
import { logEvent } from '~/kit/server/audit/log-event';
import { factorMail } from '../../factors/server/factors.mail';
import { removePasskeys } from '../../factors/server/passkeys.queries';
import { notifyOfAccess } from '../../server/access-news.service';
import { requiredFactorsOf } from '../../factors/server/codes.internal';
import { type User, userFields } from '../../users.fields';
import { displayName, resetMailsAnHour, resetMinutes } from '../../users.rules';
import { digestOf, hashPassword } from '../../server/hashes.service';
import { endEmailChange } from './email-changes.queries';
import { countResets, findResetUser, insertReset, spendResets } from './resets.queries';
import { clearFailures } from './failures.queries';
import { lookCounting, provedPassword, provePassword } from './guesses.actions';
import { endUserSessions } from './sessions.service';
import { resetMail } from '../../server/users.mail';
import {
  clearPasswordChange,
  lockByEmail,
  lockPasswordHash,
  users,
} from '../../server/users.queries';
import { refuseAnonymized } from '../../server/users.service';

const withPassword = {
  ...userFields,
  password_hash: field.derived(field.text({ label: 'Password', max: 200 })),
};

/** Users with the password field, so that the activity log names the change. `users` never selects the hash. */
const passwords: Entity<typeof withPassword> = { ...users, fields: withPassword };

/**
 * Changes the signed-in person's password and ends that person's other sessions; 400 for a wrong current one
 * (docs/product/sign-in.md#own-password).
 */
export async function changePassword(
  context: Context,
  change: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { person, now } = context;
  const rightPassword = await findRightPassword(context, change.currentPassword);
  if (rightPassword === null) throw wrongPassword();
  // Not where it is chosen freely: some type the same again to be signed out everywhere else.
  if (person.must_change_password && change.newPassword === change.currentPassword)
    throw invalid('newPassword', 'Please choose a different password');
  const password_hash = await hashPassword(change.newPassword);
  await context.write(async (write, trx) => {
    // Someone may have set another password in the meantime, which makes the given one wrong.
    if ((await lockPasswordHash(trx, person.id)) !== rightPassword) throw wrongPassword();
    await setPassword(write, person.id, password_hash);
    await endUserSessions(trx, person.id, { except: person.session_id, now });
  });
}

/** Asks the signed-in person for the password again; 400 at `password` for a wrong one. */
export async function requirePassword(context: Context, password: string): Promise<void> {
  if ((await findRightPassword(context, password)) !== null) return;
  throw invalid('password', 'Wrong password');
}

/**
 * The stored form of the signed-in person's password, if `password` is it; null otherwise. Where signing in asks for a
 * second factor too, the password alone opens nothing: 403 until a factor was shown lately.
 */
async function findRightPassword(context: Context, password: string): Promise<string | null> {
  const { id } = context.person;
  if ((await requiredFactorsOf(context.db, id)).length > 0) enforceConfirmed(context.person);
  return lookCounting(context, {
    prove: (db) => provePassword(db, id, password),
    look: (trx, proof) => provedPassword(trx, id, proof),
  });
}

function wrongPassword(): AppError {
  return invalid('currentPassword', 'The current password is wrong');
}

async function setPassword(write: Write, id: number, password_hash: string): Promise<void> {
  const row = await lockRecord(write.trx, passwords, id);
  await updateRecord(write, passwords, {
    row,
    values: { password_hash },
    action: 'password changed',
  });
  await clearPasswordChange(write.trx, id);
  await endEmailChange(write.trx, id);
  await spendResets(write.trx, id, write.context.now);
  // The person who locked the user out has guessed at the old password.
  await clearFailures(write.trx, id);
}

/**
 * Sets another user's password, ends all of that user's sessions at once and removes the passkeys: an added one may be an
 * intruder's (docs/product/users.md#password-reset).
 */
export async function setPasswordOf(context: Context, id: number, password: string): Promise<User> {
  if (id === context.person.id) throw ownAccount();
  await getRecord(context.db, users, id);
  const password_hash = await hashPassword(password);
  return context.write(async (write, trx) => {
    await setPassword(write, id, password_hash);
    await refuseAnonymized(trx, id);
    await endUserSessions(trx, id, { now: context.now });
    const user = await getRecord(trx, users, id);
    const removed = await forgetPasskeys(trx, id);
    const passkeys = removed
      ? ' Your passkeys were removed: add them again after you sign in.'
      : '';
    await notifyOfAccess(write, {
      user,
      own: `An administrator set a new password for your account in Manufacturing CRM.${passkeys}`,
      others: `An administrator set a new password for ${displayName(user)} in Manufacturing CRM.`,
    });
    return user;
  });
}

/** True where there were any. */
async function forgetPasskeys(trx: Transaction, user: number): Promise<boolean> {
  if ((await removePasskeys(trx, user)).length === 0) return false;
  await logEvent(trx, { action: 'passkeys removed', entity: 'users', record: user });
  return true;
}

/** A stolen session of an administrator must not take the account over: the account screen requires the password. */
export function ownAccount(): AppError {
  const message = 'Change your own password and address on the account screen, with your password';
  return new AppError('auth.password_needed', message);
}

// Longer than the work for a known address takes, so that timing does not reveal who is known.
const responseMilliseconds = 250;

/** Mails a reset link to an active user; for unknown addresses and too many requests the answer is the same. */
export async function requestReset(context: Context, request: { email: string }): Promise<void> {
  const work = context.transaction((trx) => mailLink(trx, context.now, request));
  await Promise.all([work, delay(responseMilliseconds)]);
}

async function mailLink(trx: Transaction, now: Date, request: { email: string }): Promise<void> {
  const user = await lockByEmail(trx, request.email);
  if (!user || (await countResets(trx, user.id, now)) >= resetMailsAnHour) return;
  const expires = new Date(now.getTime() + resetMinutes * 60_000);
  const id = await insertReset(trx, { user: user.id, expires });
  const mail = resetMail({ to: user.email, firstName: user.first_name, link: linkPlaceholder });
  await queueMail(trx, { ...mail, link: { kind: 'password_reset', id } }, now);
}

/**
 * Sets a new password by a mailed link, once, and ends all of that user's sessions; 400 for an expired or used link.
 * Passkeys are removed, unless they alone are the second factor that signing in asks for: a mailbox does not replace it.
 */
export async function resetPassword(
  context: Context,
  reset: { token: string; password: string },
): Promise<void> {
  const { now } = context;
  const digest = digestOf(reset.token);
  if (!digest) throw linkIsOver();
  // Checked before the costly hash, and again once the user is locked.
  const id = await findResetUser(context.db, digest, now);
  if (id === null) throw linkIsOver();
  const password_hash = await hashPassword(reset.password);
  await context.transaction(async (trx) => {
    const isActive = (await lockPasswordHash(trx, id)) !== null;
    if (!isActive || (await findResetUser(trx, digest, now)) === null) throw linkIsOver();
    const user = await getRecord(trx, users, id);
    const { first_name, last_name } = user;
    const person = { ...context.person, id, first_name, last_name };
    await setPassword({ trx, context: { person, now } }, id, password_hash);
    await endUserSessions(trx, id, { now });
    const factors = await requiredFactorsOf(trx, id);
    const isOnlyFactor = factors.includes('passkey') && !factors.includes('code');
    if (!isOnlyFactor && (await forgetPasskeys(trx, id)))
      await queueMail(trx, factorMail(user, 'passkeys removed'), now);
  });
}

function linkIsOver(): AppError {
  const message = 'This link is no longer valid. Please request a new one.';
  return new AppError('auth.reset_link_invalid', message);
}
