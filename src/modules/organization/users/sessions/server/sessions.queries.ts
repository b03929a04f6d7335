import type { Transaction } from '~/kit/server/database/transaction';
import type { ChosenWorkspace, SessionUser, UserSession } from '../sessions.fields';
import { type RawBuilder, sql } from 'kysely';
import { anonymous, type Person } from '~/kit/server/database/context';
import { type Db, instantText } from '~/kit/server/database/db';
import { requiresFactor, rightsOfUser } from '../../server/rights.service';
import { membership } from '../../server/membership.service';
import { noteSeconds } from '../../users.rules';
import { confirmationMinutes } from '../confirmation.rules';

type Kind = 'access' | 'refresh';

/** How someone signed in; with a password a code may have been asked next to it. */
export type Way = 'password' | 'passkey' | 'provider' | 'provider with second factor';

/**
 * True while the person of session `s` and user `u` is not idle for too long; with a tolerance of `noteSeconds`, since
 * a later use may not be recorded yet.
 */
function isAwake(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(u.session_timeout_minutes is null or s.last_seen_at > ${now}::timestamptz
    - make_interval(mins => u.session_timeout_minutes, secs => ${noteSeconds}::integer))`;
}

/** Whether user `u` has to have a second factor and session `s` was begun without one. */
const mustSetUpFactor = sql<boolean>`coalesce(s.way in ('password', 'provider') and ${requiresFactor} and not exists (
    select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) and not exists (
    select from passkeys p where p.user_id = u.id), false)`;

/** Whether no one has proved lately in session `s` who they are; signing in here was such a proof. */
function mustConfirm(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(s.confirmed_at, case when s.way in ('password', 'passkey') then s.created_at end)
    > ${now}::timestamptz - make_interval(mins => ${confirmationMinutes}::integer)) is not true`;
}

/**
 * The holder of an access token, by one index lookup; `seenLately` is false once a minute while the person is active,
 * last so at `activeAt`.
 */
export async function findPerson(
  db: Db,
  digest: Buffer,
  { now, activeAt }: { now: Date; activeAt: Date },
): Promise<{ person: Person; seenLately: boolean } | null> {
  type Row = Person & { seen_lately: boolean };
  const found = await sql<Row>`
    select u.id, u.username, u.email, u.first_name, u.last_name, u.role, s.id as session_id,
      u.must_change_password, ${mustSetUpFactor} as must_set_up_factor,
      ${mustConfirm(now)} as must_confirm, ${membership.get().columns}, ${rightsOfUser} as rights,
      s.last_seen_at > ${activeAt}::timestamptz
        - make_interval(secs => ${noteSeconds}::integer) as seen_lately
    from session_tokens k
      join sessions s on s.id = k.session_id and s.ended_at is null
      join users u on u.id = s.user_id and u.is_active
      ${membership.get().join}
    where k.digest = ${digest} and k.kind = 'access' and k.expires_at > ${now}
      and ${isAwake(now)}`.execute(db);
  const row = found.rows[0];
  if (!row) return null;
  const { seen_lately: seenLately, ...person } = row;
  return { person, seenLately };
}

/** An active user as a reader of the whole company, without a session, for work that a job does for the user. */
export async function findReader(db: Db, user: number): Promise<Person | null> {
  const found = await sql<Person>`
    select u.id, u.username, u.email, u.first_name, u.last_name, u.role,
      ${membership.get().columns}, ${rightsOfUser} as rights
    from users u ${membership.get().join} where u.id = ${user} and u.is_active`.execute(db);
  const [row] = found.rows;
  return row ? { ...anonymous, ...row, current_workspace: null, workspace_role: null } : null;
}

type SessionState = ChosenWorkspace &
  Pick<SessionUser, 'installation'> &
  Pick<Person, 'rights' | 'must_change_password' | 'must_set_up_factor'>;

