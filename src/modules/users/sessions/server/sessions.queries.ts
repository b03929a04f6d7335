import type { Transaction } from '~/kit/server/database/transaction';
import type { ChosenWorkspace, OwnSession } from '../sessions.fields';
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '~/kit/server/database/context';
import { type Db, instantText } from '~/kit/server/database/db';
import { membership } from '../../server/membership.service';
import { noteSeconds } from '../../users.rules';

type Kind = 'access' | 'refresh';

/**
 * True while the person of session `s` and user `u` is not idle for too long; with a tolerance of `noteSeconds`, since
 * a later use may not be recorded yet.
 */
function isAwake(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(u.session_timeout_minutes is null or s.last_seen_at > ${now}::timestamptz
    - make_interval(mins => u.session_timeout_minutes, secs => ${noteSeconds}::integer))`;
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
      ${membership.get().columns},
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

export async function findChosenWorkspace(db: Db, user: number): Promise<ChosenWorkspace> {
  const found =
    await sql<ChosenWorkspace>`select ${membership.get().columns} from users u ${membership.get().join}
    where u.id = ${user}`.execute(db);
  return found.rows[0] ?? { current_workspace: null, workspace_role: null };
}

export async function touchSession(db: Db, id: number, activeAt: Date): Promise<void> {
  await sql`update sessions set last_seen_at = greatest(last_seen_at, ${activeAt}::timestamptz)
    where id = ${id}`.execute(db);
}

/** Serializes sign-in attempts with the same counter until the transaction ends. */
export async function lockCounter(trx: Transaction, counter: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${counter}`}, 0))`.execute(
    trx,
  );
}

/** The time of the `nth` newest failure since `since`, or null when there are fewer. */
export async function findFailure(
  trx: Transaction,
  counter: { by: 'name' | 'address'; value: string; nth: number; since: Date },
): Promise<string | null> {
  const { by, value, nth, since } = counter;
  const found = await sql<{ failed_at: string }>`select failed_at from login_failures
    where ${sql.ref(by)} = ${value} and failed_at > ${since}
    order by failed_at desc offset ${nth - 1} limit 1`.execute(trx);
  return found.rows[0]?.failed_at ?? null;
}

export async function insertFailure(
  trx: Transaction,
  failure: { name: string; address: string; now: Date },
): Promise<void> {
  const { name, address, now } = failure;
  await sql`insert into login_failures (name, address, failed_at)
    values (${name}, ${address}, ${now})`.execute(trx);
}

export async function insertSession(
  trx: Transaction,
  session: { user: number; device: string; now: Date },
): Promise<number> {
  const { user, device, now } = session;
  const made = await sql<{ id: number }>`
    insert into sessions (user_id, device, created_at, last_seen_at)
    values (${user}, ${device}, ${now}, ${now}) returning id`.execute(trx);
  return made.rows[0]?.id ?? 0;
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

/** The user of an active session, with the session locked until the transaction ends; null when it is over. */
export async function lockSession(trx: Transaction, id: number, now: Date): Promise<number | null> {
  const found = await sql<{ user_id: number }>`select s.user_id from sessions s
      join users u on u.id = s.user_id and u.is_active
    where s.id = ${id} and s.ended_at is null and ${isAwake(now)} for update of s`.execute(trx);
  return found.rows[0]?.user_id ?? null;
}

export async function findRefreshToken(
  trx: Transaction,
  digest: Buffer,
): Promise<{ expires_at: string; rotated_at: string | null } | null> {
  const found = await sql<{ expires_at: string; rotated_at: string | null }>`
    select expires_at, rotated_at from session_tokens
    where digest = ${digest} and kind = 'refresh'`.execute(trx);
  return found.rows[0] ?? null;
}

export async function markRotated(trx: Transaction, digest: Buffer, now: Date): Promise<void> {
  await sql`update session_tokens set rotated_at = ${now} where digest = ${digest}`.execute(trx);
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

type SessionRow = Omit<OwnSession, 'current'>;

export async function listSessionsOf(db: Db, user: number, now: Date): Promise<SessionRow[]> {
  const found = await sql<SessionRow>`select s.id, device,
      ${instantText(sql.ref('s.created_at'))} as created_at,
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

/** Deletes expired rows; ended sessions are kept 90 days for their owner's export. */
export async function clearExpired(db: Db, now: Date): Promise<void> {
  await sql`delete from session_tokens where expires_at <= ${now}`.execute(db);
  await sql`delete from login_failures
    where failed_at < ${now}::timestamptz - interval '1 day'`.execute(db);
  // Used links stay until they expire: they count against the number of mails per hour.
  await sql`delete from password_resets where expires_at <= ${now}`.execute(db);
  await sql`delete from sessions
    where ended_at < ${now}::timestamptz - interval '90 days'`.execute(db);
}
