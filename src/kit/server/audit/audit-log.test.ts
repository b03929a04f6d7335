import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { inTransaction, type Actor } from '~/kit/server/database/transaction';
import type { Db } from '~/kit/server/database/db';
import { logEvent } from './log-event';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Tables that the log does not follow, and why. */
const unlogged: Record<string, string> = {
  activity: 'the feed: made of the same writes',
  api_key_tokens: 'secrets; an API key is logged with its table',
  api_key_uses: 'counters',
  attached_file_parts: 'the bytes of files, which their table tells with a digest',
  audit_anchor: 'the log itself',
  audit_chain: 'the log itself',
  audit_log: 'the log itself',
  audit_people: 'the log itself',
  audit_queue: 'the log itself',
  audit_values: 'the log itself',
  batch_rows: 'copies of rows, for a month; what was done to them is logged with their tables',
  batches: 'a trace of work; what it changed is logged with its table',
  changes: 'which records changed, for two weeks',
  changes_kept: 'since when the changes are kept',
  deleted_records: 'since when records are gone, whose deletion is logged',
  email_changes: 'wishes; a changed address is logged with its user',
  erasures: 'who was anonymized, until it is done everywhere',
  filed_documents: 'what was filed; the filing is logged with its month',
  idempotency_keys: 'a trace of a call, for a day',
  import_jobs: 'a trace of work; what it changed is logged with its table',
  installation: 'never changes',
  invitation_tokens: 'secrets; an invitation is logged with its table',
  known_devices: 'a trace of sign-ins, which are events',
  lead_counts: 'added up from leads by a trigger',
  printed_logos: 'never changed; the logo itself is logged',
  product_counts: 'added up from products by a trigger',
  stock_levels: 'added up from movements by a trigger',
  stock_valuation: 'since when stock has values; never changes',
  custom_conversions: 'a trace of work; the field is logged',
  lead_arrival_ids: 'digests by which items are known again',
  lead_arrivals: 'what came from outside; its leads are logged',
  login_failures: 'counters, for a day; a refused sign-in is an event',
  mails: 'a trace of work; what was sent is logged with its document',
  migrations: 'written by the program that brings the triggers',
  notification_preferences: 'what one person wants to hear',
  notification_queue: 'a trace of work',
  maintenance_runs: 'a trace of work',
  notification_state: 'a trace of work',
  notifications: 'copies of the feed',
  papers: 'what issued records say and their files, never changed; the records are logged',
  passkey_challenges: 'a trace of work',
  passkeys: 'adding and removing are events; names are the person’s own',
  password_resets: 'secrets; a new password is logged with its user',
  provider_accounts: 'linking and unlinking are events',
  provider_sign_ins: 'traces of sign-ins, for minutes',
  recovery_codes: 'secrets; a used one is an event',
  reminder_tries: 'a trace of work',
  report_recipients: 'a trace of work; setting and stopping a schedule, and each email, are events',
  retention_runs: 'a trace of work',
  sample_records: 'which records are samples; those are logged with their tables',
  sample_settings: 'what settings were before samples; those are logged with their table',
  saved_reports: 'what one person wants on the dashboard, with own words in it',
  second_factors: 'secrets; setting up and turning off are events',
  session_tokens: 'secrets; sign-ins are events',
  sessions: 'sign-ins and sign-outs are events',
  used_challenges: 'solutions that were used, for ten minutes',
  view_defaults: 'what one person wants to see first',
  webhook_deliveries: 'a trace of work',
  webhook_events: 'copies of the feed',
  webhook_queue: 'a trace of work',
  views: 'how people look at lists, with their own words in it',
};

it('follows every table but those that are named here', async () => {
  const tables = await sql<{ name: string; logged: boolean }>`select relname as name, exists (
      select from pg_trigger where tgrelid = c.oid and tgname like 'audit_%') as logged
    from pg_class c where relkind = 'r' and relnamespace = current_schema()::regnamespace
    order by relname`.execute(test.database.db);
  const remaining = tables.rows.filter(({ logged }) => !logged).map(({ name }) => name);
  expect(remaining).toEqual(Object.keys(unlogged).sort());
});

interface Entry {
  id: number;
  user_id: number | null;
  session_id: number | null;
  address: string | null;
  action: string;
  entity: string;
  record: string | null;
  part: string | null;
  before: Record<string, unknown> | Record<string, unknown>[] | null;
  after: Record<string, unknown> | Record<string, unknown>[] | null;
}

async function entries(since: number): Promise<Omit<Entry, 'id'>[]> {
  const found =
    await sql<Entry>`select id, user_id, session_id, address, action, entity, record, part,
    before, after from audit_log where id > ${since} order by id`.execute(test.database.db);
  return found.rows.map(({ id: _id, ...entry }) => entry);
}

async function last(): Promise<number> {
  const found = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(
    test.database.db,
  );
  return found.rows[0]?.id ?? 0;
}

async function logOf(work: (db: Db) => Promise<unknown>, actor?: Actor) {
  const since = await last();
  await inTransaction(test.database.db, work, actor);
  return entries(since);
}

const category = (db: Db, name: string) =>
  sql<{ id: number }>`insert into categories (category_name, created_at, updated_at)
    values (${name}, now(), now()) returning id`
    .execute(db)
    .then(({ rows }) => rows[0]?.id ?? 0);

