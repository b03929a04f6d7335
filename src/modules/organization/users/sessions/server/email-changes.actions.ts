import type { Context } from '~/kit/server/database/context';
import { getRecord, lockRecord } from '~/kit/server/database/entity';
import { AppError } from '~/kit/server/errors';
import { linkPlaceholder, queueMail } from '~/kit/server/mail/mail';
import { updateRecord } from '~/kit/server/database/write';
import type { OwnProfilePatch } from '../../users.fields';
import { displayName, emailChangeHours } from '../../users.rules';
import { digestOf } from '../../server/hashes.service';
import { emailChangeMail, emailChangeNotice } from '../../server/users.mail';
import { lockPasswordHash, users } from '../../server/users.queries';
import { notifyOfAccess } from '../../server/access-news.service';
import { endInvitation, keepUnique, updateProfile, withoutNames } from '../../server/users.service';
import { endEmailChange, findEmailChange, putEmailChange } from './email-changes.queries';
import { requirePassword } from './passwords.actions';
import { spendResets } from './resets.queries';

/**
 * Changes the signed-in person's own profile. Another email address requires the password (403 without, 400 for a wrong
 * one) and is taken over when the link mailed to it is opened; the old address gets a notice
 * (docs/product/users.md#profile).
 */
export async function changeProfile(
  context: Context,
  patch: OwnProfilePatch & { updated_at?: string },
): Promise<void> {
  const { password, email, ...values } = patch;
  const user = await getRecord(context.db, users, context.person.id);
  // The same mailbox in another case is the same address.
  if (email === undefined || email.toLowerCase() === user.email.toLowerCase()) {
    await updateProfile(context, email === undefined ? values : { ...values, email });
    return;
  }
  await refuseTakenAddress(context, email);
  if (!password) throw passwordNeeded();
  await requirePassword(context, password);
  await updateProfile(context, values);
  await askForConfirmation(context, email);
}

/** Only administrators see whose address it is. */
function refuseTakenAddress(context: Context, email: string): Promise<void> {
  const { id, role } = context.person;
  const refuse = () =>
    context.write((write) =>
      keepUnique(write, { values: { email }, except: id }, () => Promise.resolve()),
    );
  return role === 'admin' ? refuse() : withoutNames(refuse);
}

function passwordNeeded(): AppError {
  const message = 'Please enter your password to change your email address';
  const details = [{ field: 'password', message }];
  return new AppError('auth.password_needed', message, { details });
}

async function askForConfirmation(context: Context, email: string): Promise<void> {
  const { person, now } = context;
  const expires = new Date(now.getTime() + emailChangeHours * 3_600_000);
  await context.transaction(async (trx) => {
    const { first_name: firstName, email: old } = await lockRecord(trx, users, person.id);
    const id = await putEmailChange(trx, { user: person.id, email, expires });
    const mail = emailChangeMail({ to: email, firstName, link: linkPlaceholder });
    // By its key the mail is found when the person is anonymized, even after the change is done or over.
    const key = `email_change:${person.id}:${id}`;
    await queueMail(trx, { ...mail, key, link: { kind: 'email_change', id } }, now);
    await queueMail(trx, emailChangeNotice({ to: old, firstName, newEmail: email }), now);
  });
}

/** Takes the new address over, once, by the link that was mailed to it; 400 for a link that is over. */
export async function confirmEmail(context: Context, token: string): Promise<void> {
  const { now } = context;
  const digest = digestOf(token);
  if (!digest) throw linkIsOver();
  await context.transaction(async (trx) => {
    const change = await findEmailChange(trx, digest, now);
    if (!change || (await lockPasswordHash(trx, change.user_id)) === null) throw linkIsOver();
    const { user_id: id, email } = change;
    const row = await lockRecord(trx, users, id);
    // A second use of the link may have been quicker, or a new password may have ended the request.
    if (!(await findEmailChange(trx, digest, now))) throw linkIsOver();
    const { first_name, last_name } = row;
    const write = {
      trx,
      context: { person: { ...context.person, id, first_name, last_name }, now },
    };
    const values = { email };
    const user = await withoutNames(() =>
      keepUnique(write, { values, except: id }, () =>
        updateRecord(write, users, { row, values, action: 'email confirmed' }),
      ),
    );
    await endEmailChange(trx, id);
    await endInvitation(write, email);
    // A link sent to the previous address must no longer open the account.
    await spendResets(trx, id, now);
    if (user.role === 'admin') {
      const others = `The email address of ${displayName(user)} in Manufacturing CRM was changed.`;
      await notifyOfAccess(write, { user, others });
    }
  });
}

function linkIsOver(): AppError {
  const message = 'This link is no longer valid. Please change your email address again.';
  return new AppError('auth.email_link_invalid', message);
}
