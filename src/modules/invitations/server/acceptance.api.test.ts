import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestClient, type TestServer } from '~/app/test-server';
import { makeUser, whileHeld } from '~/modules/users/server/users.builders';
import type { Invitation, ShownInvitation } from '../invitations.fields';
import { linkSentences } from '../invitations.rules';
import { invitationBody, mailsTo, tokenIn, tokenTo } from './invitations.builders';

const day = 86_400_000;

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn();
});
afterAll(() => server.close());

/** The clock goes on for days here, and a session lives for less. */
async function advance(milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds);
  admin = await server.signIn();
}

async function invite(values = {}): Promise<Invitation> {
  const answer = await admin.post<Invitation>('/users/invite', invitationBody(values));
  expect(answer.status, answer.body.error).toBe(201);
  return answer.body.data;
}

const look = (token: string) => server.client().get<ShownInvitation>(`/users/invite/${token}`);

async function stateOf(id: number): Promise<string | undefined> {
  const list = await admin.get<Invitation[]>('/users/invitations');
  return list.body.data.find((each) => each.id === id)?.status;
}

const accept = (token: string, body: unknown) =>
  server.client().post<{ username: string }>(`/users/invite/${token}/accept`, body);

let made = 0;
function account(values = {}) {
  made += 1;
  return { username: `invited-${made}`, password: ' a secret ', ...values };
}

async function expectClosed(token: string, sentence: string): Promise<void> {
  for (const answer of [await look(token), await accept(token, account())]) {
    expect([answer.status, answer.body.error]).toEqual([404, sentence]);
  }
}

describe('accepting', () => {
  it('makes the account once, signs nobody in, and the invitation says so', async () => {
    const { id, email } = await invite({ role: 'admin' });
    const token = await tokenTo(server.database, email);
    const body = account();
    const client = server.client();
    const answer = await client.post(`/users/invite/${token}/accept`, body);
    expect([answer.status, answer.body.data]).toEqual([200, { username: body.username }]);
    expect(client.cookies.size).toBe(0);
    expect((await client.get('/auth/me')).status).toBe(401);
    const signedIn = await server.signIn(body.username, body.password);
    const me = await signedIn.get<{ user: { email: string; role: string } }>('/auth/me');
    expect(me.body.data.user).toMatchObject({ email, role: 'admin', first_name: 'Meera' });
    const after = await admin.get<Invitation>(`/users/invitations/${id}`);
    expect(after.body.data.status).toBe('accepted');
    expect(after.body.data.accepted_at).not.toBeNull();
    await expectClosed(token, linkSentences.used);
    for (const call of [
      await admin.post(`/users/invitations/${id}/resend`),
      await admin.delete(`/users/invitations/${id}`),
    ]) {
      expect([call.status, call.body.error]).toEqual([
        409,
        'This invitation has been accepted already',
      ]);
    }
    const log = await sql`select action, user_name from activity
      where title like 'Invitation%' and record_id = ${id} order by id`.execute(server.database.db);
    expect(log.rows).toEqual([
      { action: 'created', user_name: 'Site Administrator' },
      { action: 'accepted', user_name: 'Meera Kulkarni' },
    ]);
  });

  it('works for somebody who is signed in as another, and leaves that session alone', async () => {
    const { email } = await invite();
    const answer = await admin.post(
      `/users/invite/${await tokenTo(server.database, email)}/accept`,
      account(),
    );
    expect(answer.status).toBe(200);
    const me = await admin.get<{ user: { username: string } }>('/auth/me');
    expect(me.body.data.user.username).toBe('admin');
  });

  it('of three who accept one invitation at the same instant one gets the account', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(server.database, email);
    const statement = 'select id from invitations where id = $1 for update';
    const answers = await whileHeld(server.database, { statement, id, waiting: 3 }, () =>
      Promise.all([1, 2, 3].map(() => accept(token, account()))),
    );
    expect(statusesOf(answers)).toEqual([200, 404, 404]);
    const refused = answers.filter((answer) => answer.status === 404);
    expect(refused.map((answer) => answer.body.error)).toEqual([
      linkSentences.used,
      linkSentences.used,
    ]);
    const users = await sql`select id from users where email = ${email}`.execute(
      server.database.db,
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
    const token = await tokenTo(server.database, email);
    const answer = await accept(token, account(values));
    expect(answer.status).toBe(400);
    expect(answer.body.details).toContainEqual({ field, message });
    expect((await look(token)).status).toBe(200);
  });

  it('a name that is taken is refused without saying whose it is, and the link is kept', async () => {
    const other = await makeUser(server);
    const { email } = await invite();
    const token = await tokenTo(server.database, email);
    const answer = await accept(token, account({ username: other.username.toUpperCase() }));
    const message = 'This username is already in use';
    expect(answer.body).toEqual({
      success: false,
      error: message,
      code: 'user.username_taken',
      details: [{ field: 'username', message }],
    });
    expect(answer.status).toBe(409);
    expect((await accept(token, account())).status).toBe(200);
  });

  it('an address that has become a user’s since is refused', async () => {
    const { email, id } = await invite();
    const token = await tokenTo(server.database, email);
    await makeUser(server, { email });
    const answer = await accept(token, account());
    expect([answer.status, answer.body.error]).toEqual([
      409,
      'This e-mail address is already in use',
    ]);
    expect((await admin.post(`/users/invitations/${id}/resend`)).status).toBe(409);
  });
});