const asha: Actor = { at: new Date('2026-11-22T10:00:00Z'), user: 7, session: 3, address: '::1' };

it('has who, from where and when, and the changed fields before and after', async () => {
  let id = 0;
  const log = await logOf(async (db) => {
    id = await category(db, "Asha's");
    await sql`update categories set category_name = 'Hers', description = 'Good', updated_at = now()
      where id = ${id}`.execute(db);
    await sql`delete from categories where id = ${id}`.execute(db);
  }, asha);
  const by = { user_id: 7, session_id: 3, address: '::1', part: null };
  const of = { ...by, entity: 'categories', record: String(id) };
  const stored = { id, created_at: expect.any(String) };
  expect(log).toEqual([
    { ...of, action: 'created', before: null, after: { ...stored, category_name: "Asha's" } },
    {
      ...of,
      action: 'updated',
      before: { category_name: "Asha's", description: null },
      after: { category_name: 'Hers', description: 'Good' },
    },
    {
      ...of,
      action: 'deleted',
      before: { ...stored, category_name: 'Hers', description: 'Good' },
      after: null,
    },
  ]);
});

it('has the system as the writer where no one is said, also after someone else on the same connection', async () => {
  for (const actor of [asha, undefined, asha, undefined]) {
    const [entry] = await logOf((db) => category(db, `By ${Math.random()}`), actor);
    expect(entry?.user_id).toBe(actor?.user ?? null);
  }
});

it('says nothing of what did not change, nor of what was rolled back', async () => {
  const id = await category(test.database.db, 'Kept');
  const touched = await logOf((db) =>
    sql`update categories set updated_at = now(), category_name = category_name where id = ${id}`.execute(
      db,
    ),
  );
  expect(touched).toEqual([]);
  const since = await last();
  const failed = inTransaction(test.database.db, async (db) => {
    await category(db, 'Lost');
    throw new Error('No');
  });
  await expect(failed).rejects.toThrow('No');
  expect(await entries(since)).toEqual([]);
});

it('pairs each row with its own former self', async () => {
  const ids = await Promise.all(
    ['First', 'Second', 'Third'].map((name) => category(test.database.db, name)),
  );
  const log = await logOf((db) =>
    sql`update categories set category_name = category_name || ' of ' || id where id = any (${ids})`.execute(
      db,
    ),
  );
  const notified = log.map(({ record, before, after }) => [
    Number(record),
    (before as { category_name: string }).category_name,
    (after as { category_name: string }).category_name,
  ]);
  const names = ['First', 'Second', 'Third'];
  expect(notified.sort()).toEqual(
    ids.map((id, at) => [id, names[at], `${names[at]} of ${id}`]).sort(),
  );
});

it('keeps what changed very many at once as one entry with their ids', async () => {
  const log = await logOf((db) =>
    sql`insert into brands (brand_name, created_at, updated_at)
      select 'Brand ' || n, now(), now() from generate_series(1, 201) n`.execute(db),
  );
  expect(log).toMatchObject([
    { action: 'created', entity: 'brands', record: null, after: { count: 201 } },
  ]);
  const all = await logOf((db) =>
    sql`update brands set brand_name = brand_name || '!'`.execute(db),
  );
  expect(all).toHaveLength(201);
});

it('knows of personal values only digests, and of secrets only that they changed', async () => {
  const log = await logOf(async (db) => {
    await sql`insert into users (username, email, first_name, last_name, password_hash, created_at, updated_at)
      values ('gulshan', 'g@example.com', 'Gulshan', 'Mehta', 'secret-1', now(), now())`.execute(
      db,
    );
    await sql`update users set password_hash = 'secret-2', role = 'admin', phone = '98200 12345'
      where username = 'gulshan'`.execute(db);
    await sql`update users set last_login = now() where username = 'gulshan'`.execute(db);
  });
  expect(log.map(({ action }) => action)).toEqual(['created', 'updated']);
  expect(JSON.stringify(log)).not.toMatch(/gulshan|mehta|secret|98200/i);
  expect(log[1]).toMatchObject({
    before: { password_hash: 'not kept', role: 'user' },
    after: { password_hash: 'not kept', role: 'admin', phone: expect.stringMatching(/^sha256:/) },
  });
});

it('can be added to by no one’s mistake alone: nothing in it is changed, removed or emptied', async () => {
  await category(test.database.db, 'Evidence');
  const { db } = test.database;
  const attempts = [
    sql`update audit_log set user_id = 8`,
    sql`delete from audit_log`,
    sql`truncate audit_log cascade`,
    sql`update audit_chain set hash = ''`,
    sql`delete from audit_chain`,
    sql`truncate audit_chain`,
    sql`update audit_values set after = '{"email": "other@example.com"}'`,
    sql`delete from audit_values`,
    sql`truncate audit_values`,
  ];
  for (const attempt of attempts) {
    await expect(attempt.execute(db)).rejects.toThrow(/is only ever added to/);
  }
});

it('takes events that change no record', async () => {
  const log = await logOf(
    (db) => logEvent(db, { action: 'signed in', entity: 'users', record: 9, user: 9 }),
    { ...asha, user: null, session: null },
  );
  expect(log).toEqual([
    {
      user_id: 9,
      session_id: null,
      address: '::1',
      action: 'signed in',
      entity: 'users',
      record: '9',
      part: null,
      before: null,
      after: null,
    },
  ]);
});
