import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { startTestServer } from '~/app/testing/test-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { makeUser, whileHeld } from '../../server/users.builders';

const minute = 60_000;
const test = ownServer();
// Failures of the tests before no longer count.
beforeEach(() => test.server.clock.advance(20 * minute));

function signIn(username: string, password: string): Promise<ApiResponse<unknown>> {
  return test.server.client().post('/auth/login', { username, password });
}

function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_each, index) => work(index)));
}

function counted(responses: ApiResponse<unknown>[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

it('a wrong password, an unknown name and an inactive user get the same answer', async () => {
  const user = await makeUser(test.server);
  const deleted = await makeUser(test.server, { is_active: false });
  const responses = [
    await signIn(user.username, 'not the password'),
    await signIn('nobody at all', 'not the password'),
    await signIn(deleted.username, deleted.password),
    await signIn(user.username, `${user.password} `),
    await signIn(user.username, user.password.toUpperCase()),
    await signIn("' or 1=1 --", "' or 1=1 --"),
    await signIn('x'.repeat(5000), 'y'.repeat(5000)),
  ];
  for (const { status, body, headers } of responses) {
    expect([status, body]).toEqual([
      401,
      {
        success: false,
        error: 'Invalid username or password',
        code: 'auth.invalid_credentials',
      },
    ]);
    expect(headers.getSetCookie()).toEqual([]);
  }
});

it('after ten failures in fifteen minutes the right password has to wait too', async () => {
  const user = await makeUser(test.server);
  for (let failure = 0; failure < 9; failure += 1) await signIn(user.username, 'wrong');
  expect((await signIn(user.username, user.password)).status).toBe(200);
  test.server.clock.advance(5 * minute);
  expect((await signIn(user.username, 'wrong')).status).toBe(401);
  const locked = await signIn(user.username, user.password);
  expect(locked.status).toBe(429);
  expect(locked.body.code).toBe('auth.too_many_attempts');
  const seconds = Number(locked.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(9 * 60);
  expect(seconds).toBeLessThanOrEqual(10 * 60);
  expect(locked.body.error).toBe('Too many failed sign-ins. Please try again in 10 minutes.');
  test.server.clock.advance(seconds * 1000);
  expect((await signIn(user.username, user.password)).status).toBe(200);
});

it('waiting is not made longer by trying while locked out', async () => {
  const user = await makeUser(test.server);
  await times(10, () => signIn(user.username, 'wrong'));
  for (let round = 0; round < 3; round += 1) {
    test.server.clock.advance(4 * minute);
    expect((await signIn(user.username, 'wrong')).status).toBe(429);
  }
  test.server.clock.advance(3 * minute);
  expect((await signIn(user.username, user.password)).status).toBe(200);
});

it('a name is one in any case', async () => {
  const user = await makeUser(test.server);
  for (const name of [user.username, user.username.toUpperCase()]) {
    await times(5, () => signIn(name, 'wrong'));
  }
  expect((await signIn(user.username, user.password)).status).toBe(429);
  expect((await signIn(user.username.toUpperCase(), user.password)).status).toBe(429);
});

it('a name that no one has is locked out the same way', async () => {
  const names = times(10, (index) => signIn(index % 2 ? 'Ghost' : 'ghost', 'wrong'));
  expect(counted(await names)).toEqual({ 401: 10 });
  expect((await signIn('GHOST', 'wrong')).status).toBe(429);
});

it("one user's failures lock no one else out, and no name shares another's counter", async () => {
  const user = await makeUser(test.server);
  const other = await makeUser(test.server);
  await times(10, () => signIn(`user ${other.id}`, 'wrong'));
  await times(10, () => signIn(user.username, 'wrong'));
  expect((await signIn(other.username, other.password)).status).toBe(200);
});

it('of thirty wrong passwords at the same instant ten are looked at', async () => {
  const user = await makeUser(test.server);
  expect(counted(await times(30, () => signIn(user.username, 'wrong')))).toEqual({
    401: 10,
    429: 20,
  });
  const failures = await sql<{ count: number }>`select count(*) as count from login_failures
    where name = ${`name ${user.username}`}`.execute(test.server.database.db);
  expect(failures.rows[0]?.count).toBe(10);
});

it('thirty right passwords at the same instant are all let in, also after nine failures', async () => {
  const user = await makeUser(test.server);
  await times(9, () => signIn(user.username, 'wrong'));
  const responses = await times(30, () => signIn(user.username, user.password));
  expect(counted(responses)).toEqual({ 200: 30 });
});

it('from one address a hundred wrong passwords are looked at, regardless of the names', async () => {
  const user = await makeUser(test.server);
  await times(12, async () => {
    const cheap = await makeUser(test.server);
    await times(8, () => signIn(cheap.username, 'wrong'));
  });
  const responses = await times(20, (index) => signIn(`stranger ${index}`, 'wrong'));
  expect(counted(responses)).toEqual({ 401: 4, 429: 16 });
  expect((await signIn(user.username, user.password)).status).toBe(429);
  test.server.clock.advance(15 * minute);
  expect((await signIn(user.username, user.password)).status).toBe(200);
});

it('of thirty wrong passwords at the same instant from thirty addresses ten are looked at', async () => {
  const behindProxy = await startTestServer({ PUBLIC_URL: 'http://crm.example.com' });
  try {
    const body = { username: 'ghost', password: 'wrong' };
    const responses = await times(30, (index) =>
      behindProxy.client().post('/auth/login', body, { 'x-forwarded-for': `192.0.2.${index}` }),
    );
    expect(counted(responses)).toEqual({ 401: 10, 429: 20 });
  } finally {
    await behindProxy.close();
  }
});

it('a user deactivated while the password is being looked at is not let in', async () => {
  const user = await makeUser(test.server);
  const statement = 'update users set is_active = false where id = $1';
  const response = await whileHeld(
    test.server.database,
    { statement, id: user.id, waiting: 1 },
    () => signIn(user.username, user.password),
  );
  expect(response.status).toBe(401);
});
