import { expect, it } from 'vitest';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { ownServer } from './testing/test-file-server';

const test = ownServer();
// Another server's roles are its administrator's business.
const isOwn = !process.env['TEST_DATABASE_URL'];

const asProduct = (statement: string) => test.server.server.database.pool.query(statement);

it.runIf(isOwn)('the product works as a role that owns nothing', async () => {
  const { rows } = await asProduct(`select current_user::text as name, rolsuper, rolcreaterole,
      exists (select from pg_class where relowner = r.oid) as owns
    from pg_roles r where rolname = current_user`);
  expect(rows).toEqual([{ name: 'crm_app', rolsuper: false, rolcreaterole: false, owns: false }]);
});

it
  .runIf(isOwn)
  .each([
    'insert into audit_log (at, transaction_id, action, entity) values (now(), 1, $$created$$, $$leads$$)',
    'update audit_log set user_id = 2',
    'delete from audit_log',
    'truncate audit_log cascade',
    'delete from audit_queue',
    'delete from audit_anchor',
    'insert into audit_anchor values (true, 1, $$\\x00$$, now(), now(), 1)',
    'update audit_chain set hash = $$\\x00$$',
    'update audit_values set salt = null, before = null, after = null',
    'alter table leads disable trigger all',
    'drop trigger audit_updated on leads',
    'drop table audit_log cascade',
    'create or replace function keep_audit_log() returns trigger language sql as $$ select null $$',
    'set session_replication_role = replica',
    'delete from migrations',
    'create table elsewhere (id integer)',
  ])('and is refused: %s', async (statement) => {
  await expect(asProduct(statement)).rejects.toMatchObject({ code: '42501' });
});

it.runIf(isOwn)(
  'and has nothing removed from the log that is younger than eight years',
  async () => {
    const count = async () => (await asProduct('select from audit_log')).rowCount;
    const before = await count();
    const { rows } = await asProduct(
      `select forget_audit_log(now() + interval '100 years', 1000) as n`,
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await count()).toEqual(before);
  },
);

it.runIf(isOwn)('its own table making takes no entry away from the log', async () => {
  const client = await test.server.server.database.pool.connect();
  try {
    await client.query('create temporary table audit_log (like audit_log)');
    await client.query(`update pipeline_stages set description = 'Else' where id = 1`);
    const own = await client.query('select from pg_temp.audit_log');
    expect(own.rowCount).toBe(0);
  } finally {
    client.release(true);
  }
  const logged = await asProduct(
    `select after from audit_log where entity = 'pipeline_stages' order by id desc limit 1`,
  );
  expect(logged.rows).toEqual([{ after: { description: 'Else' } }]);
  expect((await test.admin.post('/leads', leadBody())).status).toBe(201);
});
