import { io } from 'socket.io-client';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { createTestDatabase, emptyTables } from '~/kit/server/testing/test-database';
import type { TestClient } from '~/app/testing/test-server';
import { makeUser } from '../../server/users.builders';
import { ensureFirstAdministrator } from './sessions.service';

const test = fileServer();
const requested = { username: 'boss', email: 'boss@example.com' };

/** Signs in as the administrator whose password the first start made. */
async function signInFirst(): Promise<{ client: TestClient; password: string }> {
  const { database, clock } = test.server;
  await emptyTables(database, 'users');
  const { password = '' } = await ensureFirstAdministrator(database, requested, clock.now());
  return { client: await test.server.signIn('boss', password), password };
}

it('who signs in with the generated password can only change it', async () => {
  const { client, password } = await signInFirst();
  for (const path of ['/leads', '/users', '/auth/sessions', '/openapi.json']) {
    const response = await client.get(path);
    expect([response.status, response.body.code]).toEqual([403, 'auth.password_change_needed']);
    expect(response.body.error).toBe('Choose your own password first');
  }
  const me = await client.get<{ user: { must_change_password: boolean } }>('/auth/me');
  expect(me.body.data.user.must_change_password).toBe(true);
  const socket = io(test.server.url, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { cookie: `access=${client.cookies.get('access')}` },
  });
  const notified = await new Promise((resolve) => socket.on('connect_error', resolve));
  expect(String(notified)).toContain('Please sign in');
  const body = { currentPassword: password, newPassword: 'one of my own' };
  expect((await client.put('/auth/change-password', body)).status).toBe(200);
  expect((await client.get('/leads')).status).toBe(200);
  const again = await test.server.signIn('boss', 'one of my own');
  expect((await again.get('/users')).status).toBe(200);
});

it('the generated password is not the user’s own password', async () => {
  const { client, password } = await signInFirst();
  const body = { currentPassword: password, newPassword: password };
  const response = await client.put('/auth/change-password', body);
  expect([response.status, response.body.error]).toEqual([
    400,
    'Please choose a different password',
  ]);
  expect((await client.get('/leads')).status).toBe(403);
});

it('signs out and continues with the session all the same', async () => {
  const { client } = await signInFirst();
  expect((await client.post('/auth/refresh')).status).toBe(200);
  expect((await client.post('/auth/logout')).status).toBe(200);
});

it('asks no one whose password was given', async () => {
  const client = await signInFirst();
  const user = await makeUser(test.server);
  expect(client.password).toMatch(/-/);
  const own = await test.server.signIn(user.username, user.password);
  expect((await own.get('/leads')).status).toBe(200);
});

it('a trivial ADMIN_PASSWORD stops the first start, and none later; a weak one is reported', async () => {
  const opened = await createTestDatabase();
  try {
    const now = test.server.clock.now();
    const start = (password: string) =>
      ensureFirstAdministrator(opened.database, { ...requested, password }, now);
    const refused = { name: 'StartError', message: expect.stringMatching(/^ADMIN_PASSWORD: /) };
    await expect(start('kX9#t')).rejects.toMatchObject(refused);
    await expect(start('123456')).rejects.toMatchObject(refused);
    expect(await start('Password123')).toMatchObject({ created: true, isWeak: true });
    expect(await start('123456')).toMatchObject({ created: false, isWeak: false });
  } finally {
    await opened.drop();
  }
});
