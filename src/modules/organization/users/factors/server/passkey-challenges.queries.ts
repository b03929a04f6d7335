import { sql } from 'kysely';
import type { Db } from '~/kit/server/database/db';
import type { Transaction } from '~/kit/server/database/transaction';

interface Pending {
  of_network: number;
  of_site: number;
  of_all: number;
  is_known_device: boolean;
}

export async function countChallenges(
  db: Db,
  request: { network: string; beginning: string | null; device: Buffer | null; now: Date },
): Promise<Pending> {
  const { network, beginning, device, now } = request;
  const found = await sql<Pending>`select
      (select count(*) from passkey_challenges
        where network = ${network} and expires_at > ${now}) as of_network,
      (select count(*) from passkey_challenges
        where starts_with(network, ${beginning}::text) and expires_at > ${now}) as of_site,
      (select count(*) from passkey_challenges) as of_all,
      exists (select from known_devices where digest = ${device}) as is_known_device`.execute(db);
  const [row] = found.rows;
  if (!row) throw new Error('A statement without a condition gave no row');
  return row;
}

export async function insertChallenge(
  trx: Transaction,
  credential: {
    challenge: Buffer;
    holder: string;
    network: string;
    handle: Buffer | null;
    expires: Date;
  },
): Promise<void> {
  const { challenge, holder, network, handle, expires } = credential;
  await sql`insert into passkey_challenges (challenge, holder, network, user_handle, expires_at)
    values (${challenge}, ${holder}, ${network}, ${handle}, ${expires})`.execute(trx);
}

export interface TakenChallenge {
  user_handle: Buffer | null;
  is_over: boolean;
}

/** Uses a challenge up; null where its holder has none such. */
export async function takeChallenge(
  trx: Transaction,
  taken: { challenge: Buffer; holder: string; now: Date },
): Promise<TakenChallenge | null> {
  const { challenge, holder, now } = taken;
  const found = await sql<TakenChallenge>`delete from passkey_challenges
    where challenge = ${challenge} and holder = ${holder}
    returning user_handle, expires_at <= ${now} as is_over`.execute(trx);
  return found.rows[0] ?? null;
}

/** Deletes challenges that ended so long ago that their expiry needs no message. */
export async function clearChallenges(db: Db, before: Date): Promise<void> {
  await sql`delete from passkey_challenges where expires_at <= ${before}`.execute(db);
}
