import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { Identity } from '../providers.rules';

/** The session whose person is to sign in at the provider once more. */
export interface Confirming {
  session: number;
  user: number;
}

/** So many sign-ins of one network may be in progress at a time; older ones give way. */
const mostOfNetwork = 500;

export async function insertSignIn(
  trx: Transaction,
  started: {
    digest: Buffer;
    target: string;
    network: string;
    expires: Date;
    identity?: Identity;
    session?: number;
  },
): Promise<void> {
  const { digest, target, network, expires, identity = null, session = null } = started;
  await sql`delete from provider_sign_ins where digest in (
    select digest from provider_sign_ins where network = ${network}
    order by expires_at desc offset ${mostOfNetwork - 1})`.execute(trx);
  await sql`insert into provider_sign_ins (digest, target, network, expires_at, identity, session_id)
    values (${digest}, ${target}, ${network}, ${expires},
      ${identity && JSON.stringify(identity)}::jsonb, ${session})`.execute(trx);
}

interface TakenSignIn {
  target: string;
  /** Null for a sign-in. */
  confirming: Confirming | null;
  /** In seconds since 1970. */
  expires: number;
}

/** Ends a sign-in that was begun and gives what it was for, once; null where there is none. */
export async function takeSignIn(trx: Transaction, digest: Buffer): Promise<TakenSignIn | null> {
  const taken = await sql<TakenSignIn>`delete from provider_sign_ins
    where digest = ${digest} and identity is null
    returning target,
      (select jsonb_build_object('session', id, 'user', user_id) from sessions
        where id = session_id) as confirming,
      extract(epoch from expires_at)::float8 as expires`.execute(trx);
  return taken.rows[0] ?? null;
}

export async function isLinked(db: Db, user: number, issuer: string): Promise<boolean> {
  const found = await sql`select from provider_accounts
    where user_id = ${user} and issuer = ${issuer}`.execute(db);
  return found.rows.length > 0;
}

export async function listLinked(db: Db): Promise<{ id: number }[]> {
  const found = await sql<{ id: number }>`select distinct user_id as id from provider_accounts
    order by user_id`.execute(db);
  return found.rows;
}

/** A sign-in that waits for the second factor, locked until the transaction ends. */
export async function lockNamed(
  trx: Transaction,
  digest: Buffer,
  now: Date,
): Promise<{ target: string; identity: Identity } | null> {
  const found = await sql<{ target: string; identity: Identity }>`
    select target, identity from provider_sign_ins
    where digest = ${digest} and identity is not null and expires_at > ${now} for update`.execute(
    trx,
  );
  return found.rows[0] ?? null;
}

export async function endSignIn(trx: Transaction, digest: Buffer): Promise<void> {
  await sql`delete from provider_sign_ins where digest = ${digest}`.execute(trx);
}

export async function clearSignIns(db: Db, now: Date): Promise<void> {
  await sql`delete from provider_sign_ins where expires_at <= ${now}`.execute(db);
}

export interface Account {
  id: number;
  role: 'admin' | 'user';
  is_active: boolean;
}

export async function findLinked(
  trx: Transaction,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<Account | null> {
  const found = await sql<Account>`select u.id, u.role, u.is_active
    from provider_accounts p join users u on u.id = p.user_id
    where p.issuer = ${issuer} and p.subject = ${subject}`.execute(trx);
  return found.rows[0] ?? null;
}

/** The user with this address, and whether the provider knows that user already by another identity. */
export async function findAddressed(
  trx: Transaction,
  { issuer, email }: Pick<Identity, 'issuer' | 'email'>,
): Promise<(Account & { has_other: boolean }) | null> {
  const found = await sql<Account & { has_other: boolean }>`select id, role, is_active, exists (
      select from provider_accounts p where p.user_id = u.id and p.issuer = ${issuer}) as has_other
    from users u where lower(email) = lower(${email})`.execute(trx);
  return found.rows[0] ?? null;
}

/** Serializes the first sign-ins of one identity, or of one address. */
export async function lockIdentity(trx: Transaction, identity: Identity): Promise<void> {
  const names = [`${identity.issuer} ${identity.subject}`, identity.email?.toLowerCase() ?? ''];
  for (const name of names.sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`provider ${name}`}, 0))`.execute(
      trx,
    );
}

export async function insertLink(
  trx: Transaction,
  { issuer, subject, user, now }: { issuer: string; subject: string; user: number; now: Date },
): Promise<void> {
  await sql`insert into provider_accounts (issuer, subject, user_id, linked_at)
    values (${issuer}, ${subject}, ${user}, ${now})`.execute(trx);
}

/** Removes what links a user to the provider; true where there was a link. */
export async function deleteLinks(trx: Transaction, user: number): Promise<boolean> {
  const deleted = await sql`delete from provider_accounts where user_id = ${user}
    returning user_id`.execute(trx);
  return deleted.rows.length > 0;
}

/** Records the sign-in, as `noteSignIn` does for a password; false for a user who is not active any longer. */
export async function noteProviderSignIn(
  trx: Transaction,
  user: number,
  now: Date,
): Promise<boolean> {
  const noted = await sql`update users set last_login = ${now}
    where id = ${user} and is_active returning id`.execute(trx);
  return noted.rows.length > 0;
}
