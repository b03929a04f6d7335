import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { type Detail, enforce, enforceConfirmed } from '~/kit/server/errors';
import { queueMail } from '~/kit/server/mail/mail';
import { isEmail } from '~/kit/shared/fields/contact';
import { deleteRecord, updateRecord } from '~/kit/server/database/write';
import { chooseRole, noRole } from '../../server/rights.service';
import type { User, UserPatch } from '../../users.fields';
import {
  canDeactivate,
  canDelete,
  canDemote,
  canGiveUp,
  changesAccess,
  displayName,
  type AccessState,
} from '../../users.rules';
import {
  notifyOfAccess,
  notifyOfAdministrator,
  notifyOfRole,
} from '../../server/access-news.service';
import { emailChangeNotice } from '../../server/users.mail';
import { endEmailChange } from '../../sessions/server/email-changes.queries';
import { ownAccount } from '../../sessions/server/passwords.actions';
import { hashPassword } from '../../server/hashes.service';
import { spendResets } from '../../sessions/server/resets.queries';
import { endUserSessions } from '../../sessions/server/sessions.service';
import { handover } from '../../server/handover.service';
import { membership } from '../../server/membership.service';
import { lockOtherAdministrators, users } from '../../server/users.queries';
import {
  createUser,
  endInvitation,
  keepUnique,
  type NewUser,
  refuseAnonymized,
} from '../../server/users.service';
import { lockRecord } from '~/kit/server/database/entity';

/** Creates a user, with the role "user" and no other unless one is sent (docs/product/users.md#adding). */
export async function addUser(
  context: Context,
  account: Omit<NewUser, 'password_hash' | 'role'> & {
    password: string;
    role?: User['role'] | undefined;
    role_id?: number | null | undefined;
  },
): Promise<User> {
  const { password, role, role_id, ...values } = account;
  const password_hash = await hashPassword(password);
  return context.write(async (write, trx) => {
    const chosen = await chooseRole(trx, noRole, { role, role_id });
    const user = await createUser(write, { ...values, ...chosen, password_hash });
    await endInvitation(write, user.email);
    if (user.role === 'admin') await notifyOfAdministrator(write, user);
    return user;
  });
}

/**
 * Changes a user; deactivation ends all of the user's sessions at once (docs/product/users.md#activation). 403 for a
 * change of access until the person confirmed their identity.
 */
export async function updateUser(
  context: Context,
  id: number,
  patch: UserPatch & { updated_at?: string },
): Promise<User> {
  const { updated_at: seen, ...values } = patch;
  return context.write(async (write, trx) => {
    const state = await accessStateOf(trx, context, id);
    const { before, user } = await keepUnique(write, { values, except: id }, async () => {
      const row = await lockRecord(trx, users, id, seen);
      await refuseAnonymized(trx, id);
      const isOther = values.email !== undefined && values.email !== row.email;
      if (isOther && id === context.person.id) throw ownAccount();
      if (values.is_active === false && row.is_active) enforce(canDeactivate(row, state));
      const role = await chooseRole(trx, row, values);
      if (role.role === 'user' && row.role === 'admin') enforce(canDemote(row, state));
      const all = { ...values, ...role };
      if (changesAccess(row, all)) enforceConfirmed(context.person);
      const written = { row, values: all, action: actionOf(values) };
      return { before: row, user: await updateRecord(write, users, written) };
    });
    // A link sent to the previous address must no longer open the account.
    if (values.email !== undefined) await spendResets(trx, id, context.now);
    await notifyOfChange(write, before, user);
    if (!user.is_active) await endUserSessions(trx, id, { now: context.now });
    return user;
  });
}

async function notifyOfChange(write: Write, before: User, user: User): Promise<void> {
  if (user.email !== before.email) {
    await endInvitation(write, user.email);
    await notifyOldAddress(write, user, before.email);
    await notifyOfAccess(write, {
      user,
      others: `The email address of ${displayName(user)} in Manufacturing CRM was changed.`,
    });
  }
  await notifyOfNames(write, before, user);
  await notifyOfRole(write, before, user);
}

async function notifyOfNames(write: Write, before: User, user: User): Promise<void> {
  const isRenamed = displayName(user) !== displayName(before);
  if (isRenamed && before.role === 'admin') {
    const own = `An administrator changed your name in Manufacturing CRM to ${displayName(user)}.`;
    const others = `The name of ${displayName(before)} in Manufacturing CRM was changed to ${displayName(user)}.`;
    await notifyOfAccess(write, { user, own, others });
  }
  if (user.username === before.username) return;
  const own = `An administrator changed your username in Manufacturing CRM to ${user.username}.`;
  const others = `The username of ${displayName(user)} in Manufacturing CRM was changed.`;
  await notifyOfAccess(write, { user, own, others });
}

async function notifyOldAddress({ trx, context }: Write, user: User, to: string): Promise<void> {
  const { first_name: firstName, email: newEmail } = user;
  await endEmailChange(trx, user.id);
  if (!isEmail(to)) return;
  const notice = emailChangeNotice({ to, firstName, newEmail, byAdministrator: true });
  await queueMail(trx, notice, context.now);
}

/** Deletes an inactive user, whose open next steps pass to the administrator; the activity log keeps the name (docs/product/users.md#deletion). */
export async function deleteUser(context: Context, id: number): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const state = await accessStateOf(trx, context, id);
    const owned = await membership.get().lockOwnedAlone(trx, id);
    await endUserSessions(trx, id, { now: context.now });
    const row = await lockRecord(trx, users, id);
    const verdict = canDelete(row, state);
    if (verdict.ok) enforce(canGiveUp(owned.map(({ name }) => name)), owned.map(ownedDetail));
    enforce(verdict);
    await handover.get().passOn(write, id);
    await deleteRecord(write, users, { row });
    return { id };
  });
}

function ownedDetail({ id, name }: { id: number; name: string }): Detail {
  return {
    message: `No other owner: ${name}`,
    record: { type: 'workspace', id, label: name },
  };
}

async function accessStateOf(trx: Transaction, context: Context, id: number): Promise<AccessState> {
  return {
    asker: context.person.id,
    otherAdministrators: await lockOtherAdministrators(trx, id),
  };
}

function actionOf(values: UserPatch): string {
  const isSwitch = Object.keys(values).length === 1 && values.is_active !== undefined;
  if (!isSwitch) return 'updated';
  return values.is_active ? 'activated' : 'deactivated';
}
