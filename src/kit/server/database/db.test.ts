import { expect, it } from 'vitest';
import { createTestDatabase } from '~/kit/server/testing/test-database';
import { openDatabase } from './db';

it('ends each connection when it is closed, also where no statement was built', async () => {
  const { connection, database, drop } = await createTestDatabase();
  const lost: Error[] = [];
  const closed = openDatabase(
    { ...connection, application_name: 'closed', idleTimeoutMillis: 0 },
    (error) => lost.push(error),
  );
  await closed.pool.query('select 1');
  await closed.close();
  await closed.close();
  const open = async () => {
    const text = `select from pg_stat_activity where application_name = 'closed'`;
    return (await database.pool.query(text)).rowCount;
  };
  await expect.poll(open).toBe(0);
  expect(lost).toEqual([]);
  await drop();
});
