import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import type { Activity } from '~/modules/collaboration/activity/activity.fields';
import { leadBody } from '~/modules/sales/leads/server/leads.builders';
import { makeUser, type CreatedUser } from '~/modules/organization/users/server/users.builders';
import type { User } from '~/modules/organization/users/users.fields';
import { confirmationPhrase } from '../privacy.rules';

const test = fileServer();

async function person(values = {}): Promise<{ user: CreatedUser; client: TestClient }> {
  const user = await makeUser(test.server, values);
  return { user, client: await test.server.signIn(user.username, user.password) };
}

const anonymize = { confirmation: confirmationPhrase };

describe('anonymizing', () => {
  it.each([
    [{ confirmation: 'i understand this action cannot be undone' }],
    [{ confirmation: `${confirmationPhrase} ` }],
    [{ confirmation: '' }],
    [{ confirmation: 7 }],
    [{}],
  ])('refuses %j and changes nothing', async (body) => {
    const { user, client } = await person();
    const response = await client.post('/privacy/anonymize-data', body);
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('Please type the confirmation text exactly as shown');
    const me = await client.get<{ user: User }>('/auth/me');
    expect(me.body.data.user.email).toBe(user.email);
  });

  it('leaves no name behind, keeps the business and ends every session for good', async () => {
    const name = { first_name: 'Zebunnisa', last_name: 'Quadri' };
    const { user, client } = await person({ ...name, role: 'admin' });
    const second = await test.server.signIn(user.username, user.password);
    await client.put('/auth/me', { phone: '+91 98200 77777', bio: 'Zebunnisa writes' });
    const lead = await client.post<{ id: number }>(
      '/leads',
      leadBody({ company_name: 'Kept Works', assigned_to: user.id }),
    );
    await client.post('/products', {
      product_name: 'Kept Part',
      sku_code: 'KEPT-1',
      unit_price: 5,
      stock_quantity: 3,
    });
    const workspace = await test.admin.post<{ id: number }>('/workspaces', {
      name: 'Nashik plant',
    });
    const members = `/workspaces/${workspace.body.data.id}/members`;
    await test.admin.post(members, { user_id: user.id, role: 'member' });
    await test.admin.put(`${members}/${user.id}`, { role: 'manager' });
    await client.post('/users/invite', {
      email: 'guest@example.com',
      first_name: 'Some',
      last_name: 'Guest',
    });
    // Waits for a mail server that is down.
    await test.server.database.pool.query(
      `insert into mails (recipient, subject, body, key, next_attempt_at, created_at, updated_at)
       values ('colleague@example.com', 'User updated: Zebunnisa Quadri', 'Lead created: Kept Works (by Zebunnisa Quadri)',
         'notification:waiting', now() + interval '1 day', now(), now())`,
    );
    await test.server.client().post('/auth/forgot-password', { email: user.email });
    await client.post('/privacy/consents', { consentType: 'marketing', granted: true });

    const response = await client.post<{ message: string }>('/privacy/anonymize-data', anonymize);
    expect(response.status, response.body.error).toBe(200);
    expect(response.body.data.message).toBe(
      'Your data has been anonymized. You will now be logged out.',
    );
    // A mail in progress keeps its words until it has arrived.
    await expect.poll(() => tracesOf(`zebunnisa|quadri|98200 ?77777|${user.username}`)).toEqual([]);
    const waiting = await test.server.database.pool.query<{ body: string }>(
      `select body from mails where key = 'notification:waiting'`,
    );
    expect(waiting.rows[0]?.body).toMatch(/^Lead created: Kept Works \(by Anonymized User \d+\)$/);
    for (const each of [client, second]) expect((await each.get('/auth/me')).status).toBe(401);
    for (const username of [user.username, user.email, `anonymized-${user.id}`]) {
      const again = await test.server
        .client()
        .post('/auth/login', { username, password: user.password });
      expect(again.status).toBe(401);
    }
    const stored = await test.admin.get<{ company_name: string }>(`/leads/${lead.body.data.id}`);
    expect(stored.body.data.company_name).toBe('Kept Works');
    const choices = await test.server.database.pool.query(
      'select granted from consents where user_id = $1',
      [user.id],
    );
    expect(choices.rows).toEqual([{ granted: true }]);
    const notified = (await test.admin.get<Activity[]>('/activity?type=users')).body.data;
    expect(notified.find(({ title }) => title === 'User anonymized')).toMatchObject({
      user_name: `Anonymized User ${user.id}`,
    });
  });

  it('closes the account for good: no administrator opens it again', async () => {
    const { user, client } = await person();
    await client.post('/privacy/anonymize-data', anonymize);
    for (const [path, body] of [
      [`/users/${user.id}`, { is_active: true }],
      [`/users/${user.id}`, { email: 'back@example.com', first_name: 'Back' }],
      [`/users/${user.id}/reset-password`, { password: 'a new password' }],
    ] as const) {
      const response = await test.admin.put(path, body);
      expect(response.status).toBe(409);
      expect(response.body.error).toBe('This account was anonymized and is permanently closed');
    }
    expect((await test.admin.delete(`/users/${user.id}`)).status).toBe(200);
  });

  it('is refused for the last active administrator', async () => {
    const response = await test.admin.post('/privacy/anonymize-data', anonymize);
    expect(response.status).toBe(409);
    expect(response.body.error).toBe('The last active administrator cannot be anonymized');
    expect((await test.admin.get('/auth/me')).status).toBe(200);
  });

  it('of the last two administrators at once leaves one', async () => {
    const { client } = await person({ role: 'admin' });
    const responses = await Promise.all(
      [test.admin, client].map((each) => each.post('/privacy/anonymize-data', anonymize)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const tracesOf = responses[0]?.status === 409 ? test.admin : client;
    expect((await tracesOf.get('/users')).status).toBe(200);
  });

  it('twice at once is once, and closes the sockets', async () => {
    const { client } = await person();
    const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const socket = io(test.server.url, { extraHeaders: { cookie }, transports: ['websocket'] });
    await new Promise<void>((done) => socket.on('connect', () => done()));
    const disconnected = new Promise<string>((done) => socket.on('disconnect', done));
    const responses = await Promise.all(
      [1, 2].map(() => client.post('/privacy/anonymize-data', anonymize)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await disconnected).toBe('io server disconnect');
  });
});

/** Where in the whole database a pattern is still to be found. */
async function tracesOf(pattern: string): Promise<string[]> {
  const { pool } = test.server.database;
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(tables.rows.length).toBeGreaterThan(20);
  const found = await Promise.all(
    tables.rows.map(({ name }) =>
      pool.query<{ found_in: string }>(
        `select $1 || ': ' || substring(row_to_json(t)::text from '(?i).{0,30}(?:' || $2 || ').{0,10}') as found_in
         from "${name}" t where row_to_json(t)::text ~* $2`,
        [name, pattern],
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ found_in }) => found_in));
}
