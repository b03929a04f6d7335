import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/test-server';
import { type MadeUser, makeUser, signInNew } from '~/modules/users/server/users.builders';
import type { Notification, Preferences } from '../notifications.fields';
import { defaultPreferences } from '../notifications.rules';

let server: TestServer;
let admin: TestClient;
let seller: MadeUser;
let sellers: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
  seller = await makeUser(server, { first_name: 'Ravi', last_name: 'Iyer' });
  sellers = await server.signIn(seller.username, seller.password);
});
afterAll(() => server.close());
beforeEach(async () => {
  await admin.put('/notifications/preferences', defaultPreferences);
  await sellers.put('/notifications/preferences', defaultPreferences);
});

let made = 0;

async function makeLead(by: TestClient, values = {}): Promise<{ id: number; name: string }> {
  made += 1;
  const name = `Lead ${made}`;
  const answer = await by.post<{ id: number }>('/leads', {
    company_name: name,
    contact_person: 'Bo Li',
    ...values,
  });
  expect(answer.status, answer.body.error).toBe(201);
  return { id: answer.body.data.id, name };
}

async function arrived(client: TestClient): Promise<Notification[]> {
  return (await client.get<Notification[]>('/notifications')).body.data;
}

const labels = async (client: TestClient) =>
  (await arrived(client)).map(({ event, record }) => `${event} ${record?.label}`);

/** Resolves when everything that was written so far has been told. */
async function settled(): Promise<void> {
  const waiting = async () =>
    (await sql`select 1 from notification_queue`.execute(server.database.db)).rows.length;
  await expect.poll(waiting, { timeout: 5000 }).toBe(0);
}

describe('the preferences', () => {
  it('are the documented ones until somebody changes them, for that person alone', async () => {
    const { client: theirs } = await signInNew(server);
    const path = '/notifications/preferences';
    expect((await theirs.get(path)).body.data).toEqual(defaultPreferences);
    const saved = await theirs.put<Preferences>(path, {
      events: [{ id: 'team-updates', email: true, push: false, sms: true }],
      do_not_disturb: true,
    });
    expect(saved.status).toBe(200);
    expect(saved.body.data.events.find(({ id }) => id === 'team-updates')).toEqual({
      id: 'team-updates',
      email: true,
      push: false,
      sms: true,
    });
    expect(saved.body.data).toMatchObject({ do_not_disturb: true, email_digest: true });
    expect((await theirs.get(path)).body.data).toEqual(saved.body.data);
    expect((await admin.get(path)).body.data).toEqual(defaultPreferences);
  });

  it('of two changes at once keep both', async () => {
    const path = '/notifications/preferences';
    await Promise.all([
      sellers.put(path, { email_digest: false }),
      sellers.put(path, { do_not_disturb: true }),
      sellers.put(path, { events: [{ id: 'new-leads', email: false }] }),
    ]);
    const { events, ...rest } = (await sellers.get<Preferences>(path)).body.data;
    expect(rest).toEqual({ do_not_disturb: true, email_digest: false });
    expect(events[0]).toMatchObject({ id: 'new-leads', email: false, push: true });
  });

  it.each([
    [{ events: [{ id: 'nonsense', email: true }] }],
    [{ events: [{ id: 'new-leads', email: 'yes' }] }],
    [{ events: [{ id: 'new-leads', fax: true }] }],
    [{ events: [{ id: 'new-leads' }, { id: 'new-leads' }] }],
    [{ events: 'all' }],
    [{ events: null }],
    [{ do_not_disturb: 1 }],
    [{ email_digest: null }],
    [{ nonsense: true }],
  ])('refuse %j', async (body) => {
    expect((await sellers.put('/notifications/preferences', body)).status).toBe(400);
    expect((await sellers.get('/notifications/preferences')).body.data).toEqual(defaultPreferences);
  });
});

