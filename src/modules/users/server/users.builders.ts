import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Clock } from '~/kit/server/clock';
import { nobody } from '~/kit/server/database/context';
import { type Database } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import type { User } from '../users.fields';
import { createUser, type NewUser } from './users.service';

export type MadeUser = User & { password: string };

/** A user with a unique name, returned with the password; `values` override the defaults. */
export async function makeUser(
  { database, clock }: { database: Database; clock: Clock },
  values: Partial<Omit<NewUser, 'password_hash'>> & { password?: string } = {},
): Promise<MadeUser> {
  const { password = 'a good password', ...given } = values;
  const word = randomBytes(6).toString('hex');
  // The cheapest hash that the library permits, to keep tests fast.
  const password_hash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const user = await inTransaction(database.db, (trx) =>
    createUser(
      { trx, context: { person: nobody, now: clock.now() } },
      {
        username: `user-${word}`,
        email: `user-${word}@example.com`,
        first_name: 'Asha',
        last_name: 'Rao',
        role: 'user',
        ...given,
        password_hash,
      },
    ),
  );
  return { ...user, password };
}

export async function signInNew<Client>(
  server: {
    database: Database;
    clock: Clock;
    signIn: (username: string, password: string) => Promise<Client>;
  },
  values: Parameters<typeof makeUser>[1] = {},
): Promise<MadeUser & { client: Client }> {
  const user = await makeUser(server, values);
  return { ...user, client: await server.signIn(user.username, user.password) };
}

/**
 * Runs `work` while another transaction holds the lock that `statement` takes for `id`, and releases it once `waiting`
 * calls wait for it: a deterministic order of concurrent calls.
 */
export async function whileHeld<T>(
  { pool }: Database,
  held: { statement: string; id: number; waiting: number },
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(held.statement, [held.id]);
    const result = work();
    for (let waiting = 0; waiting < held.waiting; ) {
      const found = await pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      waiting = found.rows.length;
    }
    await client.query('commit');
    return await result;
  } finally {
    client.release();
  }
}
