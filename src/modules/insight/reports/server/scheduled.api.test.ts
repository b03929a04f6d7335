import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { pagesOf } from '~/kit/server/testing/test-pdf';
import { hourOf } from '~/kit/shared/time/days';
import { openInvoiceFixture } from '~/modules/billing/invoices/server/invoices.builders';
import { makeCustomer } from '~/modules/sales/customers/server/customers.builders';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import { type CreatedUser, makeUser } from '~/modules/organization/users/server/users.builders';
import type { SavedReport } from '../saved-reports.fields';
import { mailedReportPath, sendScheduledReports } from './scheduled.internal';

let mails: MailServer;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  mails = await startMailServer();
  server = await startTestServer({ SMTP_URL: mails.url, PUBLIC_URL: 'http://crm.example.com' });
  // The server's own job finds an hour before nine.
  server.clock.advance((24 - hourOf(server.clock.now(), 'Asia/Kolkata')) * 3_600_000);
  admin = await server.signIn();
});
afterEach(() => server.database.pool.query('delete from saved_reports'));
afterAll(async () => {
  await server.close();
  await mails.close();
});

const path = '/saved-reports';
const weekly = { frequency: 'weekly', day: 4, covers: 'saved', format: 'pdf' };
/** Thursdays, where the company is. */
const thursday = (time: string, day = '2030-11-28') => new Date(`${day}T${time}:00+05:30`);
const run = (now: Date) => sendScheduledReports(server.database, now);

const arrived = ({ email }: CreatedUser) => {
  server.server.jobs.trigger('mail');
  return mails.received.filter(({ to }) => to && 'text' in to && to.text === email);
};

async function makePerson(rights = {}): Promise<CreatedUser & { client: TestClient }> {
  const role_id = Object.keys(rights).length > 0 ? (await makeRole(admin, rights)).id : undefined;
  const user = await makeUser(server, role_id === undefined ? {} : { role_id });
  return { ...user, client: await server.signIn(user.username, user.password) };
}

async function save(client: TestClient, values = {}): Promise<SavedReport> {
  const body = { report: 'sales', name: 'Ours', choices: { group: 'customer' }, ...values };
  return (await client.post<SavedReport>(path, body)).body.data;
}

async function schedule(client: TestClient, id: number, values: object): Promise<SavedReport> {
  const { status, body } = await client.put<SavedReport>(`${path}/${id}/schedule`, {
    ...weekly,
    ...values,
  });
  expect(status, body.error).toBe(200);
  return body.data;
}

async function recipientsOf(client: TestClient, id: number) {
  const { data } = (await client.get<SavedReport[]>(path)).body;
  return data.find((each) => each.id === id)?.schedule?.recipients ?? [];
}

