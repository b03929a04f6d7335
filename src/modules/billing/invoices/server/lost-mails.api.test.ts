import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '~/app/testing/test-server';
import { hangUpAfter, startFakeServer } from '~/kit/server/testing/test-mail-server';
import { openInvoiceFixture } from './invoices.builders';

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

async function fixtureOf(server: TestServer) {
  const admin = await server.signIn();
  return { ...(await openInvoiceFixture(admin, { email: 'a@b.example' })), admin };
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

it('a number that may have reached the customer is not given to another invoice', async () => {
  const fixture = await fixtureOf(servers.hanging);
  const draft = await fixture.make();
  const response = await fixture.send(draft.id);
  expect([response.status, response.body.error]).toEqual([502, unknown]);
  const after = await fixture.read(draft.id);
  expect(after).toMatchObject({ status: 'draft', mail_status: 'failed', mail_error: unknown });
  expect(after.reserved_number).toMatch(/^INV-/);
  const other = await fixture.make({ status: 'pending' });
  expect(other.invoice_number).not.toBe(after.reserved_number);
  const deleted = await fixture.admin.delete(`/invoices/${draft.id}`);
  expect(deleted.status).toBe(409);
  expect(deleted.body.error).toContain(after.reserved_number);
  expect((await fixture.put(draft.id, { tax_rate: 5 })).status).toBe(409);
  const issued = await fixture.setStatus(draft.id, 'sent');
  expect(issued.body.data).toMatchObject({
    invoice_number: after.reserved_number,
    reserved_number: null,
    status: 'sent',
  });
});

it('a payment on a draft whose mail may have arrived gives it the number in that mail', async () => {
  const fixture = await fixtureOf(servers.hanging);
  const draft = await fixture.make();
  await fixture.send(draft.id);
  const { reserved_number } = await fixture.read(draft.id);
  const money = {
    invoice_id: draft.id,
    amount: 118,
    payment_method: 'cash',
    payment_date: '2026-11-21',
  };
  expect((await fixture.admin.post('/payments', money)).status).toBe(201);
  expect(await fixture.read(draft.id)).toMatchObject({
    status: 'paid',
    invoice_number: reserved_number,
  });
});

it('a mail server that cannot be reached is answered with 502, and the draft can go', async () => {
  const fixture = await fixtureOf(servers.alone);
  const draft = await fixture.make();
  const response = await fixture.send(draft.id);
  expect(response.status).toBe(502);
  expect(response.body.error).toMatch(/^The mail server cannot be reached/);
  expect(await fixture.read(draft.id)).toMatchObject({
    status: 'draft',
    reserved_number: null,
    mail_status: 'failed',
    mail_error: response.body.error,
  });
  expect((await fixture.admin.delete(`/invoices/${draft.id}`)).status).toBe(200);
  expect((await fixture.make({ status: 'sent' })).invoice_number).toMatch(/-00001$/);
});

it.each([
  ['accepted', null, 'sent', 'accepted'],
  ['failed', unknown, 'draft', 'failed'],
  ['failed', 'The mail server refused: 550 No', 'draft', 'failed'],
])(
  'a mail that came to be %s (%s) while no one waited makes a draft %s',
  async (status, error, expected, shown) => {
    const server = servers.alone;
    const fixture = await fixtureOf(server);
    const draft = await fixture.make();
    await leaveUnsettled(server, draft.id, { status, error });
    const { reserved_number } = await fixture.read(draft.id);
    server.server.jobs.trigger('invoices.mails');
    await expect.poll(async () => (await fixture.read(draft.id)).mail_status).toBe(shown);
    const after = await fixture.read(draft.id);
    expect([after.status, after.mail_error]).toEqual([expected, error]);
    if (expected === 'sent') expect(after.invoice_number).toBe(reserved_number);
    else expect(after.reserved_number).toBe(error === unknown ? reserved_number : null);
  },
);

it('an invoice whose mail cannot be settled keeps no other from it', async () => {
  const server = servers.alone;
  const fixture = await fixtureOf(server);
  const [broken, sound] = [await fixture.make(), await fixture.make()];
  const { pool } = server.database;
  await pool.query(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'broken'; end $$`);
  await pool.query(`create trigger refuse before update on invoices for each row
    when (old.id = ${broken.id} and old.mail_status = 'queued') execute function refuse()`);
  for (const { id } of [broken, sound])
    await leaveUnsettled(server, id, { status: 'accepted', error: null });
  server.server.jobs.trigger('invoices.mails');
  await expect.poll(async () => (await fixture.read(sound.id)).status).toBe('sent');
  expect((await fixture.read(broken.id)).status).toBe('draft');
  await pool.query('drop trigger refuse on invoices');
});

it('a mail that is saved as a file counts as accepted', async () => {
  const fixture = await fixtureOf(servers.saving);
  const draft = await fixture.make();
  expect((await fixture.send(draft.id)).body.data).toMatchObject({
    status: 'sent',
    mail_status: 'accepted',
  });
  const files = await readdir(path.join(servers.saving.dataDir, 'outbox'));
  expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(1);
});
