import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startTestProvider,
  testClient,
  type TestProvider,
} from '~/kit/server/testing/test-provider';
import { makeRecord } from '~/kit/server/testing/test-calls';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import { setUpFactor, appCode } from '../../factors/server/factors.builders';
import type { SessionUser } from '../../sessions/sessions.fields';
import { type CreatedUser, makeUser } from '../../server/users.builders';
import { refusedMessages } from '../providers.rules';
import { type Browser, createBrowser, pathOf, publicUrl } from './providers.builders';

let provider: TestProvider;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  provider = await startTestProvider(() => `${publicUrl}/api/auth/oidc/callback`);
  server = await startTestServer({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: testClient.id,
    OIDC_CLIENT_SECRET: testClient.secret,
  });
  admin = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await provider.stop();
});

/** A user here whom the provider knows by the user's name, with that address. */
async function colleague(): Promise<CreatedUser> {
  const user = await makeUser(server);
  provider.people[user.username] = { email: user.email.toUpperCase(), email_verified: true };
  return user;
}

async function whoIs(browser: Browser): Promise<SessionUser | undefined> {
  return (await browser.call<{ user: SessionUser } | undefined>('GET', '/auth/me')).data?.user;
}

async function loggedOf(user: CreatedUser): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ action: string }>(
    `select action from audit_log where entity = 'users' and record = $1 order by id`,
    [String(user.id)],
  );
  return rows.map(({ action }) => action);
}

