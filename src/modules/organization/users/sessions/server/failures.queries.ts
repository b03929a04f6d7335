import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

/** Serializes sign-in attempts with the same counter until the transaction ends. */
export async function lockCounter(trx: Transaction, counter: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${counter}`}, 0))`.execute(
    trx,
  );
}

/** The time of the `nth` newest failure that counts, or null when there are fewer. */
export async function findFailure(
  db: Db,
  { name, nth, counted }: { name: string; nth: number; counted: CountedTime },
): Promise<string | null> {
  const found = await sql<{ failed_at: string }>`select failed_at from login_failures
    where name = ${name} and ${isCounted(counted)}
    order by failed_at desc offset ${nth - 1} limit 1`.execute(db);
  return found.rows[0]?.failed_at ?? null;
}

interface CountedTime {
  since: Date;
  until: Date;
}

function isCounted({ since, until }: CountedTime) {
  return sql`failed_at > ${since} and failed_at <= ${until}`;
}

/** Counts a failure for a name, and for a network unless its address is empty. */
export async function insertFailure(
  trx: Transaction,
  failure: { name: string; address: string; now: Date },
): Promise<void> {
  const { name, address, now } = failure;
  await sql`insert into login_failures (name, address, failed_at)
    values (${name}, ${address}, ${now})`.execute(trx);
}

/** How many sign-ins failed in the hour of `now`, those of known devices and own passwords included. */
export async function countFailures(trx: Transaction, now: Date): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) as count from login_failures
    where failed_at >= date_trunc('hour', ${now}::timestamptz) and failed_at <= ${now}`.execute(
    trx,
  );
  return found.rows[0]?.count ?? 0;
}

/** Forgets the failures that hold up a user, by name, by email address, on known devices and at the person’s own password. */
export async function clearFailures(trx: Transaction, user: number): Promise<void> {
  await sql`delete from login_failures where name in (
      select unnest(array['name ' || lower(username), 'name ' || lower(email), 'password ' || id,
        'code ' || id])
      from users where id = ${user}
      union all select 'device ' || left(encode(digest, 'hex'), 32) from known_devices
      where user_id = ${user})`.execute(trx);
}

export interface SignInState {
  user: { id: number; password_hash: string } | null;
  /** The name that failures count for: lower case, and the stored one where there is a user. */
  counted_as: string;
  is_known_device: boolean;
  is_known_address: boolean;
  name_failed_at: string | null;
  network_failed_at: string | null;
  device_failed_at: string | null;
}

export interface SignInQuestion {
  username: string;
  address: string;
  network: string;
  device: Buffer | null;
  counted: CountedTime;
  deviceSeenSince: Date;
  allowed: { byName: number; byNetwork: number };
}

/** All that decides, before a password is looked at, whether and when it will be; in one statement. */
export async function findSignInState(db: Db, question: SignInQuestion): Promise<SignInState> {
  const { username, address, network, device, counted, allowed } = question;
  const typed = username.toLowerCase().slice(0, 255);
  const nth = (column: 'name' | 'address', value: unknown, count: number) => sql`(
    select failed_at from login_failures where ${sql.ref(column)} = ${value} and ${isCounted(counted)}
    order by failed_at desc offset ${count - 1} limit 1)`;
  const found = await sql<
    Omit<SignInState, 'user'> & { id: number | null; password_hash: string | null }
  >`
    select u.id, u.password_hash, coalesce(u.counted_as, ${typed}) as counted_as,
      exists (select from known_devices k
        where k.digest = ${device} and k.user_id = u.id
          and k.last_used_at > ${question.deviceSeenSince}) as is_known_device,
      exists (select from sessions s
        where s.user_id = u.id and s.address = ${address}) as is_known_address,
      ${nth('name', sql`'name ' || coalesce(u.counted_as, ${typed})`, allowed.byName)} as name_failed_at,
      ${nth('name', counterOfDevice(device), allowed.byName)} as device_failed_at,
      ${nth('address', network, allowed.byNetwork)} as network_failed_at
    from (select) as one left join lateral (
      select id, password_hash,
        lower(case when lower(username) = lower(${username}) then username else email end) as counted_as
      from users where lower(username) = lower(${username}) or lower(email) = lower(${username})
      order by lower(username) = lower(${username}) desc limit 1) u on true`.execute(db);
  const [row] = found.rows;
  if (!row) throw new Error('A statement without a condition gave no row');
  const { id, password_hash, ...state } = row;
  const user = id === null || password_hash === null ? null : { id, password_hash };
  return { ...state, user };
}

/** The counter of a known device: nothing that a typed name or a user's id could be. */
export function counterOfDevice(device: Buffer | null): string {
  return `device ${device?.toString('hex').slice(0, 32) ?? ''}`;
}
