import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '~/app/test-server';
import { hangUpAfter, startFakeServer } from '~/kit/server/testing/test-mail-server';
import { openDesk } from './invoices.builders';

const unknown = 'It is not known whether this email was delivered';

let mails: Awaited<ReturnType<typeof startFakeServer>>;
/** One whose mail server closes the connection once it has a mail, one that has none to reach, one that saves mails as files. */
let servers: Record<'hanging' | 'alone' | 'saving', TestServer>;

beforeAll(async () => {
  mails = await startFakeServer(hangUpAfter);
  const [hanging, alone, saving] = await Promise.all([
    startTestServer({ SMTP_URL: mails.url }),
    startTestServer(),
    startTestServer({ SMTP_URL: '' }),
  ]);
  servers = { hanging, alone, saving };
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.close()));
  await mails.close();
});

async function deskOf(server: TestServer) {
  const admin = await server.signIn();
  return { ...(await openDesk(admin, { email: 'a@b.example' })), admin };
}

/** As a server that was killed left it: the mail is queued with the number in it. */
async function leaveUnsettled(
  { database }: TestServer,
  id: number,
  { status, error }: { status: string; error: string | null },
): Promise<void> {
  await database.pool.query(
    `with taken as (
       insert into invoice_numbers as n values ('26-27', 1)
       on conflict (financial_year) do update set last_number = n.last_number + 1
       returning last_number as number
     ), mail as (
       insert into mails (recipient, subject, body, status, last_error, next_attempt_at, created_at, updated_at)
       values ('a@b.example', 'Invoice', '', $2, $3, now(), now(), now()) returning id
     )
     update invoices set mail_status = 'queued', mail_id = mail.id, number_year = '26-27',
       number_sequence = number, reserved_number = 'INV-26-27-' || lpad(number::text, 5, '0')
     from mail, taken where invoices.id = $1`,
    [id, status, error],
  );
}

it('a number that may have reached the customer is no one else’s', async () => {
  const desk = await deskOf(servers.hanging);
  const draft = await desk.make();
  const answer = await desk.send(draft.id);
  expect([answer.status, answer.body.error]).toEqual([502, unknown]);
  const after = await desk.read(draft.id);
  expect(after).toMatchObject({ status: 'draft', mail_status: 'failed', mail_error: unknown });
  expect(after.reserved_number).toMatch(/^INV-/);
  const other = await desk.make({ status: 'pending' });
  expect(other.invoice_number).not.toBe(after.reserved_number);
  const gone = await desk.admin.delete(`/invoices/${draft.id}`);
  expect(gone.status).toBe(409);
  expect(gone.body.error).toContain(after.reserved_number);
  expect((await desk.put(draft.id, { tax_rate: 5 })).status).toBe(409);
  const issued = await desk.setStatus(draft.id, 'sent');
  expect(issued.body.data).toMatchObject({
    invoice_number: after.reserved_number,
    reserved_number: null,
    status: 'sent',
  });
});

it('a payment on a draft whose mail may have arrived gives it the number in that mail', async () => {
  const desk = await deskOf(servers.hanging);
  const draft = await desk.make();
  await desk.send(draft.id);
  const { reserved_number } = await desk.read(draft.id);
  const money = {
    invoice_id: draft.id,
    amount: 118,
    payment_method: 'cash',
    payment_date: '2026-11-21',
  };
  expect((await desk.admin.post('/payments', money)).status).toBe(201);
  expect(await desk.read(draft.id)).toMatchObject({
    status: 'paid',
    invoice_number: reserved_number,
  });
});

it('a mail server that cannot be reached is answered with 502, and the draft can go', async () => {
  const desk = await deskOf(servers.alone);
  const draft = await desk.make();
  const answer = await desk.send(draft.id);
  expect(answer.status).toBe(502);
  expect(answer.body.error).toMatch(/^The mail server cannot be reached/);
  expect(await desk.read(draft.id)).toMatchObject({
    status: 'draft',
    reserved_number: null,
    mail_status: 'failed',
    mail_error: answer.body.error,
  });
  expect((await desk.admin.delete(`/invoices/${draft.id}`)).status).toBe(200);
  expect((await desk.make({ status: 'sent' })).invoice_number).toMatch(/-00001$/);
});

it.each([
  ['accepted', null, 'sent', 'accepted'],
  ['failed', unknown, 'draft', 'failed'],
  ['failed', 'The mail server refused: 550 No', 'draft', 'failed'],
])(
  'a mail that came to be %s (%s) while no one waited makes a draft %s',
  async (status, error, expected, shown) => {
    const server = servers.alone;
    const desk = await deskOf(server);
    const draft = await desk.make();
    await leaveUnsettled(server, draft.id, { status, error });
    const { reserved_number } = await desk.read(draft.id);
    server.server.jobs.nudge('invoices.mails');
    await expect.poll(async () => (await desk.read(draft.id)).mail_status).toBe(shown);
    const after = await desk.read(draft.id);
    expect([after.status, after.mail_error]).toEqual([expected, error]);
    if (expected === 'sent') expect(after.invoice_number).toBe(reserved_number);
    else expect(after.reserved_number).toBe(error === unknown ? reserved_number : null);
  },
);

it('an invoice whose mail cannot be settled keeps no other from it', async () => {
  const server = servers.alone;
  const desk = await deskOf(server);
  const [broken, sound] = [await desk.make(), await desk.make()];
  const { pool } = server.database;
  await pool.query(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'broken'; end $$`);
  await pool.query(`create trigger refuse before update on invoices for each row
    when (old.id = ${broken.id} and old.mail_status = 'queued') execute function refuse()`);
  for (const { id } of [broken, sound])
    await leaveUnsettled(server, id, { status: 'accepted', error: null });
  server.server.jobs.nudge('invoices.mails');
  await expect.poll(async () => (await desk.read(sound.id)).status).toBe('sent');
  expect((await desk.read(broken.id)).status).toBe('draft');
  await pool.query('drop trigger refuse on invoices');
});

it('a mail that is saved as a file counts as accepted', async () => {
  const desk = await deskOf(servers.saving);
  const draft = await desk.make();
  expect((await desk.send(draft.id)).body.data).toMatchObject({
    status: 'sent',
    mail_status: 'accepted',
  });
  const files = await readdir(path.join(servers.saving.dataDir, 'outbox'));
  expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(1);
});
