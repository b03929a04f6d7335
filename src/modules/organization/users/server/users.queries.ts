import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Entity } from '~/kit/server/database/entity';
import { windowsOf } from '~/modules/organization/company/server/long-lists.service';
import { userFilters } from '../users.filters';
import type { ListSource } from '~/kit/server/lists/list-source';
import { userFields } from '../users.fields';
import { displayName } from '../users.rules';

/** Users as they are read and written; selects every column except the password's hash. */
export const users: Entity<typeof userFields> = {
  name: 'users',
  type: 'user',
  noun: 'User',
  fields: userFields,
  select: (where: RawBuilder<unknown>) =>
    sql`select ${columnsOf(userFields, 't')} from users t where ${where}`,
  label: displayName,
};

export const rightsColumn: RawBuilder<unknown> = sql`case when u.role = 'user'
  then (select r.rights from roles r where r.id = u.role_id) end`;

/** SQL: whether user `u` has to have a second factor (docs/product/roles.md#second-factor). */
export const requiresFactor = sql<boolean>`case when u.role = 'user' and u.role_id is null
  then exists (select from settings
    where name = 'user_second_factor_required' and value = 'true'::jsonb)
  else exists (select from roles r where r.id = u.role_id and r.second_factor_required) end`;

/** Only what is needed to show and choose a person (docs/product/users.md#directory). */
export function listDirectory(): ListSource {
  return {
    select: sql`select id, first_name, last_name, is_active from users
      order by lower(first_name), lower(last_name), id`,
    entity: 'users',
  };
}

export function listUsers(): ListSource {
  return {
    select: sql`${users.select(sql`true`)} order by t.created_at desc, t.id desc`,
    entity: 'users',
    also: 'user_visits',
  };
}

/** The same by windows. */
export const userWindows = windowsOf(() => ({
  name: 'users',
  entity: users,
  source: listUsers(),
  filters: userFilters,
}));

/**
 * Counts the active administrators except this user, and locks them until the transaction ends: of two who demote each
 * other at once, the second finds no one left.
 */
export async function lockOtherAdministrators(trx: Transaction, id: number): Promise<number> {
  const found = await sql<{ id: number }>`select id from users
    where role = 'admin' and is_active order by id for update`.execute(trx);
  return found.rows.filter((row) => row.id !== id).length;
}

export interface Addressed {
  id: number;
  email: string;
  first_name: string;
}

export async function listAdministrators(trx: Transaction): Promise<Addressed[]> {
  const found = await sql<Addressed>`select id, email, first_name from users
    where role = 'admin' and is_active order by id`.execute(trx);
  return found.rows;
}

/** The oldest active administrator, to whom some sample data is assigned; null where there is none. */
export async function firstAdministrator(db: Db): Promise<number | null> {
  const found = await sql<{ id: number | null }>`select min(id) as id from users
    where role = 'admin' and is_active`.execute(db);
  return found.rows[0]?.id ?? null;
}

/** Not through the write path, because it changes nothing that others see. */
export async function chooseWorkspaceFor(
  trx: Transaction,
  user: number,
  workspace: number | null,
): Promise<void> {
  await sql`update users set current_workspace = ${workspace}
    where id = ${user} and current_workspace is distinct from ${workspace}::integer`.execute(trx);
}

/** Unless the user has chosen another workspace in the meantime. */
export async function leaveWorkspace(
  trx: Transaction,
  { workspace, user }: { workspace: number; user: number },
): Promise<void> {
  await sql`update users set current_workspace = null
    where id = ${user} and current_workspace = ${workspace}`.execute(trx);
}

export interface Credentials {
  id: number;
  password_hash: string;
}

/** The person has another password now than the one that the program made. */
export async function clearPasswordChange(trx: Transaction, id: number): Promise<void> {
  await sql`update users set must_change_password = false
    where id = ${id} and must_change_password`.execute(trx);
}

export async function findPasswordHash(db: Db, id: number): Promise<string | null> {
  const found = await sql<Credentials>`select id, password_hash from users
    where id = ${id}`.execute(db);
  return found.rows[0]?.password_hash ?? null;
}

/** The current hash, with the user locked until the transaction ends; null when deleted or inactive. */
export async function lockPasswordHash(trx: Transaction, id: number): Promise<string | null> {
  const found = await sql<Credentials>`select id, password_hash from users
    where id = ${id} and is_active for update`.execute(trx);
  return found.rows[0]?.password_hash ?? null;
}

/** An active user by address, locked so that concurrent requests for the same person are serialized. */
export async function lockByEmail(trx: Transaction, email: string): Promise<Addressed | null> {
  const found = await sql<Addressed>`
    select id, email, first_name from users
    where lower(email) = lower(${email}) and is_active for no key update`.execute(trx);
  return found.rows[0] ?? null;
}

/**
 * Records the sign-in; false when the user was deactivated or got another password since `credentials` were read. Not
 * through the write path: a sign-in is not a change of the record and must not make an open form outdated.
 */
export async function noteSignIn(
  trx: Transaction,
  credentials: Credentials,
  now: Date,
): Promise<boolean> {
  const { id, password_hash } = credentials;
  const noted = await sql`update users set last_login = ${now}
    where id = ${id} and is_active and password_hash = ${password_hash} returning id`.execute(trx);
  return noted.rows.length > 0;
}

/**
 * Overwrites a person's data permanently. Not through the write path, which would log the old values. Two changes
 * within a millisecond get different timestamps, as there.
 */
export async function overwritePerson(
  trx: Transaction,
  id: number,
  { values, now }: { values: Record<string, unknown>; now: Date },
): Promise<void> {
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update users set ${sql.join(set)}, anonymized_at = ${now},
      updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${id}`.execute(trx);
}

export async function isAnonymized(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from users
    where id = ${id} and anonymized_at is not null`.execute(db);
  return found.rows.length > 0;
}

export interface Holder {
  id: number;
  first_name: string;
  last_name: string;
}

/** Another user with this text as username or as email address. */
export async function findHolder(
  db: Db,
  nameOrEmail: string,
  except: number,
): Promise<Holder | null> {
  const found = await sql<Holder>`select id, first_name, last_name from users
    where (lower(username) = lower(${nameOrEmail}) or lower(email) = lower(${nameOrEmail}))
      and id <> ${except} limit 1`.execute(db);
  return found.rows[0] ?? null;
}

/** Whether work may be assigned to this user, who must exist and be active. */
export async function isAssignable(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from users where id = ${id} and is_active`.execute(db);
  return found.rows.length > 0;
}

/** True when there are users besides the first administrator. */
export async function hasMoreUsers(db: Db): Promise<boolean> {
  const found = await sql`select 1 from users offset 1 limit 1`.execute(db);
  return found.rows.length > 0;
}
