import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';

const test = fileServer();
const hour = 3_600_000;

const fail = async (username: string) => {
  const answer = await test.server.client().post('/auth/login', { username, password: 'wrong' });
  expect(answer.status).toBe(401);
};

/** Failures under other names, from other networks, in the hour that the server is in. */
const failElsewhere = (count: number) =>
  test.server.database.pool.query(
    `insert into login_failures (name, address, failed_at)
     select 'name ' || n, '198.51.100.' || n, $2 from generate_series(1, $1) n`,
    [count, test.server.clock.now()],
  );

async function logged(): Promise<{ unknown: number; known: number }> {
  const { rows } = await test.server.database.pool.query<{ unknown: number; known: number }>(
    `select count(*) filter (where record is null)::int as unknown, count(record)::int as known
     from audit_log where action = 'sign-in refused'`,
  );
  return rows[0] ?? { unknown: -1, known: -1 };
}

it('logs a hundred refused names an hour and few more, and each refusal of a user', async () => {
  const { clock } = test.server;
  clock.advance(hour - (clock.now().getTime() % hour));
  await fail('nobody-1');
  expect(await logged()).toEqual({ unknown: 1, known: 0 });
  await failElsewhere(99);
  await fail('nobody-2');
  expect(await logged()).toEqual({ unknown: 1, known: 0 });
  await fail('admin');
  expect(await logged()).toEqual({ unknown: 1, known: 1 });
  await failElsewhere(25);
  await fail('nobody-3');
  expect(await logged()).toEqual({ unknown: 2, known: 1 });
  clock.advance(hour);
  await fail('nobody-4');
  expect(await logged()).toEqual({ unknown: 3, known: 1 });
});
