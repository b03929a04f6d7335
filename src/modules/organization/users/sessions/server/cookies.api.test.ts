import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { adminPassword, startTestServer } from '~/app/testing/test-server';
import { signInNew } from '../../server/users.builders';
import type { OwnSession } from '../sessions.fields';

const test = fileServer();

it('keeps both tokens in cookies that no script and no other site can use', async () => {
  const body = { username: 'admin', password: adminPassword };
  const response = await test.server.client().post('/auth/login', body);
  const [access, refresh] = response.headers.getSetCookie();
  expect(access).toMatch(/^access=[\w-]{43}; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(refresh).toMatch(
    /^refresh=[\w-]{43}; Max-Age=604800; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
  );
});

it("signing in ends the session that this browser had, also another person's", async () => {
  const { client, ...user } = await signInNew(test.server);
  const earlier = client.cookies.get('access');
  const body = { username: 'admin', password: adminPassword };
  expect((await client.post('/auth/login', body)).status).toBe(200);
  const old = await test.server.client().get('/auth/me', { cookie: `access=${earlier}` });
  expect(old.status).toBe(401);
  const again = { username: user.username, password: user.password };
  expect((await client.post('/auth/login', again)).status).toBe(200);
  const own = await client.get<OwnSession[]>('/auth/sessions');
  expect(own.body.data).toHaveLength(1);
});

it('a sign-in that fails ends nothing', async () => {
  const { client } = await signInNew(test.server);
  const body = { username: 'admin', password: 'wrong' };
  expect((await client.post('/auth/login', body)).status).toBe(401);
  expect((await client.get('/auth/me')).status).toBe(200);
});

it('marks the cookies Secure where the product is reached by https', async () => {
  const secure = await startTestServer({ PUBLIC_URL: 'https://crm.example.com' });
  try {
    const body = { username: 'admin', password: adminPassword };
    const signedIn = await secure.client().post('/auth/login', body);
    const signedOut = await secure.client().post('/auth/logout');
    const cookies = [...signedIn.headers.getSetCookie(), ...signedOut.headers.getSetCookie()];
    expect(cookies).toHaveLength(5);
    // With this prefix browsers take them from this very host alone.
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-\w+=[^;]*;.* Path=\/;.* Secure/);
    expect(signedIn.headers.get('strict-transport-security')).toMatch(/^max-age=31536000;/);
    const again = await secure.signIn();
    expect((await again.get('/auth/me')).status).toBe(200);
    expect((await again.post('/auth/refresh')).status).toBe(200);
  } finally {
    await secure.close();
  }
});

it('stores digests only', async () => {
  const client = await test.server.signIn();
  const tokens = [...client.cookies.values()];
  const stored = await sql<{
    text: string;
  }>`select encode(digest, 'hex') || encode(digest, 'base64')
    || encode(digest, 'escape') as text from session_tokens`.execute(test.server.database.db);
  const text = stored.rows.map((row) => row.text).join(' ');
  for (const token of tokens) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  }
});
