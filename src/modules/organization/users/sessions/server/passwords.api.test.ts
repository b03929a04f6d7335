import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { signInNew, signInStatus } from '../../server/users.builders';
import { forgotPassword, mailedToken, resetPassword } from './sessions.builders';

const test = fileServer();

it('changes the password, keeps this session and ends the others', async () => {
  const { client: here, ...user } = await signInNew(test.server);
  const there = await test.server.signIn(user.username, user.password);
  const body = { currentPassword: user.password, newPassword: ' a new one ' };
  expect((await here.put('/auth/change-password', body)).status).toBe(200);
  expect((await here.get('/auth/me')).status).toBe(200);
  expect((await there.get('/auth/me')).status).toBe(401);
  expect((await there.post('/auth/refresh')).status).toBe(401);
  expect(await signInStatus(test.server, user.username, user.password)).toBe(401);
  expect(await signInStatus(test.server, user.username, 'a new one')).toBe(401);
  expect(await signInStatus(test.server, user.username, ' a new one ')).toBe(200);
});

it('a wrong current password is 400, names its field and changes nothing', async () => {
  const { client, ...user } = await signInNew(test.server);
  const body = { currentPassword: 'wrong', newPassword: 'another one' };
  const response = await client.put('/auth/change-password', body);
  const message = 'The current password is wrong';
  expect([response.status, response.body]).toEqual([
    400,
    {
      success: false,
      error: message,
      code: 'input.invalid',
      details: [{ field: 'currentPassword', message }],
    },
  ]);
  expect(await signInStatus(test.server, user.username, user.password)).toBe(200);
});

it.each([
  [{ currentPassword: 'x', newPassword: 'kX9#tqz' }, 'Password must be at least 8 characters'],
  [{ currentPassword: 'x', newPassword: 'x'.repeat(201) }, 'Password cannot exceed 200 characters'],
  [
    { currentPassword: 'x', newPassword: 'Password123' },
    'This password is too common. Please choose another one.',
  ],
  [{ newPassword: 'a new one' }, 'Please fill in all fields'],
  [{ currentPassword: 'x' }, 'Password is required'],
])('refuses the change %j', async (body, message) => {
  const client = await test.server.signIn();
  const response = await client.put('/auth/change-password', body);
  expect([response.status, response.body.error]).toEqual([400, message]);
});

it('needs a session to change the password', async () => {
  const body = { currentPassword: 'x', newPassword: 'a new one' };
  expect((await test.server.client().put('/auth/change-password', body)).status).toBe(401);
});

it('guessing the current password has an end too, and does not close the front door', async () => {
  const { client, ...user } = await signInNew(test.server);
  const guesses = Array.from({ length: 15 }, () =>
    client.put('/auth/change-password', { currentPassword: 'wrong', newPassword: 'a new one' }),
  );
  const statuses = statusesOf(await Promise.all(guesses));
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  expect(await signInStatus(test.server, user.username, user.password)).toBe(200);
});

it('of two changes at the same instant one wins and the other is refused', async () => {
  const { client, ...user } = await signInNew(test.server);
  const requested = ['first wish', 'second wish'];
  const responses = await Promise.all(
    requested.map((newPassword) =>
      client.put('/auth/change-password', { currentPassword: user.password, newPassword }),
    ),
  );
  expect(statusesOf(responses)).toEqual([200, 400]);
  const winner = requested[responses.findIndex((response) => response.status === 200)] ?? '';
  expect(await signInStatus(test.server, user.username, winner)).toBe(200);
});

it('no password, hash, token or cookie reaches the activity log, an answer or a log line', async () => {
  const { client, ...user } = await signInNew(test.server, { password: 'secret number one' });
  const cookies = [...client.cookies.values()];
  const body = { currentPassword: user.password, newPassword: 'secret number two' };
  const responses: unknown[] = [(await client.put('/auth/change-password', body)).body];
  await forgotPassword(test.server, user.email);
  const token = await mailedToken(test.server.database, user.email);
  responses.push((await resetPassword(test.server, token, 'secret number three')).body);
  const broken = { username: user.username, password: 'secret number four', x: 1 };
  responses.push((await test.server.client().post('/auth/login', broken)).body);
  const again = await test.server.signIn(user.username, 'secret number three');
  responses.push((await again.post('/auth/refresh')).body);
  responses.push((await again.put('/auth/me', { bio: 'Line one' })).body);
  for (const path of ['/auth/me', '/auth/sessions', '/users/directory']) {
    responses.push((await again.get(path)).body);
  }
  const { db } = test.server.database;
  const activity = await sql`select * from activity`.execute(db);
  const hashes = await sql<{ password_hash: string }>`select password_hash from users`.execute(db);
  const exposed = JSON.stringify([responses, activity.rows]) + test.server.log();
  const secrets = [
    ...cookies,
    ...again.cookies.values(),
    token,
    'secret number',
    '$argon2',
    ...hashes.rows.map((row) => row.password_hash),
  ];
  for (const secret of secrets) expect(exposed).not.toContain(secret);
  expect(activity.rows).toContainEqual(
    expect.objectContaining({
      type: 'user',
      action: 'password changed',
      record_id: user.id,
      user_id: user.id,
      user_name: 'Asha Rao',
      message: 'Asha Rao',
    }),
  );
});
