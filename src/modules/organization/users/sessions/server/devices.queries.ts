import { sql } from 'kysely';
import type { Transaction } from '~/kit/server/database/transaction';

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