describe('signing in at the provider', () => {
  it('signs in the user of a confirmed address, and continues to the requested path', async () => {
    const user = await colleague();
    const browser = createBrowser(server);
    expect(pathOf(await browser.signIn(user.username, '/leads?view=list'))).toBe(
      '/leads?view=list',
    );
    expect(await whoIs(browser)).toMatchObject({ id: user.id, email: user.email });
    expect(await loggedOf(user)).toEqual(
      expect.arrayContaining(['linked with the provider', 'signed in']),
    );
  });

  it('knows the person again by the subject, also with another address', async () => {
    const user = await colleague();
    await createBrowser(server).signIn(user.username);
    provider.people[user.username] = { email: 'renamed@example.com', email_verified: false };
    const browser = createBrowser(server);
    expect(pathOf(await browser.signIn(user.username))).toBe('/');
    expect((await whoIs(browser))?.id).toBe(user.id);
  });

  it('ends the session that the browser had', async () => {
    const user = await colleague();
    const browser = createBrowser(server);
    await browser.signIn(user.username);
    const sessions = await admin.get<unknown[]>(`/users/${user.id}/sessions`);
    await browser.signIn(user.username);
    const after = await admin.get<unknown[]>(`/users/${user.id}/sessions`);
    expect([sessions.body.data.length, after.body.data.length]).toEqual([1, 1]);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/api/health', '/login'])(
    'never leads out of the product, as to %s',
    async (to) => {
      const user = await colleague();
      expect(pathOf(await createBrowser(server).signIn(user.username, to))).toBe('/');
    },
  );

  it('lets no one in who is not active here, and says so', async () => {
    const user = await colleague();
    await admin.put(`/users/${user.id}`, { is_active: false });
    const browser = createBrowser(server);
    expect(pathOf(await browser.signIn(user.username))).toBe('/login?refused=inactive');
    expect((await browser.ways('inactive')).refused).toBe(refusedMessages.inactive);
    expect(await whoIs(browser)).toBeUndefined();
    expect(await loggedOf(user)).toContain('sign-in refused');
  });

  it('links no address that the provider does not confirm', async () => {
    const user = await colleague();
    provider.people[user.username] = { email: user.email, email_verified: false };
    expect(pathOf(await createBrowser(server).signIn(user.username))).toBe(
      '/login?refused=unverified',
    );
    provider.people[user.username] = { email: user.email };
    expect(pathOf(await createBrowser(server).signIn(user.username))).toBe(
      '/login?refused=unverified',
    );
  });

  it('makes no account for the person who was not invited', async () => {
    provider.people['stranger'] = { email: 'stranger@example.com', email_verified: true };
    expect(pathOf(await createBrowser(server).signIn('stranger'))).toBe('/login?refused=unknown');
  });

  it('gives an account to no one else who gets its address later, until it is unlinked', async () => {
    const user = await colleague();
    await createBrowser(server).signIn(user.username);
    provider.people['successor'] = { email: user.email, email_verified: true };
    expect(pathOf(await createBrowser(server).signIn('successor'))).toBe(
      '/login?refused=other_identity',
    );
    const linked = async () => (await admin.get('/users/single-sign-on')).body.data;
    expect(await linked()).toContainEqual({ id: user.id });
    expect((await admin.delete(`/users/${user.id}/single-sign-on`)).status).toBe(200);
    expect(await linked()).not.toContainEqual({ id: user.id });
    expect((await admin.delete(`/users/${user.id}/single-sign-on`)).status).toBe(404);
    expect(pathOf(await createBrowser(server).signIn('successor'))).toBe('/');
  });

  it('makes one link of two first sign-ins at once', async () => {
    const user = await colleague();
    const browsers = [createBrowser(server), createBrowser(server)];
    const pages = await Promise.all(browsers.map((each) => each.signIn(user.username)));
    expect(pages.map(pathOf)).toEqual(['/', '/']);
  });

  it('is not begun by a page of another site', async () => {
    const start = (from: string) =>
      server.client().get('/auth/oidc/start', { 'sec-fetch-site': from });
    const pages = ['cross-site', 'same-site', 'same-origin', 'none'];
    const leads = (await Promise.all(pages.map(start))).map(
      ({ headers }) => headers.get('location')?.split('?')[0],
    );
    const shown = `${provider.issuer}/auth`;
    expect(leads).toEqual(['/login', '/login', shown, shown]);
  });

  it('says that it was cancelled, and keeps the requested path', async () => {
    const browser = createBrowser(server);
    const shown = await browser.begin();
    const back = await browser.open(shown.url.href, { cancel: 'yes' });
    expect(pathOf(back)).toBe('/login?refused=cancelled');
    expect((await browser.ways('cancelled')).refused).toBe(refusedMessages.cancelled);
    const again = await browser.begin('/leads?view=list');
    expect(pathOf(await browser.open(again.url.href, { cancel: 'yes' }))).toBe(
      '/login?refused=cancelled&next=%2Fleads%3Fview%3Dlist',
    );
  });
});

describe('an invitation', () => {
  it('is accepted by signing in with its address', async () => {
    const invitation = {
      email: 'meera@example.com',
      first_name: 'Meera',
      last_name: 'Iyer',
      role: 'admin',
    };
    const { id } = await makeRecord<{ id: number }>(admin, '/users/invite', invitation);
    provider.people['meera'] = { email: 'meera@example.com', email_verified: true };
    const browser = createBrowser(server);
    expect(pathOf(await browser.signIn('meera'))).toBe('/');
    expect(await whoIs(browser)).toMatchObject({
      first_name: 'Meera',
      role: 'admin',
      username: 'meera@example.com',
    });
    const invitations = await admin.get<{ id: number; status: string }[]>('/users/invitations');
    expect(invitations.body.data.find((each) => each.id === id)?.status).toBe('accepted');
  });

  it('that is over makes no account', async () => {
    const invitation = {
      email: 'late@example.com',
      first_name: 'Late',
      last_name: 'Comer',
      role: 'user',
    };
    await makeRecord(admin, '/users/invite', invitation);
    server.clock.advance(15 * 24 * 3600 * 1000);
    provider.people['late'] = { email: 'late@example.com', email_verified: true };
    expect(pathOf(await createBrowser(server).signIn('late'))).toBe('/login?refused=unknown');
    admin = await server.signIn();
  });
});

describe('the user’s own second factor', () => {
  it('is required after a provider that reports none, and wrong codes count', async () => {
    const user = await colleague();
    const own = await server.signIn(user.username, user.password);
    const { secret } = await setUpFactor(server, own, user.password);
    const browser = createBrowser(server);
    expect(pathOf(await browser.signIn(user.username, '/orders'))).toBe('/login?code=asked');
    expect(await whoIs(browser)).toBeUndefined();
    expect(await loggedOf(user)).not.toContain('linked with the provider');
    const wrong = await browser.call('POST', '/auth/oidc/code', { code: '000000' });
    expect(wrong).toMatchObject({ status: 401, code: 'auth.second_factor_wrong' });
    const code = appCode(server.clock, secret, 1);
    const right = await browser.call<{ path: string }>('POST', '/auth/oidc/code', { code });
    expect(right.data.path).toBe('/orders');
    expect((await whoIs(browser))?.id).toBe(user.id);
    const again = await browser.call('POST', '/auth/oidc/code', { code });
    expect(again).toMatchObject({ status: 401, code: 'auth.provider_sign_in_over' });
  });

  it('is not to be guessed', async () => {
    const user = await colleague();
    const own = await server.signIn(user.username, user.password);
    await setUpFactor(server, own, user.password);
    const statuses: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const browser = createBrowser(server);
      await browser.signIn(user.username);
      for (let guess = 0; guess < 6; guess += 1) {
        const response = await browser.call('POST', '/auth/oidc/code', { code: `00000${guess}` });
        statuses.push(response.status);
      }
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('a sign-in that is in progress', () => {
  it('belongs to the browser that began it, once, and for ten minutes', async () => {
    const user = await colleague();
    const [mine, other] = [createBrowser(server), createBrowser(server)];
    const responses: string[] = [];
    const browser = createBrowser(server);
    const shown = await browser.begin();
    const back = await browser.openUntilBack(shown.url.href, { login: user.username });
    await mine.begin();
    responses.push(pathOf(await other.open(back)), pathOf(await mine.open(back)));
    responses.push(pathOf(await browser.open(back)), pathOf(await browser.open(back)));
    expect(responses).toEqual([
      '/login?refused=over',
      '/login?refused=over',
      '/',
      '/login?refused=over',
    ]);
    const late = createBrowser(server);
    const form = await late.begin();
    server.clock.advance(11 * 60_000);
    expect(pathOf(await late.open(form.url.href, { login: user.username }))).toBe(
      '/login?refused=over',
    );
  });
});

describe('a provider that is down', () => {
  it('keeps no one with a password out, is said, and is found again', async () => {
    const user = await colleague();
    const browser = createBrowser(server);
    expect((await browser.ways()).single_sign_on).toEqual({ is_available: true, sentence: null });
    const shown = await browser.begin();
    const back = await browser.openUntilBack(shown.url.href, { login: user.username });
    await provider.stop();
    expect(pathOf(await browser.open(back))).toBe('/login?refused=unreachable');
    server.clock.advance(60_000);
    const reason = refusedMessages.unreachable;
    expect((await browser.ways()).single_sign_on).toEqual({
      is_available: false,
      sentence: reason,
    });
    expect(pathOf(await browser.begin())).toBe('/login?refused=unreachable');
    expect((await server.signIn(user.username, user.password)).cookies.has('access')).toBe(true);
    await provider.start();
    server.clock.advance(60_000);
    expect((await browser.ways()).single_sign_on).toEqual({ is_available: true, sentence: null });
    expect(pathOf(await browser.signIn(user.username))).toBe('/');
  });
});

it('logs no code, token or secret', () => {
  expect(server.log()).toContain('/api/auth/oidc/callback');
  expect(server.log()).not.toMatch(/code=|state=|a secret of the client|eyJ/);
});
