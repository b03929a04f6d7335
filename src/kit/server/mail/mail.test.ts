import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '~/kit/server/database/db';
import { inTransaction } from '~/kit/server/database/transaction';
import { startJobs } from '~/kit/server/jobs/jobs';
import { deliverMail, type Mail, mailJob, queueMail, withdrawMail } from './mail';
import type { MailTransport } from './mail-message';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import {
  type MailServer,
  startMailServer,
  transportTo,
} from '~/kit/server/testing/test-mail-server';

const now = new Date('2026-11-21T09:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const invoice: Mail = {
  to: 'buyer@example.com',
  subject: 'Invoice',
  text: 'Please find the invoice.',
};
const unknown = 'It is not known whether this email was delivered';

let opened: TestDatabase;
let database: Database;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database;
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await sql`delete from mails`.execute(database.db);
});
afterAll(() => opened.drop());

function queue(mail: Partial<Mail> = {}): Promise<number> {
  return inTransaction(database.db, (trx) => queueMail(trx, { ...invoice, ...mail }, now));
}

interface Row {
  status: string;
  attempts: number;
  last_error: string | null;
  next_attempt_at: string;
  body: string;
}

async function rowOf(id: number): Promise<Row> {
  const found = await sql<Row>`select * from mails where id = ${id}`.execute(database.db);
  const [row] = found.rows;
  if (!row) throw new Error(`No mail ${id}`);
  return row;
}

async function start(
  options: SMTPServerOptions = {},
  replyCodes: number[] = [],
): Promise<MailServer> {
  const server = await startMailServer(options, replyCodes);
  cleanups.push(server.close);
  return server;
}

const turn = (transport: MailTransport, at: Date, on = database) =>
  mailJob({ transport, links: {}, publicUrl: '' }).run(on, at);

test('a mail of a transaction that is rolled back does not exist', async () => {
  const { url, received } = await start();
  const broken = inTransaction(database.db, async (trx) => {
    await queueMail(trx, invoice, now);
    throw new Error('no order');
  });
  await expect(broken).rejects.toThrow('no order');
  await turn(transportTo(url), now);
  expect(received).toEqual([]);
});

test('what may be mailed only once is queued only once', async () => {
  const ids = await Promise.all(
    [1, 2, 3].map(() => queue({ key: 'invoice:12:reminder:2026-11-21' })),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await queue()).not.toBe(ids[0]);
});

test('a mail that waits for another try can be taken back, one that is gone cannot', async () => {
  const { url, received } = await start({}, [451]);
  const id = await queue();
  const transport = transportTo(url);
  expect((await deliverMail(database, id, transport, now)).status).toBe('queued');
  const error = 'The mail server answered: 451 Not now or never';
  expect(await withdrawMail(database.db, id, now)).toEqual({ status: 'failed', error });
  await turn(transport, later(10));
  expect(received).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', body: '' });
  const other = await queue();
  await deliverMail(database, other, transport, now);
  expect(await withdrawMail(database.db, other, now)).toEqual({ status: 'accepted' });
});

test('a link comes to its own line, and names with the letters of its place stay', async () => {
  const { url, received } = await start();
  const text = 'Hello {{link}},\n\nOpen it:\n{{link}}\n\nfor {{link}} Ltd\n';
  await queue({ text, link: { kind: 'report', id: 7 } });
  await queue({ text: 'Dear\n{{link}}\n', link: { kind: 'reminder', id: 7 } });
  const links = { report: async () => '/r?a=$&', reminder: async () => '' };
  const post = { transport: transportTo(url), links, publicUrl: 'https://crm.example' };
  await mailJob(post).run(database, now);
  const bodies = received.map(({ text: body = '' }) => body);
  expect(bodies.find((body) => body.includes('Hello'))).toContain(
    'Hello {{link}},\n\nOpen it:\nhttps://crm.example/r?a=$&\n\nfor {{link}} Ltd\n',
  );
  expect(bodies.find((body) => body.includes('Dear'))).toBe('Dear\n{{link}}\n');
});

