import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { dayOf, hourOf } from '~/kit/shared/time/days';
import { makeUser, type CreatedUser } from '~/modules/organization/users/server/users.builders';
import { mailDigests, mailDue, notifyOfEntries, notifyOfUpgrade } from './delivery.internal';

const zone = 'Asia/Kolkata';
const url = 'https://crm.example';
let mails: MailServer;
let server: TestServer;
let seller: CreatedUser;
let boss: CreatedUser;

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ SMTP_URL: mails.url });
  seller = await makeUser(server, { first_name: 'Ravi', last_name: 'Iyer' });
});
afterAll(async () => {
  await server.close();
  await mails.close();
});

// Each test has its own administrator, whose mails are counted.
beforeEach(async () => {
  await moveTo(12);
  boss = await makeUser(server, { role: 'admin', first_name: 'Meera' });
});
afterEach(async () => {
  await sql`update users set is_active = false where id = ${boss.id}`.execute(server.database.db);
});

/** Continues to the next moment at which the company's clocks show this hour. */
async function moveTo(hour: number): Promise<void> {
  const now = server.clock.now();
  const hours = (hour - hourOf(now, zone) + 24) % 24;
  server.clock.advance(hours * 3_600_000);
  await settled();
}

async function turn(): Promise<void> {
  const now = server.clock.now();
  await notifyOfEntries(server.database, now);
  await mailDigests(server.database, now, url);
  await mailDue(server.database, now, url);
}

async function choose(values: object): Promise<void> {
  const client = await server.signIn(boss.username, boss.password);
  expect((await client.put('/notifications/preferences', values)).status).toBe(200);
}

let count = 0;

async function makeLead(): Promise<{ id: number; name: string; client: TestClient }> {
  count += 1;
  const name = `Prospect ${count}`;
  const client = await server.signIn(seller.username, seller.password);
  const body = { company_name: name, contact_person: 'Bo Li' };
  const response = await client.post<{ id: number }>('/leads', body);
  expect(response.status).toBe(201);
  await settled();
  return { id: response.body.data.id, name, client };
}

/** Resolves when all notifications and emails are sent; the server's own job may send some of them. */
async function settled(): Promise<void> {
  const remaining = async () => {
    await turn();
    const found = await sql`select activity_id from notification_queue union all
      select id from notifications where mail_at <= ${server.clock.now()}`.execute(
      server.database.db,
    );
    return found.rows.length;
  };
  await expect.poll(remaining).toBe(0);
}

/** The subjects of the mails to the administrator of this test, oldest first. */
async function subjects(): Promise<string[]> {
  await settled();
  const found = await sql<{ subject: string }>`select subject from mails
    where recipient = ${boss.email} order by id`.execute(server.database.db);
  return found.rows.map(({ subject }) => subject);
}

const digest = (day: string, count: number) =>
  `Daily summary of ${day}: ${count} unread notification${count === 1 ? '' : 's'}`;

function today(): string {
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const day = dayOf(server.clock.now(), zone);
  return new Intl.DateTimeFormat('en-IN', format).format(new Date(`${day}T00:00:00Z`));
}