/** Where a user works, with which rights, and what there is to do first in that session. */
export async function getSessionState(
  db: Db,
  { user, session }: { user: number; session: number },
): Promise<SessionState> {
  const found =
    await sql<SessionState>`select ${membership.get().columns}, ${rightsOfUser} as rights,
      u.must_change_password, ${mustSetUpFactor} as must_set_up_factor,
      (select id from installation) as installation
    from users u left join sessions s on s.id = ${session} and s.user_id = u.id
      ${membership.get().join} where u.id = ${user}`.execute(db);
  const [row] = found.rows;
  if (!row) throw new Error('User not found');
  return row;
}

/** Notes when and from where a session was last used; a use by a page left alone counts with its last moment in use. */
export async function touchSession(
  db: Db,
  id: number,
  { activeAt, address }: { activeAt: Date; address: string | null },
): Promise<void> {
  await sql`update sessions set last_address = coalesce(${address}, last_address),
      last_seen_at = greatest(last_seen_at, ${activeAt}::timestamptz)
    where id = ${id}`.execute(db);
}

export async function noteConfirmation(trx: Transaction, id: number, now: Date): Promise<void> {
  await sql`update sessions set confirmed_at = ${now} where id = ${id}`.execute(trx);
}

export async function insertSession(
  trx: Transaction,
  session: {
    user: number;
    device: string;
    address: string;
    way: Way;
    now: Date;
    provedAt: Date | null;
  },
): Promise<number> {
  const { user, device, address, way, now, provedAt } = session;
  const created = await sql<{ id: number }>`
    insert into sessions (user_id, device, address, way, created_at, last_seen_at, confirmed_at)
    values (${user}, ${device}, ${address}, ${way}, ${now}, ${now}, ${provedAt}) returning id`.execute(
    trx,
  );
  return created.rows[0]?.id ?? 0;
}

export async function insertToken(
  trx: Transaction,
  token: { digest: Buffer; session: number; kind: Kind; expires: Date },
): Promise<void> {
  await sql`insert into session_tokens (digest, session_id, kind, expires_at)
    values (${token.digest}, ${token.session}, ${token.kind}, ${token.expires})`.execute(trx);
}

/** The session of an access or refresh token, even when either has expired or ended. */
export async function findSessionOf(db: Db, digest: Buffer): Promise<number | null> {
  const found = await sql<{ session_id: number }>`select session_id from session_tokens
    where digest = ${digest}`.execute(db);
  return found.rows[0]?.session_id ?? null;
}

export interface LockedSession {
  id: number;
  user: number;
  createdAt: Date;
}

/** An active session, locked until the transaction ends; null when it is over. */
export async function lockSession(
  trx: Transaction,
  id: number,
  now: Date,
): Promise<LockedSession | null> {
  const found = await sql<{ user_id: number; created_at: string }>`select s.user_id, s.created_at
    from sessions s join users u on u.id = s.user_id and u.is_active
    where s.id = ${id} and s.ended_at is null and ${isAwake(now)} for update of s`.execute(trx);
  const row = found.rows[0];
  return row ? { id, user: row.user_id, createdAt: new Date(row.created_at) } : null;
}

interface RefreshToken {
  expires_at: string;
  rotated_at: string | null;
  successor_salt: Buffer | null;
}

export async function findRefreshToken(
  trx: Transaction,
  digest: Buffer,
): Promise<RefreshToken | null> {
  const found = await sql<RefreshToken>`
    select expires_at, rotated_at, successor_salt from session_tokens
    where digest = ${digest} and kind = 'refresh'`.execute(trx);
  return found.rows[0] ?? null;
}