test('a refusal for good is final and can be read', async () => {
  const { url, received } = await start({}, [550]);
  const id = await queue();
  await turn(transportTo(url), now);
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    last_error: 'The mail server refused: 550 Not now or never',
  });
  await turn(transportTo(url), later(100_000));
  expect(received).toEqual([]);
});

test('a temporary refusal is tried again when its time has come, not before', async () => {
  const { url, received } = await start({}, [451]);
  const transport = transportTo(url);
  const id = await queue();
  await turn(transport, now);
  expect(await rowOf(id)).toMatchObject({
    status: 'queued',
    attempts: 1,
    last_error: 'The mail server answered: 451 Not now or never',
  });
  await turn(transport, later(0.5));
  expect(received).toHaveLength(0);
  await turn(transport, later(1.1));
  expect(received).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: 'accepted', attempts: 2, last_error: null });
});

test('a clock that is set back holds up no mail', async () => {
  const { url, received } = await start({}, [451]);
  const transport = transportTo(url);
  const ahead = later(90 * 24 * 60);
  const waiting = await inTransaction(database.db, (trx) => queueMail(trx, invoice, ahead));
  await turn(transport, ahead);
  expect(await rowOf(waiting)).toMatchObject({ status: 'queued', attempts: 1 });
  const abandoned = await inTransaction(database.db, (trx) => queueMail(trx, invoice, ahead));
  await sql`update mails set status = 'sending', attempts = 1 where id = ${abandoned}`.execute(
    database.db,
  );
  await turn(transport, now);
  expect(received).toHaveLength(1);
  expect(await rowOf(waiting)).toMatchObject({ status: 'accepted', attempts: 2 });
  expect(await rowOf(abandoned)).toMatchObject({ status: 'failed', last_error: unknown });
});

test('after six tries, further and further apart, a mail has failed', async () => {
  const { url } = await start({}, [451, 452, 421, 450, 451, 451]);
  const transport = transportTo(url);
  const id = await queue();
  const waits: number[] = [];
  for (let at = now, status = 'queued'; status === 'queued'; ) {
    await turn(transport, at);
    const row = await rowOf(id);
    status = row.status;
    const next = new Date(row.next_attempt_at);
    if (status === 'queued') waits.push(Math.round((next.getTime() - at.getTime()) / 60_000));
    at = next;
  }
  expect(waits).toEqual([1, 5, 15, 60, 240]);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 6 });
});

test('while the mail server is down, waiting mails keep their tries', async () => {
  const down = await startMailServer();
  await down.close();
  const ids = await Promise.all(Array.from({ length: 8 }, () => queue()));
  await turn(transportTo(down.url), now);
  const rows = await Promise.all(ids.map(rowOf));
  expect(rows.every((row) => row.status === 'queued')).toBe(true);
  expect(rows.filter((row) => row.attempts === 0).length).toBeGreaterThanOrEqual(4);
  expect(rows.find((row) => row.attempts === 1)?.last_error).toBe(
    'The mail server cannot be reached: the connection was refused',
  );
});

test('a copy that dies before it can write the outcome down leaves an unknown one, and no second mail', async () => {
  const dying = openDatabase(opened.connection, () => undefined);
  let taken = 0;
  const { url } = await start({
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        taken += 1;
        dying.close().then(() => done(), done);
      });
    },
  });
  const id = await queue();
  await expect(turn(transportTo(url), now, dying)).rejects.toThrow(
    'driver has already been destroyed',
  );
  expect(await rowOf(id)).toMatchObject({ status: 'sending' });
  await turn(transportTo(url), later(1));
  expect(await rowOf(id)).toMatchObject({ status: 'sending' });
  await turn(transportTo(url), later(3));
  await turn(transportTo(url), later(100_000));
  expect(await rowOf(id)).toMatchObject({ status: 'failed', attempts: 1, last_error: unknown });
  expect(taken).toBe(1);
});