describe('a link that opens nothing says why', () => {
  it.each(['x', 'A'.repeat(43), '%00', '<script>', `${'A'.repeat(42)}!`])(
    'unknown or tampered with: %s',
    async (token) => {
      await expectClosed(encodeURIComponent(token), linkSentences.unknown);
    },
  );

  it('changed in its last letter', async () => {
    const { email } = await invite();
    const token = await tokenTo(server.database, email);
    await expectClosed(
      `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`,
      linkSentences.unknown,
    );
  });

  it('many times too long', async () => {
    await expectClosed('A'.repeat(5000), linkSentences.unknown);
  });

  it('revoked; the invitation has left the list and the address is free', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(server.database, email);
    expect((await admin.delete(`/users/invitations/${id}`)).status).toBe(200);
    expect(await stateOf(id)).toBeUndefined();
    expect((await admin.get(`/users/invitations/${id}`)).status).toBe(404);
    await expectClosed(token, linkSentences.revoked);
    const { body } = await admin.get<{ title: string }[]>('/activity?type=users&limit=1');
    expect(body.data[0]?.title).toBe('Invitation revoked');
    expect((await admin.delete(`/users/invitations/${id}`)).status).toBe(404);
    expect((await admin.post(`/users/invitations/${id}/resend`)).status).toBe(404);
    await invite({ email });
  });

  it('replaced when it is sent again, with fourteen new days', async () => {
    const first = await invite();
    const old = await tokenTo(server.database, first.email);
    await advance(10 * day);
    const again = await admin.post<Invitation>(`/users/invitations/${first.id}/resend`);
    expect(again.status).toBe(200);
    expect(Date.parse(again.body.data.expires_at)).toBeGreaterThan(
      Date.parse(first.expires_at) + 9.9 * day,
    );
    expect(await mailsTo(server.database, first.email)).toHaveLength(2);
    const fresh = await tokenTo(server.database, first.email);
    expect(fresh).not.toBe(old);
    await expectClosed(old, linkSentences.replaced);
    expect((await accept(fresh, account())).status).toBe(200);
    await expectClosed(old, linkSentences.replaced);
  });

  it('of three who send again at the same instant only the last link works', async () => {
    const { id, email } = await invite();
    await Promise.all([1, 2, 3].map(() => admin.post(`/users/invitations/${id}/resend`)));
    const mails = await mailsTo(server.database, email);
    const tokens = mails.map((mail) => tokenIn(mail.body));
    expect(new Set(tokens).size).toBe(4);
    const answers = await Promise.all(tokens.map((token) => look(token)));
    expect(statusesOf(answers)).toEqual([200, 404, 404, 404]);
  });

  it('of an accept and a revoke at the same instant one wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, email } = await invite();
      const token = await tokenTo(server.database, email);
      const [accepted, revoked] = await Promise.all([
        accept(token, account()),
        admin.delete(`/users/invitations/${id}`),
      ]);
      expect([accepted.status, revoked.status]).toSatisfy(
        ([one, other]: number[]) =>
          (one === 200 && other === 409) || (one === 404 && other === 200),
      );
      const users = await sql`select id from users where email = ${email}`.execute(
        server.database.db,
      );
      expect(users.rows).toHaveLength(accepted.status === 200 ? 1 : 0);
    }
  });

  it('expired after fourteen days, to the millisecond; sent again it works', async () => {
    const { id, email } = await invite();
    const token = await tokenTo(server.database, email);
    await advance(14 * day - 60_000);
    expect((await look(token)).status).toBe(200);
    await advance(60_000);
    await expectClosed(token, linkSentences.expired);
    expect(await stateOf(id)).toBe('expired');
    const revoked = await admin.delete(`/users/invitations/${id}`);
    expect([revoked.status, revoked.body.error]).toEqual([
      409,
      'This invitation has expired: its link opens nothing any more',
    ]);
    const again = await admin.post<Invitation>(`/users/invitations/${id}/resend`);
    expect(again.body.data.status).toBe('pending');
    await expectClosed(token, linkSentences.replaced);
    expect((await accept(await tokenTo(server.database, email), account())).status).toBe(200);
  });

  it('an expired address can be invited anew, and then the old invitation is not sent again', async () => {
    const old = await invite();
    await advance(15 * day);
    const fresh = await invite({ email: old.email });
    expect([await stateOf(old.id), await stateOf(fresh.id)]).toEqual(['expired', 'pending']);
    const again = await admin.post(`/users/invitations/${old.id}/resend`);
    expect([again.status, again.body.error]).toEqual([
      409,
      'An invitation to this e-mail address is pending already',
    ]);
  });
});
