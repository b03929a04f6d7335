import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { makeUser, whileHeld } from '~/modules/organization/users/server/users.builders';
import type { Invitation } from '../invitations.fields';
import { linkMessages } from '../invitations.rules';
import { accountBody, makeInvitation, openLink, tokenTo } from './invitations.builders';

const test = fileServer();

const invite = (values = {}) => makeInvitation(test.admin, values);

const look = (token: string) => openLink(test.server.client(), token);

const accept = (token: string, body: unknown) =>
  test.server.client().post<{ username: string }>(`/users/invite/${token}/accept`, body);

async function expectClosed(token: string, message: string): Promise<void> {
  for (const response of [await look(token), await accept(token, accountBody())]) {
    expect([response.status, response.body.error]).toEqual([404, message]);
  }
}

describe('accepting', () => {
  it('makes the account once, signs no one in, and the invitation says so', async () => {
    const { id, email } = await invite({ role: 'admin' });
    const token = await tokenTo(test.server.database, email);
    const body = accountBody();
    const client = test.server.client();
    const response = await client.post(`/users/invite/${token}/accept`, body);
    expect([response.status, response.body.data]).toEqual([200, { username: body.username }]);
    expect(client.cookies.size).toBe(0);
    expect((await client.get('/auth/me')).status).toBe(401);
    const signedIn = await test.server.signIn(body.username, body.password);
    const me = await signedIn.get<{ user: { email: string; role: string } }>('/auth/me');
    expect(me.body.data.user).toMatchObject({ email, role: 'admin', first_name: 'Meera' });
    const after = await test.admin.get<Invitation>(`/users/invitations/${id}`);
    expect(after.body.data.status).toBe('accepted');
    expect(after.body.data.accepted_at).not.toBeNull();
    await expectClosed(token, linkMessages.used);
    for (const call of [
      await test.admin.post(`/users/invitations/${id}/resend`),
      await test.admin.delete(`/users/invitations/${id}`),
    ]) {
      expect([call.status, call.body.error]).toEqual([
        409,
        'This invitation has already been accepted',
      ]);
    }
    const log = await sql`select action, user_name from activity
      where title like 'Invitation%' and record_id = ${id} order by id`.execute(
      test.server.database.db,
    );
    expect(log.rows).toEqual([
      { action: 'created', user_name: 'Site Administrator' },
      { action: 'accepted', user_name: 'Meera Kulkarni' },
    ]);
  });

  it('works for someone who is signed in as another, and leaves that session alone', async () => {
    const { email } = await invite();
    const response = await test.admin.post(
      `/users/invite/${await tokenTo(test.server.database, email)}/accept`,
      accountBody(),
    );
    expect(response.status).toBe(200);
    const me = await test.admin.get<{ user: { username: string } }>('/auth/me');
    expect(me.body.data.user.username).toBe('admin');
  });

  it('of three who accept one invitation at the same instant one gets the account', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(test.server.database, email);
    const statement = 'select id from invitations where id = $1 for update';
    const responses = await whileHeld(test.server.database, { statement, id, waiting: 2 }, () =>
      Promise.all([1, 2, 3].map(() => accept(token, accountBody()))),
    );
    expect(statusesOf(responses)).toEqual([200, 404, 404]);
    const refused = responses.filter((response) => response.status === 404);
    expect(refused.map((response) => response.body.error)).toEqual([
      linkMessages.used,
      linkMessages.used,
    ]);
    const users = await sql`select id from users where email = ${email}`.execute(
      test.server.database.db,
    );
    expect(users.rows).toHaveLength(1);
  });

  it.each([
    [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    [{ username: undefined }, 'username', 'Username is required'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ role: 'admin' }, 'role', 'Unknown field "role"'],
    [{ email: 'a@b.example' }, 'email', 'Unknown field "email"'],
  ])('refuses %j and keeps the link', async (values, field, message) => {
    const { email } = await invite();
    const token = await tokenTo(test.server.database, email);
    const response = await accept(token, accountBody(values));
    expect(response.status).toBe(400);
    expect(response.body.details).toContainEqual({ field, message });
    expect((await look(token)).status).toBe(200);
  });

  it('a name that is taken is refused without saying whose it is, and the link is kept', async () => {
    const other = await makeUser(test.server);
    const { email } = await invite();
    const token = await tokenTo(test.server.database, email);
    const response = await accept(token, accountBody({ username: other.username.toUpperCase() }));
    const message = 'This username is already in use';
    expect(response.body).toEqual({
      success: false,
      error: message,
      code: 'user.username_taken',
      details: [{ field: 'username', message }],
    });
    expect(response.status).toBe(409);
    expect((await accept(token, accountBody())).status).toBe(200);
  });

  it('an address that has become a user’s since is refused', async () => {
    const { email, id } = await invite();
    const token = await tokenTo(test.server.database, email);
    await makeUser(test.server, { email });
    const response = await accept(token, accountBody());
    expect([response.status, response.body.error]).toEqual([
      409,
      'This email address is already in use',
    ]);
    expect((await test.admin.post(`/users/invitations/${id}/resend`)).status).toBe(409);
  });
});
