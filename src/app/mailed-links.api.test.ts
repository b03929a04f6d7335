import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '~/kit/server/testing/test-mail-server';
import { startTestServer, type TestServer } from './testing/test-server';
import { makeUser } from '~/modules/organization/users/server/users.builders';

let post: MailServer;
let server: TestServer;
beforeAll(async () => {
  // The first attempt is put off, which makes the second one's link another.
  post = await startMailServer({}, [451]);
  server = await startTestServer({ SMTP_URL: post.url, PUBLIC_URL: 'http://crm.example.com' });
});
afterAll(async () => {
  await server.close();
  await post.close();
});

async function mailedText(address: string): Promise<string> {
  const mine = () => {
    server.clock.advance(10_000);
    server.server.jobs.trigger('mail');
    return text();
  };
  const text = () =>
    post.received.find(({ to }) => to && !Array.isArray(to) && to.text === address)?.text ?? '';
  await expect.poll(mine).not.toBe('');
  return text();
}

/** All that the database holds of mails and of what their links open. */
async function dump(): Promise<string> {
  const tables = ['mails', 'password_resets', 'invitation_tokens', 'invitations'];
  const rows = await Promise.all(
    tables.map((table) => server.database.pool.query<object>(`select * from ${table}`)),
  );
  return JSON.stringify(rows.map((each) => each.rows));
}

it('a link of a mail is nowhere but in the mail, and opens what it is for', async () => {
  const user = await makeUser(server);
  await server.client().post('/auth/forgot-password', { email: user.email });
  expect(await dump()).toContain('{{link}}');
  const invited = 'meera@example.com';
  const admin = await server.signIn();
  const names = { first_name: 'Meera', last_name: 'Kulkarni' };
  await admin.post('/users/invite', { email: invited, ...names });

  const link = /^http:\/\/crm\.example\.com(\S+?)([\w-]{43})$/m;
  const [, resetPath, reset = ''] = link.exec(await mailedText(user.email)) ?? [];
  const [, invitePath, invite = ''] = link.exec(await mailedText(invited)) ?? [];
  expect([resetPath, invitePath]).toEqual(['/login?reset=', '/invite/']);
  const stored = `${await dump()} ${server.log()}`;
  for (const token of [reset, invite]) {
    expect(token).not.toBe('');
    expect(stored).not.toContain(token);
  }
  expect((await server.client().get(`/users/invite/${invite}`)).status).toBe(200);
  const body = { token: reset, password: 'a new password' };
  expect((await server.client().post('/auth/reset-password', body)).status).toBe(200);
});
