import type { Context } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { type Detail, enforce } from '~/kit/server/errors';
import { deleteRecord, updateRecord } from '~/kit/server/database/write';
import type { User, UserPatch } from '../../users.fields';
import { canDeactivate, canDelete, canDemote, canGiveUp, type Standing } from '../../users.rules';
import { hashPassword } from '../../server/hashes.service';
import { spendResets } from '../../sessions/server/resets.queries';
import { endUserSessions } from '../../sessions/server/sessions.service';
import { membership } from '../../server/membership.service';
import { lockOtherAdministrators, users } from '../../server/users.queries';
import { createUser, keepUnique, type NewUser, refuseAnonymized } from '../../server/users.service';
import { lockRecord } from '~/kit/server/database/entity';

/** Creates a user, with the role "user" unless another is sent (docs/product/users.md#adding). */
export async function addUser(
  context: Context,
  account: Omit<NewUser, 'password_hash' | 'role'> & {
    password: string;
    role?: User['role'] | undefined;
  },
): Promise<User> {
  const { password, role = 'user', ...values } = account;
  const password_hash = await hashPassword(password);
  return context.transaction((trx) =>
    createUser({ trx, context }, { ...values, role, password_hash }),
  );
}

/** Changes a user; deactivation ends all of the user's sessions at once (docs/product/users.md#activation). */
export async function updateUser(
  context: Context,
  id: number,
  patch: UserPatch & { updated_at?: string },
): Promise<User> {
  const { updated_at: seen, ...values } = patch;
  return context.transaction(async (trx) => {
    const write = { trx, context };
    const standing = await standingOf(trx, context, id);
    const user = await keepUnique(write, { values, except: id }, async () => {
      const row = await lockRecord(trx, users, id, seen);
      await refuseAnonymized(trx, id);
      if (values.is_active === false && row.is_active) enforce(canDeactivate(row, standing));
      if (values.role === 'user' && row.role === 'admin') enforce(canDemote(row, standing));
      return updateRecord(write, users, { row, values, action: actionOf(values) });
    });
    // A link sent to the previous address must no longer open the account.
    if (values.email !== undefined) await spendResets(trx, id, context.now);
    if (!user.is_active) await endUserSessions(trx, id, { now: context.now });
    return user;
  });
}

/** Deletes an inactive user; the activity log keeps the name (docs/product/users.md#deletion). */
export async function deleteUser(context: Context, id: number): Promise<{ id: number }> {
  return context.transaction(async (trx) => {
    const standing = await standingOf(trx, context, id);
    const owned = await membership.get().lockOwnedAlone(trx, id);
    await endUserSessions(trx, id, { now: context.now });
    const row = await lockRecord(trx, users, id);
    const verdict = canDelete(row, standing);
    if (verdict.ok) enforce(canGiveUp(owned.map(({ name }) => name)), 409, owned.map(ownedDetail));
    enforce(verdict);
    await deleteRecord({ trx, context }, users, { row });
    return { id };
  });
}

function ownedDetail({ id, name }: { id: number; name: string }): Detail {
  return {
    message: `Owned by nobody else: ${name}`,
    record: { type: 'workspace', id, label: name },
  };
}

async function standingOf(trx: Transaction, context: Context, id: number): Promise<Standing> {
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
