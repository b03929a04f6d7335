import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';

const test = ownServer();
const hour = 3_600_000;

const fail = async (username: string) => {
  const response = await test.server.client().post('/auth/login', { username, password: 'wrong' });
  expect(response.status).toBe(401);
};

/** Failures under other names, from other networks, in the hour that the server is in. */
const failOnOtherCopy = (count: number) =>
  test.server.database.pool.query(
    `insert into login_failures (name, address, failed_at)
     select 'name ' || n, '198.51.100.' || n, $2 from generate_series(1, $1) n`,
    [count, test.server.clock.now()],
  );

async function logged(): Promise<{ unknown: number; existing: number }> {
  const { rows } = await test.server.database.pool.query<{ unknown: number; existing: number }>(
    `select count(*) filter (where record is null)::int as unknown, count(record)::int as existing
     from audit_log where action = 'sign-in refused'`,
  );
  return rows[0] ?? { unknown: -1, existing: -1 };
}

it('logs a hundred refused names an hour and few more, and each refusal of a user', async () => {
  const { clock } = test.server;
  clock.advance(hour - (clock.now().getTime() % hour));
  await fail('nobody-1');
  expect(await logged()).toEqual({ unknown: 1, existing: 0 });
  await failOnOtherCopy(99);
  await fail('nobody-2');
  expect(await logged()).toEqual({ unknown: 1, existing: 0 });
  await fail('admin');
  expect(await logged()).toEqual({ unknown: 1, existing: 1 });
  await failOnOtherCopy(25);
  await fail('nobody-3');
  expect(await logged()).toEqual({ unknown: 2, existing: 1 });
  clock.advance(hour);
  await fail('nobody-4');
  expect(await logged()).toEqual({ unknown: 3, existing: 1 });
});
