import { sql } from 'kysely';
import { type Db, instantText } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';
import { requiresFactor } from '../../server/rights.service';
import type { Passkey } from '../passkeys.fields';
import type { Factors } from '../passkeys.rules';
import type { NewCredential } from './webauthn.internal';

const columns = sql`id, name, ${instantText(sql.ref('created_at'))} as created_at,
  ${instantText(sql.ref('last_used_at'))} as last_used_at`;

export async function listPasskeys(db: Db, user: number): Promise<Passkey[]> {
  const found = await sql<Passkey>`select ${columns} from passkeys
    where user_id = ${user} order by id`.execute(db);
  return found.rows;
}

interface ExistingPasskey {
  credential: Buffer;
  transports: string[];
  user_handle: Buffer;
}

export async function listCredentials(db: Db, user: number): Promise<ExistingPasskey[]> {
  const found = await sql<ExistingPasskey>`select credential, transports, user_handle from passkeys
    where user_id = ${user} order by id`.execute(db);
  return found.rows;
}

/** The new passkey; null where it is known already, whosever it is. */
export async function insertPasskey(
  trx: Transaction,
  created: NewCredential & {
    user: number;
    name: string;
    party: string;
    handle: Buffer;
    transports: readonly string[];
    now: Date;
  },
): Promise<Passkey | null> {
  const { user, name, credential, publicKey, counter, party, handle, transports, now } = created;
  const inserted = await sql<Passkey>`insert into passkeys (user_id, name, credential, public_key,
      party, user_handle, counter, transports, created_at)
    values (${user}, ${name}, ${credential}, ${publicKey}, ${party}, ${handle}, ${counter},
      ${[...transports]}::text[], ${now})
    on conflict (credential) do nothing returning ${columns}`.execute(trx);
  return inserted.rows[0] ?? null;
}

export async function renamePasskey(
  trx: Transaction,
  renamed: { id: number; user: number; name: string },
): Promise<Passkey | null> {
  const { id, user, name } = renamed;
  const found = await sql<Passkey>`update passkeys set name = ${name}
    where id = ${id} and user_id = ${user} returning ${columns}`.execute(trx);
  return found.rows[0] ?? null;
}

/** The names of the passkeys that are gone: of one, or of all. */
export async function removePasskeys(
  trx: Transaction,
  user: number,
  only: number | null = null,
): Promise<string[]> {
  const removed = await sql<{ name: string }>`delete from passkeys where user_id = ${user}
    and (${only}::integer is null or id = ${only}::integer) returning name`.execute(trx);
  return removed.rows.map(({ name }) => name);
}

interface LockedPasskey {
  id: number;
  user_id: number;
  public_key: Buffer;
  user_handle: Buffer;
  counter: number;
}

/** An active user's passkey for that host, locked: of two uses of it one is first. */
export async function lockPasskey(
  trx: Transaction,
  credential: Buffer,
  party: string,
): Promise<LockedPasskey | null> {
  const found = await sql<LockedPasskey>`
    select p.id, p.user_id, p.public_key, p.user_handle, p.counter from passkeys p
      join users u on u.id = p.user_id and u.is_active
    where p.credential = ${credential} and p.party = ${party} for update of p`.execute(trx);
  return found.rows[0] ?? null;
}

export async function notePasskeyUse(
  trx: Transaction,
  use: { id: number; counter: number; now: Date },
): Promise<void> {
  await sql`update passkeys set counter = ${use.counter}, last_used_at = ${use.now}
    where id = ${use.id}`.execute(trx);
}

/** The name of a person who has this passkey. */
export async function findHolderOfPasskey(db: Db, credential: Buffer): Promise<string | null> {
  const found = await sql<{ username: string }>`select u.username from passkeys p
    join users u on u.id = p.user_id where p.credential = ${credential}`.execute(db);
  return found.rows[0]?.username ?? null;
}

export async function getFactors(db: Db, user: number): Promise<Factors> {
  const found = await sql<Factors>`select
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as code,
      (select count(*) from passkeys p where p.user_id = u.id) as passkeys,
      ${requiresFactor} as required
    from users u where u.id = ${user}`.execute(db);
  return found.rows[0] ?? { code: false, passkeys: 0, required: false };
}