it('mails each recipient once on its day, from nine on, what that person may read', async () => {
  const fixture = await openInvoiceFixture(admin, { company_name: 'Only For Some' });
  await fixture.make({
    status: 'sent',
    items: [{ description: 'Job', quantity: 1, unit_price: 50 }],
  });
  const owner = await makePerson();
  const own = await makePerson({ invoices: { read: 'own' } });
  const none = await makePerson({ products: { read: 'all' } });
  const noReports = await makePerson({ invoices: { read: 'all' }, reports: { read: 'none' } });
  const remaining = await makePerson();
  const { id } = await save(owner.client, {
    choices: { group: 'customer', from: '2020-01-01', to: '2030-12-31' },
  });
  const users = [owner, own, none, noReports, remaining];
  await schedule(owner.client, id, { recipients: users.map((each) => each.id) });
  await admin.put(`/users/${remaining.id}`, { is_active: false });
  await run(thursday('08:59'));
  await run(thursday('12:00', '2030-11-29'));
  expect((await recipientsOf(owner.client, id)).map(({ run_day }) => run_day)).toEqual(
    users.map(() => null),
  );
  // As by several copies at once, of which some are ended: each mail is there with its note, or not at all.
  await Promise.all([1, 2, 3].map(() => run(thursday('09:00'))));
  await run(thursday('17:00'));
  await expect.poll(() => arrived(owner).length).toBe(1);
  await expect.poll(() => arrived(own).length).toBe(1);
  const [mail] = arrived(owner);
  expect(mail?.subject).toBe('Sales, 1 Jan 2020 to 31 Dec 2030');
  expect(mail?.text).toContain(
    'http://crm.example.com/reports/sales?to=2030-12-31&from=2020-01-01&group=customer',
  );
  const pages = async (user: CreatedUser) =>
    (await pagesOf(arrived(user)[0]?.attachments[0]?.content ?? Buffer.alloc(0))).join(' ');
  expect(await pages(owner)).toContain('Only For Some');
  expect(await pages(own)).not.toContain('Only For Some');
  for (const each of [none, noReports, remaining]) expect(arrived(each)).toEqual([]);
  const failures = new Map(
    (await recipientsOf(owner.client, id)).map(({ user_id, failure }) => [user_id, failure]),
  );
  expect(users.map((each) => failures.get(each.id))).toEqual([
    null,
    null,
    'No right to read this report',
    'No right to read this report',
    'The user is not active',
  ]);
  // Scheduled again on the same day, it is not sent again; the week after it is.
  await owner.client.delete(`${path}/${id}/schedule`);
  await schedule(owner.client, id, { recipients: [owner.id] });
  await run(thursday('18:00'));
  expect(arrived(owner)).toHaveLength(1);
  await run(thursday('09:30', '2030-12-05'));
  await expect.poll(() => arrived(owner).length).toBe(2);
}, 90_000);

it('covers the week before, as Excel, and says why it failed', async () => {
  const { client, ...user } = await makePerson();
  const sheet = await save(client, { choices: {} });
  await schedule(client, sheet.id, { covers: 'before', format: 'xlsx', recipients: [user.id] });
  const lost = await save(client);
  await schedule(client, lost.id, { recipients: [user.id] });
  const { pool } = server.database;
  const bad = JSON.stringify({ group: 'planet' });
  await pool.query('update saved_reports set choices = $2 where id = $1', [lost.id, bad]);
  await run(thursday('10:00', '2031-01-02'));
  await expect.poll(() => arrived(user).length).toBe(1);
  const [mail] = arrived(user);
  expect(mail?.subject).toBe('Sales, 26 Dec 2030 to 1 Jan 2031');
  expect(mail?.attachments[0]?.filename).toBe('sales-2030-12-26-2031-01-01.xlsx');
  expect(await recipientsOf(client, lost.id)).toMatchObject([
    { run_day: '2031-01-02', failure: expect.stringMatching(/The group must be one of/) },
  ]);
});

it('sends nothing for an inactive owner, nor what waits once it is stopped or the right is gone', async () => {
  const owner = await makePerson();
  const reader = await makePerson({ invoices: { read: 'all' } });
  const { id } = await save(owner.client);
  await schedule(owner.client, id, { recipients: [reader.id] });
  await run(thursday('09:00', '2031-02-06'));
  const { pool } = server.database;
  const row = 'select id from report_recipients where saved_report_id = $1';
  const recipient = (await pool.query<{ id: number }>(row, [id])).rows[0]?.id ?? 0;
  const pathOf = () => mailedReportPath(server.database.db, recipient);
  expect(await pathOf()).toBe('/reports/sales?group=customer');
  const { role_id } = (await admin.get<{ role_id: number }>(`/users/${reader.id}`)).body.data;
  await admin.put(`/roles/${role_id}`, { rights: { invoices: { read: 'none' } } });
  expect(await pathOf()).toBeNull();
  // The file has what all could read.
  await admin.put(`/roles/${role_id}`, { rights: { invoices: { read: 'own' } } });
  expect(await pathOf()).toBeNull();
  await admin.put(`/roles/${role_id}`, { rights: { invoices: { read: 'all' } } });
  expect(await pathOf()).not.toBeNull();
  await admin.put(`/users/${owner.id}`, { is_active: false });
  expect(await pathOf()).toBeNull();
  await run(thursday('09:00', '2031-02-13'));
  const { rows } = await pool.query<{ day: string }>(
    `select run_day::text as day from report_recipients where id = $1`,
    [recipient],
  );
  expect(rows).toEqual([{ day: '2031-02-06' }]);
  const mails = await pool.query(`select key from mails where key like $1`, [`report:${id}:%`]);
  expect(mails.rows).toEqual([{ key: `report:${id}:${reader.id}:2031-02-06` }]);
});

