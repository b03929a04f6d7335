import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';

const test = fileServer();

it('of one person makes two exports at once, of all two, and refuses what is too much', async () => {
  const { pool } = test.server.database;
  const people = await Promise.all(Array.from({ length: 5 }, () => makeUser(test.server)));
  const clients = await Promise.all(
    people.map(({ username, password }) => test.server.signIn(username, password)),
  );
  const holder = await pool.connect();
  await holder.query('begin; lock table known_devices in access exclusive mode');
  const own = [1, 2].map(() => test.admin.get('/privacy/export-data'));
  const waiting = async () => {
    const found = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where not granted and relation = 'known_devices'::regclass`,
    );
    return found.rows[0]?.n;
  };
  await expect.poll(waiting).toBe(2);
  const third = await test.admin.get('/privacy/export-data');
  expect(third).toMatchObject({ status: 503, body: { code: 'server.busy' } });
  expect(third.headers.get('retry-after')).toBe('10');
  const others = clients.flatMap((client) =>
    [1, 2, 3].map(() => client.get('/privacy/export-data')),
  );
  let refused = 0;
  const all = others.map((call) => call.then(({ status }) => (refused += status === 503 ? 1 : 0)));
  // Each of the five others has two places at most, of the ten that wait.
  await expect.poll(() => refused).toBe(5);
  await holder.query('commit');
  holder.release();
  expect(statusesOf(await Promise.all(own))).toEqual([200, 200]);
  await Promise.all(all);
  expect(refused).toBe(5);
  expect((await test.admin.get('/privacy/export-data')).status).toBe(200);
});
