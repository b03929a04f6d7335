import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { mailsTo } from '~/kit/server/testing/test-mails';
import { makeUser, signInNew, signInStatus, whileHeld } from '../../server/users.builders';
import { forgotPassword, mailedToken, resetPassword } from './sessions.builders';

const minute = 60_000;
const over = 'This link is no longer valid. Please request a new one.';

const test = ownServer();

const forgot = (email: string) => forgotPassword(test.server, email);
const reset = (token: string, password?: string) => resetPassword(test.server, token, password);
const tokenOf = (email: string) => mailedToken(test.server.database, email);
const mails = (email: string) => mailsTo(test.server.database, email);

it('answers the same in the same time whether the address is known or not', async () => {
  const user = await makeUser(test.server);
  const inactive = await makeUser(test.server, { is_active: false });
  const responses = [];
  for (const email of [user.email, 'nobody@example.com', inactive.email]) {
    const began = performance.now();
    const { status, body } = await forgot(email);
    responses.push({ status, body });
    expect([status, performance.now() - began > 240, body]).toEqual([200, true, body]);
  }
  expect(responses[0]?.status).toBe(200);
  expect(responses).toEqual([responses[0], responses[0], responses[0]]);
  expect(await mails(user.email)).toHaveLength(1);
  expect(await mails('nobody@example.com')).toHaveLength(0);
  expect(await mails(inactive.email)).toHaveLength(0);
});

it('wants an address', async () => {
  const client = test.server.client();
  const none = await client.post('/auth/forgot-password', {});
  expect([none.status, none.body.error]).toEqual([400, 'Email is required']);
  const wrong = await forgot('not an address');
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Please enter a valid email address']);
});

it('mails a link that sets the password once and ends every session', async () => {
  const { client, ...user } = await signInNew(test.server);
  await forgot(user.email.toUpperCase());
  const [mail] = await mails(user.email);
  expect(mail?.recipient).toBe(user.email);
  const token = await tokenOf(user.email);
  const short = await reset(token, '12345');
  expect([short.status, short.body.error]).toEqual([400, 'Password must be at least 8 characters']);
  expect((await reset(token)).status).toBe(200);
  expect((await client.get('/auth/me')).status).toBe(401);
  expect((await client.post('/auth/refresh')).status).toBe(401);
  expect(await signInStatus(test.server, user.username, 'a new password')).toBe(200);
  const again = await reset(token, 'yet another');
  expect([again.status, again.body.error]).toEqual([400, over]);
  expect(await signInStatus(test.server, user.username, 'yet another')).toBe(401);
});

it('of three uses of a link at the same instant one sets the password', async () => {
  const user = await makeUser(test.server);
  await forgot(user.email);
  const token = await tokenOf(user.email);
  // Public calls share two connections, so the third use waits for one of them.
  const statement = 'select id from users where id = $1 for update';
  const uses = await whileHeld(test.server.database, { statement, id: user.id, waiting: 2 }, () =>
    Promise.all([1, 2, 3].map((index) => reset(token, `password ${index}`))),
  );
  const statuses = statusesOf(uses);
  expect(statuses).toEqual([200, 400, 400]);
});

it('a link lives sixty minutes', async () => {
  const user = await makeUser(test.server);
  await forgot(user.email);
  const token = await tokenOf(user.email);
  test.server.clock.advance(60 * minute);
  const response = await reset(token);
  expect([response.status, response.body.error]).toEqual([400, over]);
  await forgot(user.email);
  test.server.clock.advance(59 * minute);
  expect((await reset(await tokenOf(user.email))).status).toBe(200);
});

it.each(['', 'x', 'A'.repeat(43)])('the token %j opens nothing', async (token) => {
  const response = await reset(token);
  expect([response.status, response.body.error]).toEqual([400, over]);
});

it('a link ends when the password is changed, the address is changed or the user is deactivated', async () => {
  const { client, ...changer } = await signInNew(test.server);
  await forgot(changer.email);
  const ends = [await tokenOf(changer.email)];
  const body = { currentPassword: changer.password, newPassword: 'changed by hand' };
  await client.put('/auth/change-password', body);
  await forgot(changer.email);
  ends.push(await tokenOf(changer.email));
  const admin = await test.server.signIn();
  await admin.put(`/users/${changer.id}`, { email: `moved-${changer.email}` });
  const deleted = await makeUser(test.server);
  await forgot(deleted.email);
  ends.push(await tokenOf(deleted.email));
  await sql`update users set is_active = false where id = ${deleted.id}`.execute(
    test.server.database.db,
  );
  for (const token of ends) expect((await reset(token)).body.error).toBe(over);
});

it('mails at most five links an hour, also when twelve are requested at the same instant', async () => {
  const user = await makeUser(test.server);
  const query = Array.from({ length: 12 }, () => forgot(user.email));
  const statuses = (await Promise.all(query)).map((response) => response.status);
  expect(statuses).toEqual(Array(12).fill(200));
  expect(await mails(user.email)).toHaveLength(5);
  await reset(await tokenOf(user.email));
  await forgot(user.email);
  expect(await mails(user.email)).toHaveLength(5);
  test.server.clock.advance(60 * minute);
  await forgot(user.email);
  expect(await mails(user.email)).toHaveLength(6);
});