/** A saved report whose figures the server cannot create. */
async function saveBroken(owner: CreatedUser & { client: TestClient }): Promise<SavedReport> {
  const saved = await save(owner.client);
  await schedule(owner.client, saved.id, { recipients: [owner.id] });
  const { pool } = server.database;
  const bad = JSON.stringify({ from: 7 });
  await pool.query('update saved_reports set choices = $2 where id = $1', [saved.id, bad]);
  return saved;
}

it('tries a report that the server cannot create three times a day, and sends the others', async () => {
  const owner = await makePerson();
  const broken = await saveBroken(owner);
  const whole = await save(owner.client);
  await schedule(owner.client, whole.id, { recipients: [owner.id] });
  const turns = async (day: string) => {
    const tries: unknown[] = [];
    for (const time of ['09:00', '09:05', '09:10', '09:15', '09:20'])
      tries.push(await run(thursday(time, day)).catch((error: unknown) => String(error)));
    return tries;
  };
  const failed = `Error: Saved report ${broken.id} for user ${owner.id}`;
  const each = [failed, failed, failed, undefined, undefined];
  expect(await turns('2031-03-06')).toEqual(each);
  await expect.poll(() => arrived(owner).length).toBe(1);
  const [recipient] = await recipientsOf(owner.client, broken.id);
  const failure = 'The report could not be created';
  expect(recipient).toMatchObject({ run_day: '2031-03-06', failure, mail_status: null });
  expect(await turns('2031-03-13')).toEqual(each);
  await expect.poll(() => arrived(owner).length).toBe(2);
}, 90_000);

it('stores at most a hundred emails while the mail server is down, and sends the others later', async () => {
  const owner = await makePerson();
  const other = await makePerson({ invoices: { read: 'all' } });
  const { id } = await save(owner.client);
  await schedule(owner.client, id, { recipients: [owner.id, other.id] });
  const { pool } = server.database;
  await pool.query(`insert into mails (recipient, subject, body, link, next_attempt_at, created_at, updated_at)
    select 'nobody@example.com', 'Sales', '', '{"kind": "report", "id": 0}', now() + interval '1 day', now(), now()
    from generate_series(1, 99)`);
  const days = async () =>
    (await recipientsOf(owner.client, id)).map(({ run_day }) => run_day).toSorted();
  await run(thursday('09:00', '2031-04-03'));
  expect(await days()).toEqual([null, '2031-04-03'].toSorted());
  const waiting = `delete from mails where recipient = 'nobody@example.com'`;
  expect((await pool.query(waiting)).rowCount).toBe(99);
  await run(thursday('09:05', '2031-04-03'));
  expect(await days()).toEqual(['2031-04-03', '2031-04-03']);
  for (const user of [owner, other]) await expect.poll(() => arrived(user).length).toBe(1);
});

it('sends once what a turn that ended in the middle has not sent', async () => {
  const owner = await makePerson();
  const { id } = await save(owner.client);
  await schedule(owner.client, id, { recipients: [owner.id] });
  const { pool } = server.database;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table mails in share row exclusive mode');
  const turn = run(thursday('09:00', '2031-05-01')).catch((error: unknown) => String(error));
  const blocked = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into mails%'`;
  await expect.poll(async () => (await pool.query(blocked)).rowCount).toBe(1);
  expect(await turn).toBe(`Error: Saved report ${id} for user ${owner.id}`);
  await client.query('commit');
  client.release();
  await run(thursday('09:05', '2031-05-01'));
  await run(thursday('09:10', '2031-05-01'));
  await expect.poll(() => arrived(owner).length).toBe(1);
  const [recipient] = await recipientsOf(owner.client, id);
  expect(recipient).toMatchObject({ run_day: '2031-05-01', failure: null });
});

