import { beforeEach, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { mailsTo } from '~/kit/server/testing/test-mails';
import { makeRole } from '../../roles/server/roles.builders';
import { signInNew } from '../../server/users.builders';
import {
  forgotPassword,
  mailedToken,
  resetPassword,
} from '../../sessions/server/sessions.builders';
import type { Passkey } from '../passkeys.fields';
import { setUpFactor } from './factors.builders';
import { addPasskey, pageOrigin, signInByPasskey } from './passkeys.builders';

const test = ownServer({ PUBLIC_URL: pageOrigin });
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(2 * 60_000));

/** An account into which someone who knows the password has put a passkey. */
async function robbed() {
  const user = await signInNew(test.server);
  const { authenticator } = await addPasskey(user.client);
  const enter = async () => (await signInByPasskey(test.server.client(), authenticator)).status;
  expect(await enter()).toBe(200);
  return { ...user, enter };
}

async function resetByMail(email: string): Promise<number> {
  await forgotPassword(test.server, email);
  const token = await mailedToken(test.server.database, email);
  return (await resetPassword(test.server, token)).status;
}

it('a password that an administrator sets removes them', async () => {
  const { id, enter } = await robbed();
  const admin = await test.server.signIn();
  const path = `/users/${id}/reset-password`;
  expect((await admin.put(path, { password: 'a new password' })).status).toBe(200);
  expect(await enter()).toBe(401);
});

it('a password that a mailed link sets removes them, and says so', async () => {
  const { email, enter } = await robbed();
  expect(await resetByMail(email)).toBe(200);
  expect(await enter()).toBe(401);
  const [mail] = await mailsTo(test.server.database, email);
  expect(mail?.body).toContain('no longer has passkeys');
});

it('so it does where an app is the second factor, which stays', async () => {
  const { client, email, username, password, enter } = await robbed();
  await setUpFactor(test.server, client, password);
  expect(await resetByMail(email)).toBe(200);
  expect(await enter()).toBe(401);
  const body = { username, password: 'a new password' };
  const response = await test.server.client().post('/auth/login', body);
  expect([response.status, response.body.code]).toEqual([401, 'auth.second_factor_needed']);
});

it('a mailbox does not replace a passkey that is the only second factor', async () => {
  const admin = await test.server.signIn();
  const { id: role_id } = await makeRole(admin, {});
  await admin.put(`/roles/${role_id}`, { second_factor_required: true });
  const { client, email, username } = await signInNew(test.server, { role_id });
  await addPasskey(client);
  expect(await resetByMail(email)).toBe(200);
  const body = { username, password: 'a new password' };
  const response = await test.server.client().post('/auth/login', body);
  expect([response.status, response.body.code]).toEqual([401, 'auth.second_factor_needed']);
});

it('the person’s own change leaves them to be looked at', async () => {
  const { client, password, enter } = await robbed();
  const change = { currentPassword: password, newPassword: 'a much better one' };
  expect((await client.put('/auth/change-password', change)).status).toBe(200);
  expect((await client.get<Passkey[]>('/auth/passkeys')).body.data).toHaveLength(1);
  expect(await enter()).toBe(200);
});

it('adding one ends the other sessions, and not the present one', async () => {
  const { client, username, password } = await signInNew(test.server);
  const otherClient = await test.server.signIn(username, password);
  await addPasskey(client);
  expect((await otherClient.get('/auth/me')).status).toBe(401);
  expect((await otherClient.post('/auth/refresh')).status).toBe(401);
  expect((await client.get('/auth/me')).status).toBe(200);
});
