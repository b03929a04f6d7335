import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { inTransaction } from '~/kit/server/database/transaction';
import { sealLog } from './seal';
import { verifyLog } from './verify';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const run = (statement: string) => test.database.pool.query(statement);

/** As one could who owns the database: with every trigger off. */
async function tamper(statement: string): Promise<void> {
  await test.database.pool.query(
    `begin; set local session_replication_role = replica; ${statement}; commit`,
  );
}

async function work(): Promise<void> {
  for (const name of ['One', 'Two', 'Three']) {
    await run(
      `insert into brands (brand_name, created_at, updated_at) values ('${name}', now(), now())`,
    );
  }
  await run(`insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
    values ('asha', 'asha@example.com', 'Asha', 'Rao', '', now(), now())`);
  await run(`update users set phone = '98200 12345' where username = 'asha'`);
}

const faults = async () => (await verifyLog(test.database.db)).map(({ what }) => what);

async function ids(): Promise<number[]> {
  const found = await test.database.pool.query<{ id: number }>(
    'select id from audit_log order by id',
  );
  return found.rows.map(({ id }) => id);
}

it('finds nothing wrong with a log that no one touched, sealed or about to be', async () => {
  await work();
  expect(await faults()).toEqual([]);
  await sealLog(test.database.db);
  await run(`update brands set brand_name = brand_name || ' more'`);
  expect(await faults()).toEqual([]);
  await sealLog(test.database.db);
  expect(await faults()).toEqual([]);
  const chain = await test.database.pool.query<{ sealed: number; hashes: number }>(
    'select count(*)::int as sealed, count(distinct hash)::int as hashes from audit_chain',
  );
  const { length } = await ids();
  expect(chain.rows[0]).toEqual({ sealed: length, hashes: length });
});

it.each([
  ['who did it', 'user_id = 9', /^entry \d+, created brands 2, was altered$/],
  ['when', `at = at - interval '1 day'`, /^entry \d+, created brands 2, was altered$/],
  ['from where', `address = '10.0.0.1'`, /^entry \d+, created brands 2, was altered$/],
  ['the values', `after = after || '{"brand_name": "Else"}'`, /was altered$/],
  ['which record', `record = '1'`, /^entry \d+, created brands 1, was altered$/],
])('names the first entry of which someone altered %s', async (_what, change, message) => {
  await work();
  await sealLog(test.database.db);
  await tamper(`update audit_log set ${change} where entity = 'brands' and record in ('2', '3')`);
  expect(await faults()).toEqual([expect.stringMatching(message)]);
});

it('names an entry that is missing, sealed or not, and one that was added behind the chain', async () => {
  await work();
  await sealLog(test.database.db);
  const [, second = 0] = await ids();
  await tamper(`delete from audit_log where id = ${second}`);
  expect(await faults()).toEqual([`entry ${second} is missing`]);
  await run(
    `insert into brands (brand_name, created_at, updated_at) values ('Four', now(), now())`,
  );
  const last = (await ids()).at(-1) ?? 0;
  await tamper(`delete from audit_queue where entry_id = ${last}`);
  expect(await faults()).toEqual([
    `entry ${second} is missing`,
    `entry ${last}, created brands 4, has no seal`,
  ]);
  await tamper(
    `insert into audit_queue values (${last}); delete from audit_log where id = ${last}`,
  );
  expect(await faults()).toEqual([`entry ${second} is missing`, `entry ${last} is missing`]);
});

it('names a seal that was taken out, and the entry that lost it', async () => {
  await work();
  await sealLog(test.database.db);
  await tamper(`delete from audit_chain where position = 2`);
  expect(await faults()).toEqual([
    'the seal before place 3 of the chain is missing',
    expect.stringMatching(/^entry \d+, .*, has no seal$/),
  ]);
});

it('names an entry that waits too long for its seal, by the clock of the database alone', async () => {
  await work();
  await tamper(`update audit_log set at = now() - interval '1 day' where entity = 'brands'`);
  expect(await faults()).toEqual([]);
  await tamper(`update audit_log set at = now() + interval '1 day' where entity = 'brands';
    update audit_queue set queued_at = now() - interval '11 minutes'
    where entry_id in (select id from audit_log where entity = 'brands' and record = '3')`);
  expect(await faults()).toEqual([expect.stringMatching(/created brands 3, has no seal$/)]);
});

it.each([
  [
    `update audit_values set after = after || '{"email": "eve@example.com"}' where after ? 'email'`,
    /other personal/,
  ],
  [`update audit_values set after = after - 'email' where after ? 'email'`, /other personal/],
  [`delete from audit_values where after ? 'email'`, /has lost its personal values$/],
  [`update audit_values set salt = null, before = null, after = null`, /without an entry/],
])('names an entry whose personal values someone changed: %s', async (statement, message) => {
  await work();
  await sealLog(test.database.db);
  await tamper(statement);
  expect(await faults()).toEqual([expect.stringMatching(message)]);
});

it('takes values that were erased with an entry, and erases none of a person who was not anonymized', async () => {
  await work();
  await run(`insert into invitations (email, first_name, last_name, invited_by_name, expires_at, created_at, updated_at)
    values ('Asha@example.com', 'Asha', 'Rao', 'Site', now(), now(), now())`);
  await sealLog(test.database.db);
  const erase = () => run(`select erase_person_from_log(id, '{}') from users`);
  await expect(erase()).rejects.toThrow(/was not anonymized/);
  await run(
    `update users set anonymized_at = now(), email = 'anonymous-1', first_name = 'Anonymized', last_name = 'User 1'`,
  );
  await erase();
  const stored = await run('select * from audit_values where salt is not null');
  expect(stored.rows).toEqual([]);
  expect(await faults()).toEqual([]);
  await sealLog(test.database.db);
  expect(await faults()).toEqual([]);
  const people = await run('select name from audit_people');
  expect(people.rows).toEqual([{ name: 'Anonymized User 1' }]);
});

it('seals entries of concurrent writers exactly once, also with many sealers at once', async () => {
  const { db } = test.database;
  const earlier = (await ids()).length;
  const write = (round: number) =>
    inTransaction(db, (trx) =>
      sql`insert into brands (brand_name, created_at, updated_at)
        values (${`Brand ${round}`}, now(), now())`.execute(trx),
    );
  await Promise.all(
    Array.from({ length: 40 }, async (_, round) => {
      await write(round);
      await sealLog(db);
    }),
  );
  const sealed = await run(
    'select count(*)::int as n, max(position)::int as last from audit_chain',
  );
  expect(sealed.rows).toEqual([{ n: earlier + 40, last: earlier + 40 }]);
  expect(await faults()).toEqual([]);
});
