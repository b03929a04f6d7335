import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import type { SecondFactor } from '../second-factor.fields';

export async function beginFactor(
  trx: Transaction,
  factor: { user: number; secret: Buffer; now: Date },
): Promise<boolean> {
  const { user, secret, now } = factor;
  const started = await sql`insert into second_factors (user_id, secret, started_at)
    values (${user}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, started_at = excluded.started_at
      where second_factors.confirmed_at is null returning user_id`.execute(trx);
  return started.rows.length > 0;
}

export interface LockedFactor {
  secret: Buffer;
  started_at: string;
  last_step: number;
}

/** A second factor, confirmed or only begun, locked until the transaction ends: of two uses of a code one is first. */
export async function lockFactor(
  trx: Transaction,
  user: number,
  { confirmed }: { confirmed: boolean },
): Promise<LockedFactor | null> {
  const found = await sql<LockedFactor>`
    select f.secret, f.started_at, f.last_step from second_factors f
      join users u on u.id = f.user_id and u.is_active
    where f.user_id = ${user} and (f.confirmed_at is not null) = ${confirmed}
    for update of f`.execute(trx);
  return found.rows[0] ?? null;
}

export async function confirmFactor(trx: Transaction, user: number, now: Date): Promise<void> {
  await sql`update second_factors set confirmed_at = ${now} where user_id = ${user}`.execute(trx);
}

export async function noteStep(trx: Transaction, user: number, step: number): Promise<void> {
  await sql`update second_factors set last_step = ${step} where user_id = ${user}`.execute(trx);
}

export async function putRecoveryCodes(
  trx: Transaction,
  user: number,
  digests: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${user}`.execute(trx);
  const rows = digests.map((digest) => sql`(${digest}::bytea, ${user}::integer)`);
  await sql`insert into recovery_codes (digest, user_id) values ${sql.join(rows)}`.execute(trx);
}

export async function spendRecoveryCode(
  trx: Transaction,
  user: number,
  digest: Buffer,
): Promise<boolean> {
  const spent = await sql`delete from recovery_codes
    where digest = ${digest} and user_id = ${user} returning user_id`.execute(trx);
  return spent.rows.length > 0;
}

export async function removeFactor(trx: Transaction, user: number): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${user}`.execute(trx);
  const removed = await sql<{ confirmed: boolean }>`delete from second_factors
    where user_id = ${user} returning confirmed_at is not null as confirmed`.execute(trx);
  return removed.rows[0]?.confirmed ?? false;
}

export async function getFactor(db: Db, user: number): Promise<SecondFactor> {
  const found = await sql<Omit<SecondFactor, 'enabled'>>`
    select ${instantText(sql.ref('f.confirmed_at'))} as confirmed_at,
      (select count(*) from recovery_codes c where c.user_id = u.id) as recovery_codes_left
    from users u left join second_factors f on f.user_id = u.id where u.id = ${user}`.execute(db);
  const { confirmed_at = null, recovery_codes_left = 0 } = found.rows[0] ?? {};
  return { enabled: confirmed_at !== null, confirmed_at, recovery_codes_left };
}
