import { databaseCode, type Db } from '~/kit/server/database/db';
import { lockName, type Transaction } from '~/kit/server/database/transaction';
import { alreadyTaken, AppError } from '~/kit/server/errors';
import type { Context, Write } from '~/kit/server/database/context';
import { insertRecord, updateRecord } from '~/kit/server/database/write';
import type { ProfilePatch, User } from '../users.fields';
import { displayName } from '../users.rules';
import { spendResets } from '../sessions/server/resets.queries';
import { findHolder, type Holder, isAnonymized, users } from './users.queries';
import { invited } from './invited.service';
import { lockRecord } from '~/kit/server/database/entity';

export { firstAdministrator, isAssignable, listAdministrators } from './users.queries';

export interface NewUser {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  role: User['role'];
  role_id?: number | null | undefined;
  is_active?: boolean | undefined;
  /** Computed before the transaction by `hashPassword`. */
  password_hash: string;
  must_change_password?: boolean | undefined;
}

/** Creates a user; 409 when the name or the address is taken. */
export async function createUser(write: Write, user: NewUser): Promise<User> {
  return keepUnique(write, { values: user, except: 0 }, () =>
    insertRecord(write, users, { ...user }),
  );
}

/** Changes the signed-in person's own profile (docs/product/users.md#profile). */
export async function updateProfile(
  context: Context,
  patch: ProfilePatch & { updated_at?: string },
): Promise<User> {
  const { updated_at: seen, ...values } = patch;
  const { id } = context.person;
  return context.write(async (write, trx) => {
    const user = await keepUnique(write, { values, except: id }, async () => {
      const row = await lockRecord(trx, users, id, seen);
      // A person who was anonymized in another window a moment ago must not be restored.
      await refuseAnonymized(trx, id);
      return updateRecord(write, users, { row, values });
    });
    // A link sent to the previous address must no longer open the account.
    if (values.email !== undefined) await spendResets(trx, id, context.now);
    return user;
  });
}

/** 409 for an anonymized account, which can be neither restored nor reopened. */
export async function refuseAnonymized(trx: Transaction, id: number): Promise<void> {
  if (!(await isAnonymized(trx, id))) return;
  const message = 'This account was anonymized and is permanently closed';
  throw new AppError('user.anonymized', message);
}

/** Of inviting an address and making it a user's at once, the second sees the first. */
export function lockAddress(trx: Transaction, email: string): Promise<void> {
  return lockName(trx, `address ${email.toLowerCase()}`);
}

/** An open invitation to an address that has just become a user's ends (docs/product/invitations.md#life). */
export async function endInvitation(write: Write, email: string): Promise<void> {
  const { trx, context } = write;
  await lockAddress(trx, email);
  const open = await invited.get().lockOpen(trx, email, context.now);
  if (open) await invited.get().accept(write, open.id);
}

export function findByAddress(db: Db, email: string): Promise<Holder | null> {
  return findHolder(db, email, 0);
}

interface NewUserOptions {
  values: { username?: string | undefined; email?: string | undefined };
  /** The user being written, who may have them. */
  except: number;
}

/** Runs a write of a user with unique name and address; 409 that says whose they are. */
export async function keepUnique<T>(
  write: Write,
  { values, except }: NewUserOptions,
  work: () => Promise<T>,
): Promise<T> {
  await refuseTaken(write, values, except);
  return explainTaken(work);
}

const messages = {
  username: 'This username is already in use',
  email: 'This email address is already in use',
};

/** A person can sign in with either, so a username may not be another user's address. */
async function refuseTaken(
  { trx }: Write,
  values: NewUserOptions['values'],
  except: number,
): Promise<void> {
  for (const field of ['username', 'email'] as const) {
    const value = values[field];
    const holder = value === undefined ? null : await findHolder(trx, value, except);
    if (holder) throw taken(field, holder);
  }
}

/**
 * Handles the unique violation that `refuseTaken` cannot prevent: two requests for the same name at the same instant.
 */
async function explainTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseCode(error) !== '23505') throw error;
    const index = error instanceof Error && 'constraint' in error ? error.constraint : '';
    throw taken(index === 'users_username_key' ? 'username' : 'email');
  }
}

function taken(field: 'username' | 'email', holder?: Holder): AppError {
  const message = messages[field];
  const record = holder && { type: 'user', id: holder.id, label: displayName(holder) };
  return alreadyTaken(`user.${field}_taken`, { field, message, ...(record ? { record } : {}) });
}

/** The answer says that a name is taken, but not by whom: the person may not see the users. */
export async function withoutNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error;
    const details = error.details.map(({ record: _, ...detail }) => detail);
    throw new AppError(error.code, error.message, { details });
  }
}
