import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { linkedToken, mailsTo } from '~/kit/server/testing/test-mails';
import { makeUser, signInNew, signInStatus } from '../../server/users.builders';
import { signInLinks } from './links.mail';

const hour = 3_600_000;
const test = ownServer();
const over = 'This link is no longer valid. Please change your email address again.';

interface Me {
  user: { email: string; bio: string | null };
}

let count = 0;

/** Someone who has asked for another address. */
async function ask() {
  const { client, ...user } = await signInNew(test.server);
  count += 1;
  const email = `new-${count}@example.com`;
  const response = await client.put<Me>('/auth/me', { email, bio: 'x', password: user.password });
  return { client, user, email, response, token: await tokenTo(email) };
}

async function tokenTo(email: string): Promise<string> {
  const [mail] = await mailsTo(test.server.database, email);
  return linkedToken(test.server.database, signInLinks, mail);
}

const confirm = (token: string) => test.server.client().post('/auth/confirm-email', { token });
const canSignIn = (name: string, password: string) => signInStatus(test.server, name, password);

it('a session alone does not change the address', async () => {
  const { client, ...user } = await signInNew(test.server);
  const response = await client.put('/auth/me', { email: 'thief@example.com', bio: 'x' });
  const message = 'Please enter your password to change your email address';
  expect([response.status, response.body.code, response.body.details]).toEqual([
    403,
    'auth.password_needed',
    [{ field: 'password', message }],
  ]);
  const wrong = await client.put('/auth/me', { email: 'thief@example.com', password: 'guess' });
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Wrong password']);
  const { body } = await client.get<Me>('/auth/me');
  expect(body.data.user).toMatchObject({ email: user.email, bio: null });
  expect(await mailsTo(test.server.database, 'thief@example.com')).toEqual([]);
});

it('is confirmed at the new address, once, and the old one gets a notice', async () => {
  const { client, user, email, response, token } = await ask();
  expect(response.body.data.user).toMatchObject({ email: user.email, bio: 'x' });
  const [notice] = await mailsTo(test.server.database, user.email);
  expect(notice?.subject).toBe('Your email address in Manufacturing CRM');
  expect(notice?.body).toMatch(/^Hello Asha,\n\nSomeone who knows your password/);
  expect(notice?.body).toContain(email);
  expect(notice?.link).toBeNull();
  expect(await canSignIn(email, user.password)).toBe(401);
  expect(statusesOf(await Promise.all([1, 2, 3].map(() => confirm(token))))).toEqual([
    200, 400, 400,
  ]);
  expect((await client.get<Me>('/auth/me')).body.data.user.email).toBe(email);
  expect(await canSignIn(email, user.password)).toBe(200);
  const again = await confirm(token);
  expect([again.status, again.body.error]).toEqual([400, over]);
});

it('ends after a day, with a new wish, and with a new password', async () => {
  const late = await ask();
  test.server.clock.advance(24 * hour);
  expect((await confirm(late.token)).body.error).toBe(over);
  const first = await ask();
  const { client, user } = first;
  await client.put('/auth/me', { email: 'second@example.com', password: user.password });
  expect((await confirm(first.token)).body.error).toBe(over);
  const second = await tokenTo('second@example.com');
  const change = { currentPassword: user.password, newPassword: 'another one' };
  expect((await client.put('/auth/change-password', change)).status).toBe(200);
  expect((await confirm(second)).body.error).toBe(over);
});

it('an address that someone took in the meantime is refused', async () => {
  const { email, token } = await ask();
  await makeUser(test.server, { email });
  const response = await confirm(token);
  expect([response.status, response.body.code]).toEqual([409, 'user.email_taken']);
  expect(response.body.details[0]).not.toHaveProperty('record');
});

it('a taken address is refused, and only an administrator sees whose it is', async () => {
  const { email } = await makeUser(test.server);
  const { client: person } = await signInNew(test.server);
  const taken = { field: 'email', message: 'This email address is already in use' };
  const refusal = async (client: typeof person) => {
    const { status, body } = await client.put('/auth/me', { email, password: 'x' });
    return [status, body.details[0]];
  };
  expect(await refusal(person)).toEqual([409, taken]);
  const { client: boss } = await signInNew(test.server, { role: 'admin' });
  expect(await refusal(boss)).toEqual([409, { ...taken, record: expect.anything() }]);
});

it.each(['', 'x', 'A'.repeat(43)])('the token %j confirms nothing', async (token) => {
  expect((await confirm(token)).status).toBe(400);
});

it('an administrator changes and resets the person’s own account like everyone', async () => {
  const { client, ...boss } = await signInNew(test.server, { role: 'admin' });
  const email = await client.put(`/users/${boss.id}`, { email: 'boss2@example.com' });
  expect([email.status, email.body.code]).toEqual([403, 'auth.password_needed']);
  const reset = await client.put(`/users/${boss.id}/reset-password`, { password: 'a thief’s' });
  expect([reset.status, reset.body.code]).toEqual([403, 'auth.password_needed']);
  expect(await canSignIn(boss.username, boss.password)).toBe(200);
});

it('a person whose address an administrator changes gets a notice at the old one', async () => {
  const user = await makeUser(test.server);
  const admin = await test.server.signIn();
  const email = `moved-${user.email}`;
  expect((await admin.put(`/users/${user.id}`, { email })).status).toBe(200);
  const [notice] = await mailsTo(test.server.database, user.email);
  expect(notice?.body).toMatch(/^Hello Asha,\n\nAn administrator has changed/);
  expect(notice?.body).toContain(email);
});