it.each([
  [{ day: 8 }, 400, /from 1 to 7/],
  [{ frequency: 'monthly', day: 29 }, 400, /after 28/],
  [{ frequency: 'daily' }, 400, /Frequency/],
  [{ recipients: [] }, 400, /at least one recipient/],
  [{ recipients: Array.from({ length: 21 }, (_, n) => n + 1) }, 400, /At most 20/],
  [{ recipients: [1, 999_999] }, 400, /must be an active user/],
])('refuses the schedule %j with %i', async (values, status, error) => {
  const { id } = await save(admin);
  const body = { ...weekly, recipients: [1], ...values };
  const response = await admin.put(`${path}/${id}/schedule`, body);
  expect([response.status, response.body.error]).toEqual([status, expect.stringMatching(error)]);
  await admin.delete(`${path}/${id}`);
});

it('keeps the schedule of one person from others', async () => {
  const owner = await makePerson();
  const other = await makePerson();
  const { id } = await save(owner.client);
  const body = { ...weekly, recipients: [other.id] };
  expect((await other.client.put(`${path}/${id}/schedule`, body)).status).toBe(404);
  expect((await other.client.delete(`${path}/${id}/schedule`)).status).toBe(404);
  const set = await schedule(owner.client, id, { recipients: [other.id, other.id] });
  expect(set.schedule?.recipients.map(({ user_id }) => user_id)).toEqual([other.id]);
  const stopped = await owner.client.delete<SavedReport>(`${path}/${id}/schedule`);
  expect(stopped.body.data.schedule).toBeNull();
});

it('mails the statement of a customer to those who may read it, until the customer is deleted', async () => {
  const fixture = await openInvoiceFixture(admin, { company_name: 'Bharat Boilers' });
  const customer = fixture.customer_id;
  await fixture.make({
    status: 'sent',
    items: [{ description: 'Job', quantity: 1, unit_price: 50 }],
  });
  const owner = await makePerson();
  const none = await makePerson({ customers: { read: 'all' }, reports: { read: 'all' } });
  const other = await makePerson({ receipts: { read: 'all' }, customers: { read: 'own' } });
  const users = [owner, none, other];
  const at = `/customers/${customer}/statement/schedule`;
  const body = { ...weekly, recipients: users.map((each) => each.id) };
  // The second one replaces the first.
  const both = await Promise.all([1, 2].map(() => owner.client.put<SavedReport>(at, body)));
  const [{ data } = { data: null }] = both.map((each) => each.body);
  expect(data).toMatchObject({
    report: 'statement',
    entry: null,
    customer: { id: customer, name: 'Bharat Boilers' },
    schedule: weekly,
  });
  expect((await owner.client.get<SavedReport[]>(path)).body.data).toHaveLength(1);
  await Promise.all([1, 2].map(() => run(thursday('09:00', '2031-03-06'))));
  await expect.poll(() => arrived(owner).length).toBe(1);
  const [mail] = arrived(owner);
  expect(mail?.subject).toBe('Statement of Bharat Boilers, 1 Apr 2030 to 6 Mar 2031');
  expect(mail?.text).toContain(`http://crm.example.com/customers/${customer}?tab=statement`);
  const [file] = mail?.attachments ?? [];
  expect(file?.filename).toBe('Statement-2030-04-01-2031-03-06.pdf');
  const text = (await pagesOf(file?.content ?? Buffer.alloc(0))).join(' ');
  for (const texts of ['STATEMENT OF ACCOUNT', 'Bharat Boilers']) expect(text).toContain(texts);
  expect(await recipientsOf(owner.client, data?.id ?? 0)).toMatchObject([
    { failure: null, run_day: '2031-03-06' },
    { failure: 'No right to read this statement' },
    { failure: 'No right to read this statement' },
  ]);
  for (const each of [none, other]) expect(arrived(each)).toEqual([]);

  // A customer without documents can be deleted.
  const deleted = await makeCustomer(admin, { is_active: false });
  await owner.client.put(`/customers/${deleted.id}/statement/schedule`, body);
  const row =
    'select r.id from report_recipients r join saved_reports s on s.id = r.saved_report_id';
  const { pool } = server.database;
  const idOf = async () =>
    (await pool.query<{ id: number }>(`${row} where customer_id = $1`, [deleted.id])).rows[0]?.id;
  const recipient = await idOf();
  expect(recipient).toBeDefined();
  await run(thursday('09:00', '2031-03-13'));
  const pathOf = () => mailedReportPath(server.database.db, recipient ?? 0);
  expect(await pathOf()).toBe(`/customers/${deleted.id}?tab=statement`);
  expect((await admin.delete(`/customers/${deleted.id}`)).status).toBe(200);
  expect(await idOf()).toBeUndefined();
  expect(await pathOf()).toBeNull();
  await run(thursday('09:00', '2031-03-20'));
}, 90_000);

