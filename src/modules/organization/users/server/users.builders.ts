import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Clock } from '~/kit/server/clock';
import { anonymous } from '~/kit/server/database/context';
import { type Database } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import type { Caller } from '~/kit/server/testing/test-calls';
import type { User } from '../users.fields';
import { createUser, type NewUser } from './users.service';

export type CreatedUser = User & { password: string };

/** A user with a unique name, returned with the password; `values` override the defaults. */
export async function makeUser(
  { database, clock }: { database: Database; clock: Clock },
  values: Partial<Omit<NewUser, 'password_hash'>> & { password?: string } = {},
): Promise<CreatedUser> {
  const { password = 'a good password', ...given } = values;
  const word = randomBytes(6).toString('hex');
  // The cheapest hash that the library permits, to keep tests fast.
  const password_hash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const user = await inTransaction(database.db, (trx) =>
    createUser(
      { trx, context: { person: anonymous, now: clock.now() } },
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
): Promise<CreatedUser & { client: Client }> {
  const user = await makeUser(server, values);
  return { ...user, client: await server.signIn(user.username, user.password) };
}

let bodies = 0;

/** What an administrator types for a new colleague; `values` override the defaults. */
export function userBody(values: Record<string, unknown> = {}) {
  bodies += 1;
  return {
    username: `asha-${bodies}`,
    email: `asha-${bodies}@example.com`,
    password: ' a secret ',
    first_name: 'Asha',
    last_name: 'Rao',
    ...values,
  };
}

/** The status that signing in with these is answered. */
export async function signInStatus(
  server: { client: () => Caller },
  username: string,
  password: string,
): Promise<number> {
  return (await server.client().post('/auth/login', { username, password })).status;
}

/** The statuses that a session is answered which asks who it is and then for a refresh. */
export async function sessionStatuses(session: Caller): Promise<[number, number]> {
  const me = await session.get('/auth/me');
  return [me.status, (await session.post('/auth/refresh')).status];
}

/**
 * Runs `work` while another transaction holds the lock that `statement` takes for `id`, and releases it once `waiting`
 * calls wait for it: a deterministic order of concurrent calls.
 */
export async function whileHeld<T>(
  database: Database,
  held: { statement: string; id: number; waiting: number },
  work: () => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(held.statement, [held.id]);
    const result = work();
    await untilWaiting(database, held.waiting);
    await client.query('commit');
    return await result;
  } finally {
    client.release();
  }
}

/** Comes back once this many statements wait for a lock. */
export async function untilWaiting({ pool }: Database, count: number): Promise<void> {
  for (let waiting = 0; waiting < count; ) {
    const found = await pool.query(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    waiting = found.rows.length;
  }
}
