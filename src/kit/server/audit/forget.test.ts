import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { logTrace } from '~/kit/server/retention/traces';
import { sealLog } from './seal';
import { verifyLog } from './verify';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

const run = <T extends object>(statement: string, values: unknown[] = []) =>
  test.database.pool.query<T>(statement, values).then(({ rows }) => rows);

/** As one could who owns the database: with every trigger off. */
const tamper = (statement: string) =>
  run(`begin; set local session_replication_role = replica; ${statement}; commit`);

const makeBrand = (name: string) =>
  run(`insert into brands (brand_name, created_at, updated_at) values ($1, now(), now())`, [name]);

interface Sealed {
  id: number;
  position: number;
}

const chain = () =>
  run<Sealed>('select entry_id::int as id, position::int from audit_chain order by position');

/** A sealed log whose first `count` entries are so old, as it would be had they been written then. */
async function agedLog(count: number, age: string): Promise<Sealed[]> {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await makeBrand(name);
  await run(`insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
    values ('asha', 'asha@example.com', 'Asha', 'Rao', '', now(), now())`);
  await sealLog(test.database.db);
  await tamper(`update audit_log set at = at - interval '${age}' where id in (
      select entry_id from audit_chain order by position limit ${count});
    do $$
    declare
      link record;
      last bytea := '';
    begin
      for link in select c.position, c.sealed_at - case when c.position <= ${count} then interval '${age}'
          else interval '0' end as moment, l as entry
        from audit_chain c join audit_log l on l.id = c.entry_id order by c.position
      loop
        last := sha256(last || convert_to(extract(epoch from link.moment) || ' ' || audit_text(link.entry), 'UTF8'));
        update audit_chain set sealed_at = link.moment, hash = last where position = link.position;
      end loop;
    end $$`);
  expect(await faults()).toEqual([]);
  return chain();
}

const faults = async () => (await verifyLog(test.database.db)).map(({ what }) => what);

const forget = (most = 1000, before = new Date()) =>
  logTrace.forget(test.database.db, { before, most });

it('removes the oldest entries with their seals and values, and the rest stays provable', async () => {
  const before = await agedLog(4, '9 years');
  expect(await forget()).toBe(4);
  expect(await chain()).toEqual(before.slice(4));
  expect(await run('select id from audit_log where id <= $1', [before[3]?.id])).toEqual([]);
  expect(await faults()).toEqual([]);
  const [reported] = await run<{ after: object }>(
    `select after from audit_log where action = 'shortened'`,
  );
  expect(reported?.after).toMatchObject({ entries: 4, position: 4 });
  await sealLog(test.database.db);
  await makeBrand('Seven');
  await sealLog(test.database.db);
  expect(await faults()).toEqual([]);
  expect(await forget()).toBe(0);
});

it('continues where it stopped, and also removes what said so before', async () => {
  const before = await agedLog(5, '9 years');
  expect([await forget(2), await forget(2), await forget(2)]).toEqual([2, 2, 1]);
  await sealLog(test.database.db);
  expect((await chain())[0]).toEqual(before[5]);
  expect(await faults()).toEqual([]);
});

it('takes the personal values along', async () => {
  const before = await agedLog(1000, '9 years');
  const values = () => run(`select from audit_values where after->>'email' = 'asha@example.com'`);
  expect(await values()).toHaveLength(1);
  await makeBrand('Newer');
  await sealLog(test.database.db);
  expect(await forget()).toBe(before.length);
  expect(await values()).toHaveLength(0);
  expect(await faults()).toEqual([]);
});

it('never removes entries younger than eight years, nor the newest seal', async () => {
  const before = await agedLog(3, '7 years 11 months');
  expect(await forget(1000, new Date(Date.now() + 86_400_000))).toBe(0);
  expect(await chain()).toEqual(before);
  await expect(run('delete from audit_log')).rejects.toThrow(/only ever added to/);
  const byHand = (table: string) =>
    run(`begin; set local app.forgetting = 'log'; delete from ${table}; commit`);
  for (const table of ['audit_values', 'audit_chain', 'audit_log']) {
    await expect(byHand(table)).rejects.toThrow(/kept for eight years/);
    await run('rollback');
  }
  expect(await chain()).toEqual(before);
});

it('stops at an old entry that someone removed, so that it is still missing', async () => {
  const before = await agedLog(4, '9 years');
  await tamper(`delete from audit_log where id = ${before[1]?.id}`);
  expect(await forget()).toBe(1);
  expect(await faults()).toContain(`entry ${before[1]?.id} is missing`);
});

it.each<[string, (chain: Sealed[]) => string, RegExp]>([
  [
    'an entry that was altered',
    ([first]) => `update audit_log set user_id = 9 where id = ${first?.id}`,
    /^entry \d+, .*, was altered$/,
  ],
  [
    'more that went with its seal',
    ([first]) =>
      `delete from audit_chain where entry_id = ${first?.id}; delete from audit_log where id = ${first?.id}`,
    /^the seal before place 6 of the chain is missing$/,
  ],
  [
    'more that went, with another beginning',
    ([first]) =>
      `update audit_anchor set position = 5, hash = (select hash from audit_chain where position = 5);
       delete from audit_chain where entry_id = ${first?.id}; delete from audit_log where id = ${first?.id}`,
    /^entry \d+, shortened audit_log, says otherwise where the log begins$/,
  ],
  [
    'a beginning that no entry says',
    () => `delete from audit_queue where entry_id = (select entry_id from audit_anchor);
      delete from audit_log where id = (select entry_id from audit_anchor)`,
    /which says where the log begins, is missing$/,
  ],
  [
    'a removal before its time',
    () => `update audit_anchor set sealed_at = now() - interval '7 years'`,
    /removed what was younger than eight years$/,
  ],
  ['a beginning that was forgotten', () => `delete from audit_anchor`, /^the seal before place 5/],
])('after a removal names %s', async (_what, statement, message) => {
  await agedLog(4, '9 years');
  await forget();
  await tamper(statement(await chain()));
  expect(await faults()).toEqual([expect.stringMatching(message)]);
});