it('covers the month before as Excel, follows a merged customer, and ends with its owner', async () => {
  const owner = await makePerson();
  const [stored, merged] = [await makeCustomer(admin), await makeCustomer(admin)];
  const schedule = { ...weekly, frequency: 'monthly', covers: 'before', format: 'xlsx' };
  const put = (customer: number, client: TestClient = owner.client) =>
    client.put<SavedReport>(`/customers/${customer}/statement/schedule`, {
      ...schedule,
      recipients: [owner.id],
    });
  expect((await put(merged.id)).status).toBe(200);
  await run(new Date('2031-04-04T10:00:00+05:30'));
  await expect.poll(() => arrived(owner).length).toBe(1);
  const [mail] = arrived(owner);
  expect(mail?.attachments[0]?.filename).toBe('Statement-2031-03-01-2031-03-31.xlsx');
  const merge = await admin.post(`/customers/${stored.id}/merge`, { other_id: merged.id });
  expect(merge.status).toBe(200);
  const [moved] = (await owner.client.get<SavedReport[]>(path)).body.data;
  expect(moved?.customer).toEqual({ id: stored.id, name: stored.company_name });
  // A statement cannot be saved as a report.
  expect((await owner.client.post(path, { report: 'statement', name: 'It' })).status).toBe(404);
  await admin.put(`/users/${owner.id}`, { is_active: false });
  await run(new Date('2031-05-04T10:00:00+05:30'));
  const { rows } = await server.database.pool.query<{ day: string }>(
    'select run_day::text as day from report_recipients where user_id = $1',
    [owner.id],
  );
  expect(rows).toEqual([{ day: '2031-04-04' }]);
});

it('schedules no statement that the person may not read, and at most fifty', async () => {
  const { id } = await makeCustomer(admin);
  const { client, ...user } = await makePerson({
    customers: { read: 'own' },
    receipts: { read: 'all' },
  });
  const at = `/customers/${id}/statement/schedule`;
  const body = { ...weekly, recipients: [user.id] };
  expect((await client.put(at, body)).status).toBe(404);
  const { client: unable } = await makePerson({ customers: { read: 'all' } });
  expect((await unable.put(at, body)).body.code).toBe('auth.right_missing');
  const owner = await makePerson();
  expect((await owner.client.put(at, { ...body, recipients: [999_999] })).status).toBe(400);
  expect((await owner.client.get<SavedReport[]>(path)).body.data).toEqual([]);
  await server.database.pool.query(
    `insert into saved_reports (user_id, report, name, choices, customer_id, created_at)
      select $1, 'statement', 'Statement', '{}', $2, now() from generate_series(1, 50)`,
    [owner.id, (await makeCustomer(admin)).id],
  );
  const refused = await owner.client.put(at, body);
  expect([refused.status, refused.body.code]).toEqual([409, 'report.too_many_saved']);
  // They take none of the six places on the dashboard.
  const report = { report: 'sales', name: 'Sales' };
  expect((await owner.client.post(path, report)).status).toBe(201);
});