describe('a notification', () => {
  it('goes to administrators and the assignee, never to the one who did it', async () => {
    const { client: helpers, ...helper } = await signInNew(server);
    const { id, name } = await makeLead(sellers, { assigned_to: helper.id });
    await settled();
    expect((await arrived(admin))[0]).toMatchObject({
      event: 'new-leads',
      title: 'Lead created',
      message: name,
      user_name: 'Ravi Iyer',
      record: { type: 'lead', id, label: name },
      is_read: false,
    });
    expect(await labels(helpers)).toEqual([`new-leads ${name}`]);
    expect(await labels(sellers)).not.toContain(`new-leads ${name}`);
  });

  it('of a change goes to the maker of the record, once per change', async () => {
    const events = [{ id: 'lead-updates', push: true }];
    await sellers.put('/notifications/preferences', { events });
    const { id, name } = await makeLead(sellers);
    await admin.put(`/leads/${id}`, { contact_person: 'Asha Verma' });
    await admin.put(`/leads/${id}`, { contact_person: 'Asha Verma' });
    await settled();
    expect(await labels(sellers)).toEqual([`lead-updates ${name}`]);
    expect(await labels(admin)).not.toContain(`lead-updates ${name}`);
  });

  it('is not made where the event is switched off', async () => {
    const events = [{ id: 'new-leads', push: false, email: false }];
    await admin.put('/notifications/preferences', { events });
    const { name } = await makeLead(sellers);
    await settled();
    expect(await labels(admin)).not.toContain(`new-leads ${name}`);
  });

  it('tells of colleagues who are added, deactivated and activated', async () => {
    const { client: others, ...other } = await signInNew(server, { role: 'admin' });
    const account = {
      username: 'newcomer',
      email: 'newcomer@example.com',
      password: 'a good password',
      first_name: 'New',
      last_name: 'Comer',
    };
    const { id } = (await admin.post<{ id: number }>('/users', account)).body.data;
    await admin.put(`/users/${id}`, { is_active: false });
    await admin.put(`/users/${id}`, { is_active: true });
    await settled();
    const titles = (await arrived(others)).map(({ title }) => title);
    expect(titles).toEqual(['User activated', 'User deactivated', 'User created']);
    await admin.put(`/users/${other.id}`, { role: 'user' });
  });

  it('goes to nobody who was deactivated', async () => {
    const gone = await makeUser(server, { role: 'admin' });
    await admin.put(`/users/${gone.id}`, { is_active: false });
    await makeLead(sellers);
    await settled();
    const found = await sql`select 1 from notifications where user_id = ${gone.id}`.execute(
      server.database.db,
    );
    expect(found.rows).toEqual([]);
  });

  it('is made of nothing that the system wrote by itself or dated back', async () => {
    const before = (await arrived(admin)).length;
    await sql`insert into activity
        (type, action, record_label, title, message, user_id, user_name, created_at)
      values ('lead', 'created', 'Sample', 'Lead created', 'Sample', null, 'System', now()),
        ('lead', 'created', 'Old', 'Lead created', 'Old', ${seller.id}, 'Ravi', now() - interval '2 days')
      `.execute(server.database.db);
    await settled();
    expect(await arrived(admin)).toHaveLength(before);
  });

  it('is told of an overdue invoice and of a failed import, which nobody did', async () => {
    // First: who is told is decided when the job sees the deed, which may be at once.
    const events = [{ id: 'system-maintenance', push: true }];
    await sellers.put('/notifications/preferences', { events });
    await sql`insert into activity
        (type, action, record_id, record_label, title, message, user_name, after, created_at)
      values ('invoice', 'overdue', 999, 'INV-1', 'Invoice overdue', 'INV-1', 'System', null, now()),
        ('product', 'import failed', null, 'a.csv', 'Import failed', 'a.csv', 'System',
          ${JSON.stringify({ started_by: seller.id })}::jsonb, now())`.execute(server.database.db);
    await settled();
    expect((await arrived(admin))[0]).toMatchObject({
      event: 'invoice-overdue',
      record: { type: 'invoice', id: 999 },
    });
    expect((await arrived(sellers))[0]).toMatchObject({
      event: 'system-maintenance',
      message: 'a.csv',
      record: null,
    });
  });

  it('is one for each, also when many jobs run at once', async () => {
    const { jobs } = server.server;
    const { tellOfDeeds } = await import('./delivery.steps');
    const names = await Promise.all(
      Array.from({ length: 20 }, async () => (await makeLead(sellers)).name),
    );
    jobs.nudge('notifications');
    await Promise.all(
      Array.from({ length: 6 }, () => tellOfDeeds(server.database, server.clock.now())),
    );
    await settled();
    const told = await labels(admin);
    for (const name of names) {
      expect(told.filter((label) => label === `new-leads ${name}`)).toHaveLength(1);
    }
  });
});

describe('reading', () => {
  it('marks one’s own, by id or all', async () => {
    await admin.post('/notifications/read', { all: true });
    await makeLead(sellers);
    await makeLead(sellers);
    await settled();
    const [second, first] = await arrived(admin);
    expect([first?.is_read, second?.is_read]).toEqual([false, false]);
    const one = await admin.post('/notifications/read', { ids: [first?.id, 999_999] });
    expect(one.body.data).toEqual({ unread: 1 });
    expect((await arrived(admin)).slice(0, 2).map(({ is_read }) => is_read)).toEqual([false, true]);
    expect((await sellers.post('/notifications/read', { ids: [second?.id] })).status).toBe(200);
    expect((await arrived(admin))[0]?.is_read).toBe(false);
    const all = await admin.post('/notifications/read', { all: true });
    expect(all.body.data).toEqual({ unread: 0 });
  });

  it.each([
    [{}],
    [{ all: false }],
    [{ ids: 'all' }],
    [{ ids: [1.5] }],
    [{ ids: [0] }],
    [{ ids: [99_999_999_999] }],
    [{ ids: Array.from({ length: 1001 }, (_, at) => at + 1) }],
    [{ ids: [1], all: true }],
    [null],
  ])('refuses %j', async (body) => {
    const answer = await admin.post('/notifications/read', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(/^Send \{ids: \[…\]\} or \{all: true\}$|\bids?\b|range/);
  });

  it.each(['0', '1001', 'x', '-1'])('refuses a limit of %s', async (limit) => {
    expect((await admin.get(`/notifications?limit=${limit}`)).status).toBe(400);
  });

  it('gives no more than was asked for, newest first', async () => {
    const { name } = await makeLead(sellers);
    await settled();
    const answer = await admin.get<Notification[]>('/notifications?limit=1');
    expect(answer.body.data.map(({ record }) => record?.label)).toEqual([name]);
  });
});