test.each([
  ['an answer that never came', async () => ({ outcome: 'unknown' as const })],
  ['a fault in the program', () => Promise.reject(new Error('fault'))],
])('after %s the mail is never sent again on its own', async (_reason, deliver) => {
  const id = await queue();
  await turn({ deliver, close: () => undefined }, now);
  const { url, received } = await start();
  await turn(transportTo(url), later(100_000));
  expect(received).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ status: 'failed', last_error: unknown, body: '' });
});

test('two copies that send at once send each mail once', async () => {
  const other = openDatabase(opened.connection, () => undefined);
  cleanups.push(() => other.close());
  const { url, received } = await start();
  await Promise.all(Array.from({ length: 20 }, (_, index) => queue({ subject: `Mail ${index}` })));
  await Promise.all([turn(transportTo(url), now), turn(transportTo(url), now, other)]);
  const subjects = received.map((mail) => mail.subject);
  expect(subjects).toHaveLength(20);
  expect(new Set(subjects).size).toBe(20);
});

test('a service learns what became of its mail', async () => {
  const { url } = await start({}, [550, 451]);
  const transport = transportTo(url);
  const refused = await deliverMail(database, await queue(), transport, now);
  expect(refused).toEqual({
    status: 'failed',
    error: 'The mail server refused: 550 Not now or never',
  });
  const id = await queue();
  expect(await deliverMail(database, id, transport, now)).toMatchObject({
    status: 'queued',
    error: /451/,
  });
  expect(await deliverMail(database, id, transport, now)).toEqual({ status: 'accepted' });
  expect(await deliverMail(database, id, transport, now)).toEqual({ status: 'accepted' });
  await expect(deliverMail(database, 0, transport, now)).rejects.toMatchObject({ status: 404 });
});

test('a service and the job at once send one mail, and both know its outcome', async () => {
  const { url, received } = await start();
  const transport = transportTo(url);
  const id = await queue();
  const outcomes = await Promise.all([
    deliverMail(database, id, transport, now),
    turn(transport, now),
    deliverMail(database, id, transport, now),
  ]);
  expect(outcomes).toEqual([{ status: 'accepted' }, undefined, { status: 'accepted' }]);
  expect(received).toHaveLength(1);
});

test('a nudge sends at once what was just queued', async () => {
  const { url, received } = await start();
  const lines: unknown[] = [];
  const log = { error: (detail: unknown) => lines.push(detail) };
  const jobs = startJobs({
    database,
    locks: database,
    clock: { now: () => now },
    jobs: [mailJob({ transport: transportTo(url), links: {}, publicUrl: '' })],
    log,
  });
  cleanups.push(jobs.close);
  await queue();
  jobs.trigger('mail');
  await expect.poll(() => received.length).toBe(1);
  expect(lines).toEqual([]);
});

test.each([
  { to: 'buyer@example.com\r\nBcc: everyone@example.com' },
  { to: 'buyer@example.com\n' },
  { to: 'a@example.com, b@example.com' },
  { to: 'a@example.com;b@example.com' },
  { to: 'Buyer <buyer@example.com>' },
  { to: 'buyer\u0000@example.com' },
  { to: '' },
  { subject: 'Invoice\r\nBcc: everyone@example.com' },
  { subject: 'Invoice\nX: y' },
  { subject: 'Invoice\u0085X: y' },
  { attachments: [{ filename: 'a\r\nX: y', contentType: 'text/plain', content: Buffer.alloc(0) }] },
  { attachments: [{ filename: 'a', contentType: 'text/plain\r\nX: y', content: Buffer.alloc(0) }] },
])('nothing is smuggled into the head of a mail: %j', async (mail) => {
  await expect(queue(mail)).rejects.toMatchObject({ status: 400 });
});
