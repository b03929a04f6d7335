import { parseOptions, verify } from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { hashCost } from '../../server/hashes.service';
import { makeUser, signInNew } from '../../server/users.builders';

// Counted, and otherwise as it is. It must be in place before the package is loaded: this file runs in its own process
// (vitest.config.ts).
vi.mock('@node-rs/argon2', { spy: true });

const test = fileServer();

it('regardless of the name, one password is looked at, at the same cost whether there is such a user or not', async () => {
  const looks = vi.mocked(verify);
  const lookedAt = async (name: string): Promise<string[]> => {
    looks.mockClear();
    await test.server
      .client()
      .post('/auth/login', { username: name, password: 'not the password' });
    return looks.mock.calls.map(([stored]) => String(stored));
  };
  // The time itself is not measured: it says more of the machine than of the product.
  for (const name of ['admin', 'nobody at all']) {
    const [stored = '', ...more] = await lookedAt(name);
    expect(more).toEqual([]);
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(parseOptions(stored)).toMatchObject(hashCost);
  }
  const deleted = await makeUser(test.server, { is_active: false });
  expect(await lookedAt(deleted.username)).toHaveLength(1);
});

it('who is locked out costs no look at a password', async () => {
  const user = await makeUser(test.server);
  const body = { username: user.username, password: 'not the password' };
  const tried = () => test.server.client().post('/auth/login', body);
  await Promise.all(Array.from({ length: 10 }, tried));
  const looks = vi.mocked(verify);
  looks.mockClear();
  const responses = await Promise.all(Array.from({ length: 20 }, tried));
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(429));
  expect(looks).not.toHaveBeenCalled();
});

it('no connection and no lock waits while a password is looked at', async () => {
  const { database } = test.server.server;
  const { client, password, ...user } = await signInNew(test.server);
  const held = async () => {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
       union all select 1 from pg_locks where locktype = 'advisory' and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length;
  };
  const calls = [
    () => test.server.client().post('/auth/login', { username: user.username, password }),
    () => client.post('/auth/confirm', { password }),
    () =>
      client.put('/auth/change-password', {
        currentPassword: password,
        newPassword: `${password} new`,
      }),
  ];
  for (const call of calls) {
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const looks = vi.mocked(verify);
    looks.mockClear();
    looks.mockImplementationOnce(() => slow.then(() => true));
    const response = call();
    await expect.poll(() => looks.mock.calls.length).toBe(1);
    // Jobs come and go next to it.
    await expect.poll(held).toBe(0);
    release();
    expect((await response).status).toBe(200);
  }
});

it('twenty sign-ins at once leave other calls quick', async () => {
  const client = await test.server.signIn();
  let answered = 0;
  let busy = true;
  const signIns = Promise.all(Array.from({ length: 20 }, () => test.server.signIn())).finally(
    () => {
      busy = false;
    },
  );
  while (busy) {
    await client.get('/auth/me');
    answered += 1;
  }
  expect(await signIns).toHaveLength(20);
  // Were a call held up by one sign-in each, there would be twenty.
  expect(answered).toBeGreaterThan(60);
});