/** How many refresh tokens of the session were exchanged since then. */
export async function countRefreshes(
  trx: Transaction,
  { session, since }: { session: number; since: Date },
): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from session_tokens
    where session_id = ${session} and kind = 'refresh' and rotated_at > ${since}`.execute(trx);
  return found.rows[0]?.count ?? 0;
}

export async function markRotated(
  trx: Transaction,
  { digest, salt, now }: { digest: Buffer; salt: Buffer; now: Date },
): Promise<void> {
  await sql`update session_tokens set rotated_at = ${now}, successor_salt = ${salt}
    where digest = ${digest}`.execute(trx);
}

/** Ends sessions of one user: all, only one, or all but one. Returns the ids of those that ended now. */
export async function endSessions(
  trx: Transaction,
  which: { user: number; only?: number | undefined; except?: number | undefined; now: Date },
): Promise<number[]> {
  const { user, only = null, except = null, now } = which;
  // Locked in the order of their ids, to avoid deadlocks between concurrent calls.
  const ended = await sql<{ id: number }>`update sessions set ended_at = ${now} where id in (
      select id from sessions where user_id = ${user} and ended_at is null
        and (${only}::integer is null or id = ${only}::integer)
        and (${except}::integer is null or id <> ${except}::integer)
      order by id for update
    ) returning id`.execute(trx);
  const ids = ended.rows.map((row) => row.id);
  await sql`delete from session_tokens where session_id = any(${ids}::integer[])`.execute(trx);
  return ids;
}

type SessionRow = Omit<UserSession, 'current'>;

export async function listSessionsOf(db: Db, user: number, now: Date): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`select s.id, device,
      coalesce(last_address, address) as address, ${instantText(sql.ref('s.created_at'))} as created_at,
      ${instantText(sql.ref('s.last_seen_at'))} as last_seen_at
    from sessions s join users u on u.id = s.user_id
    where s.user_id = ${user} and ended_at is null and ${isAwake(now)} and exists (
      select 1 from session_tokens k
      where k.session_id = s.id and k.kind = 'refresh' and k.expires_at > ${now})
    order by s.last_seen_at desc, s.id desc`.execute(db);
  return found.rows;
}

/**
 * Ends up to `limit` sessions that were not refreshed for seven days, or not used for the user's idle time-out; returns
 * their ids.
 */
export async function endExpiredSessions(
  trx: Transaction,
  now: Date,
  limit: number,
): Promise<number[]> {
  const ended = await sql<{ id: number }>`update sessions set ended_at = ${now} where id in (
      select s.id from sessions s join users u on u.id = s.user_id
      where ended_at is null and (not ${isAwake(now)} or not exists (
        select 1 from session_tokens k
        where k.session_id = s.id and k.kind = 'refresh' and k.expires_at > ${now}))
      order by s.id limit ${limit} for update of s skip locked
    ) returning id`.execute(trx);
  return ended.rows.map((row) => row.id);
}

export async function openAmong(db: Db, ids: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`select id from sessions
    where ended_at is null and id = any(${ids}::integer[])`.execute(db);
  return found.rows.map((row) => row.id);
}

interface Device {
  digest: Buffer;
  user: number;
  now: Date;
}

/** Remembers that a user has signed in on a device; of one user, the devices used last, `most` of them, stay. */
export async function keepDevice(
  trx: Transaction,
  { digest, user, now }: Device,
  most: number,
): Promise<void> {
  await sql`insert into known_devices (digest, user_id, last_used_at)
    values (${digest}, ${user}, ${now})
    on conflict (digest, user_id) do update set last_used_at = excluded.last_used_at`.execute(trx);
  await sql`delete from known_devices where user_id = ${user} and digest in (
      select digest from known_devices where user_id = ${user}
      order by last_used_at desc, digest offset ${most})`.execute(trx);
}

/** After a restore no one is signed in, and no link to a new password is good (docs/product/backups.md#restore). */
export async function endEverySession(db: Db): Promise<void> {
  await sql`delete from session_tokens`.execute(db);
  await sql`delete from password_resets`.execute(db);
  await sql`delete from email_changes`.execute(db);
  await sql`delete from passkey_challenges`.execute(db);
  await sql`delete from provider_sign_ins`.execute(db);
  await sql`update sessions set ended_at = last_seen_at where ended_at is null`.execute(db);
}