describe('a mail', () => {
  it('is sent immediately and only once, though several jobs run at the same time', async () => {
    const { id, name } = await makeLead();
    await Promise.all(Array.from({ length: 4 }, () => turn()));
    expect(await subjects()).toEqual([`Lead created: ${name}`]);
    const mine = () => mails.received.filter(({ text }) => text?.includes('Hello Meera'));
    await expect.poll(() => mine().length).toBe(1);
    expect(mine()[0]?.subject).toBe(`Lead created: ${name}`);
    expect(mine()[0]?.text).toContain(`/leads?view=${id}`);
    expect(mine()[0]?.text).toContain('by Ravi Iyer');
  });

  it('has no header that someone typed into a name', async () => {
    const evil = 'Acme\r\nBcc: everybody@example.com\r\n\r\nBuy this';
    await sql`insert into activity
        (type, action, record_id, record_label, title, message, user_id, user_name, created_at)
      values ('lead', 'created', 0, ${evil}, 'Lead created', ${evil}, ${seller.id}, ${evil},
        ${server.clock.now()})`.execute(server.database.db);
    const line = 'Lead created: Acme Bcc: everybody@example.com Buy this';
    expect(await subjects()).toEqual([line]);
    const mine = () => mails.received.filter(({ subject }) => subject === line);
    await expect.poll(() => mine().length).toBeGreaterThan(0);
    expect(mine()[0]?.headers.has('bcc')).toBe(false);
  });

  it('is sent of every other activity, despite a damaged one', async () => {
    await sql`insert into activity
        (type, action, record_id, record_label, title, message, user_id, user_name, after, created_at)
      values ('lead', 'mentioned', 0, 'Acme', 'Mentioned', 'Acme', ${seller.id}, 'Ravi Iyer',
        '{"mentions": "everybody"}', ${server.clock.now()})`.execute(server.database.db);
    const { name } = await makeLead();
    const now = server.clock.now();
    // The job of the server may be the one that meets the damaged activity.
    await Promise.allSettled([notifyOfEntries(server.database, now)]);
    await expect
      .poll(async () => {
        await mailDue(server.database, now, url);
        const found = await sql<{ subject: string }>`select subject from mails
          where recipient = ${boss.email}`.execute(server.database.db);
        return found.rows;
      })
      .toEqual([{ subject: `Lead created: ${name}` }]);
    const waiting = await sql`select from notification_queue`.execute(server.database.db);
    expect(waiting.rows).toEqual([]);
  });

  it('is not sent of what is switched off, also between its cause and its time', async () => {
    await choose({ events: [{ id: 'new-leads', email: false }], email_digest: false });
    await makeLead();
    expect(await subjects()).toEqual([]);
    await choose({ events: [{ id: 'new-leads', email: true }], do_not_disturb: true });
    await moveTo(23);
    await makeLead();
    await choose({ events: [{ id: 'new-leads', email: false }] });
    await moveTo(8);
    expect(await subjects()).toEqual([]);
  });

  it('of several changes to one record within a quarter of an hour is one', async () => {
    await choose({ events: [{ id: 'new-leads', email: false }] });
    const { id, name, client } = await makeLead();
    for (const contact_person of ['One', 'Two', 'Three']) {
      await client.put(`/leads/${id}`, { contact_person });
      await settled();
    }
    expect(await subjects()).toEqual([`Lead updated: ${name}`]);
    server.clock.advance(16 * 60_000);
    expect(await subjects()).toEqual([
      `Lead updated: ${name}`,
      '2 notifications from Manufacturing CRM',
    ]);
  });
});

describe('in quiet hours', () => {
  it('mails wait until 8:00, and several are one', async () => {
    await choose({ do_not_disturb: true, email_digest: false });
    await moveTo(22);
    await makeLead();
    await moveTo(3);
    await makeLead();
    expect(await subjects()).toEqual([]);
    await moveTo(7);
    expect(await subjects()).toEqual([]);
    await moveTo(8);
    expect(await subjects()).toEqual(['2 notifications from Manufacturing CRM']);
  });

  it('mails that waited are listed in the daily summary, if the user chose it', async () => {
    await choose({ do_not_disturb: true });
    await moveTo(23);
    await makeLead();
    await moveTo(8);
    expect(await subjects()).toEqual([digest(today(), 1)]);
  });

  it('nothing of what waited goes to someone who was deactivated in the meantime', async () => {
    await choose({ do_not_disturb: true });
    await moveTo(23);
    await makeLead();
    await sql`update users set is_active = false where id = ${boss.id}`.execute(server.database.db);
    await moveTo(8);
    expect(await subjects()).toEqual([]);
  });

  it('mails go out as always to those who may be disturbed', async () => {
    await moveTo(23);
    const { name } = await makeLead();
    expect(await subjects()).toEqual([`Lead created: ${name}`]);
  });
});

describe('the daily summary', () => {
  it('comes once a day, at 8:00, of what was not read', async () => {
    const { name } = await makeLead();
    await moveTo(7);
    expect(await subjects()).toEqual([`Lead created: ${name}`]);
    await moveTo(8);
    await Promise.all(Array.from({ length: 4 }, () => turn()));
    const both = [`Lead created: ${name}`, digest(today(), 1)];
    expect(await subjects()).toEqual(both);
    await moveTo(20);
    await moveTo(8);
    expect(await subjects()).toEqual(both);
  });

  it('does not come when everything was read, or to those who do not want it', async () => {
    const { name } = await makeLead();
    const client = await server.signIn(boss.username, boss.password);
    await client.post('/notifications/read', { all: true });
    await moveTo(8);
    expect(await subjects()).toEqual([`Lead created: ${name}`]);
    await choose({ email_digest: false });
    await moveTo(12);
    const second = await makeLead();
    await moveTo(8);
    expect(await subjects()).toEqual([`Lead created: ${name}`, `Lead created: ${second.name}`]);
  });
});

it('a new version is sent to administrators once, and not on the first start', async () => {
  const upgrades = async () =>
    (
      await sql`select 1 from notifications where user_id = ${boss.id}
        and event = 'system-maintenance'`.execute(server.database.db)
    ).rows.length;
  const notify = () => notifyOfUpgrade(server.database, server.clock.now());
  await notify();
  await subjects();
  expect(await upgrades()).toBe(0);
  await sql`update notification_state set known_migration = known_migration - 1`.execute(
    server.database.db,
  );
  await Promise.all([notify(), notify(), notify()]);
  expect(await subjects()).toEqual([expect.stringMatching(/^New version: Manufacturing CRM was/)]);
  expect(await upgrades()).toBe(1);
});
