import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestProvider,
  testClient,
  type TestProvider,
} from '~/kit/server/testing/test-provider';
import { type Forger, startForger } from '~/kit/server/testing/test-forger';
import { startTestServer, type TestServer } from '~/app/testing/test-server';
import { makeInvitation } from '~/modules/organization/invitations/server/invitations.builders';
import type { Confirmation } from '../../sessions/confirmation.fields';
import { makeUser } from '../../server/users.builders';
import { type Browser, createBrowser, pathOf, publicUrl } from './providers.builders';

let provider: TestProvider;
let forger: Forger;
let server: TestServer;
let forged: TestServer;

beforeAll(async () => {
  provider = await startTestProvider(() => `${publicUrl}/api/auth/oidc/callback`);
  forger = await startForger('crm');
  const { id, secret } = testClient;
  server = await startTestServer({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: id,
    OIDC_CLIENT_SECRET: secret,
  });
  forged = await startTestServer({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: forger.issuer,
    OIDC_CLIENT_ID: 'crm',
  });
});
afterAll(async () => {
  await server.close();
  await forged.close();
  await provider.stop();
  await forger.close();
});

async function later({ database }: TestServer): Promise<void> {
  await database.pool.query(`update sessions
    set created_at = created_at - interval '20 minutes', confirmed_at = null`);
}

/** An administrator who has never had a password, in a session of twenty minutes. */
async function arrive(name: string): Promise<Browser> {
  const email = `${name}@example.com`;
  const admin = await server.signIn();
  await makeInvitation(admin, { email, role: 'admin' });
  provider.people[name] = { email, email_verified: true };
  const browser = createBrowser(server);
  expect(pathOf(await browser.signIn(name))).toBe('/');
  await later(server);
  return browser;
}

async function deleteSomebody(browser: Browser, at = server): Promise<[number, unknown]> {
  const { id } = await makeUser(at, { is_active: false });
  const { status, code } = await browser.call<unknown>('DELETE', `/users/${id}`);
  return [status, code];
}

const refused = [403, 'auth.confirmation_needed'];

async function authRequest(browser: Browser, to = '/users?view=7'): Promise<URL> {
  const response = await browser.call<{ address: string }>('POST', '/auth/confirm/provider', {
    to,
  });
  expect(response.status).toBe(200);
  return new URL(response.data.address);
}

/** Signs in at the provider's form, which is shown although it knows the person already. */
async function showAgain(browser: Browser, form: Record<string, string>): Promise<string> {
  const shown = await browser.open((await authRequest(browser)).href);
  expect(shown.url.pathname).toMatch(/^\/interaction\//);
  return pathOf(await browser.open(shown.url.href, form));
}

it('who has no password signs in at the provider again, and comes back confirmed', async () => {
  const browser = await arrive('asha');
  const ways = await browser.call<Confirmation>('GET', '/auth/confirm');
  expect(ways.data.ways).toEqual(['provider']);
  expect(await deleteSomebody(browser)).toEqual(refused);
  const { searchParams } = await authRequest(browser);
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  expect(await showAgain(browser, { login: 'asha' })).toBe('/users?view=7&confirmed=yes');
  expect(await deleteSomebody(browser)).toEqual([200, undefined]);
  const { rows } = await server.database.pool.query(
    `select after->>'part' as part from audit_log where action = 'confirmed'`,
  );
  expect(rows).toEqual([{ part: 'provider' }]);
});

it('a browser that the provider knows confirms no one by going there without the wish to ask again', async () => {
  const browser = await arrive('farah');
  const address = await authRequest(browser);
  for (const parameter of ['prompt', 'max_age']) address.searchParams.delete(parameter);
  expect(pathOf(await browser.open(address.href))).toBe('/users?view=7&confirmed=no');
  expect(await deleteSomebody(browser)).toEqual(refused);
});

it('who cancels is not confirmed', async () => {
  const browser = await arrive('meera');
  expect(await showAgain(browser, { cancel: 'yes' })).toBe('/users?view=7&confirmed=no');
  expect(await deleteSomebody(browser)).toEqual(refused);
});

it('an answer counts once, in the browser that asked, and signs no one in', async () => {
  const [browser, other] = [await arrive('kiran'), createBrowser(server)];
  const shown = await browser.open((await authRequest(browser)).href);
  const back = await browser.openUntilBack(shown.url.href, { login: 'kiran' });
  const over = '/login?refused=over';
  expect(pathOf(await other.open(back))).toBe(over);
  expect(pathOf(await browser.open(back))).toBe('/users?view=7&confirmed=yes');
  expect(pathOf(await browser.open(back))).toBe(over);
  expect((await other.call('GET', '/auth/me')).status).toBe(401);
  expect(await deleteSomebody(browser)).toEqual([200, undefined]);
});

it('a person whom the provider does not know sees why, and confirms otherwise', async () => {
  const user = await makeUser(server, { role: 'admin' });
  const client = await server.signIn(user.username, user.password);
  expect((await client.get<Confirmation>('/auth/confirm')).body.data.ways).toEqual(['password']);
  const response = await client.post('/auth/confirm/provider', { to: '/users' });
  expect(response).toMatchObject({ status: 409, body: { code: 'auth.provider_unlinked' } });
});

/** What the forger says of an administrator whom it makes sign in. */
async function claimsOfForger(name: string): Promise<Record<string, unknown>> {
  const { username, email } = await makeUser(forged, { role: 'admin' });
  return { sub: `${name} ${username}`, email, email_verified: true };
}

it('a sign-in without a form counts as a proof only if the person was at one lately', async () => {
  const person = await claimsOfForger('silent');
  const seconds = Math.floor(Date.now() / 1000);
  for (const [claims, expected] of [
    [{}, refused],
    [{ auth_time: seconds - 3600 }, refused],
    [{ auth_time: seconds - 10 }, [200, undefined]],
    [{ auth_time: seconds + 3600 }, [200, undefined]],
  ] as const) {
    forger.does({ claims: { ...person, ...claims } });
    const browser = createBrowser(forged);
    expect(pathOf(await browser.begin())).toBe('/');
    expect(await deleteSomebody(browser, forged)).toEqual(expected);
  }
  const { rows } = await forged.database.pool.query(
    'select 1 from sessions where confirmed_at > $1',
    [forged.clock.now()],
  );
  expect(rows).toEqual([]);
});

it('someone else, and a provider that asks no one, confirm nothing', async () => {
  const person = await claimsOfForger('forged');
  forger.does({ claims: person });
  const browser = createBrowser(forged);
  await browser.begin();
  await later(forged);
  const seconds = Math.floor(Date.now() / 1000);
  for (const [claims, outcome] of [
    [{}, 'no'],
    [{ auth_time: seconds - 3600 }, 'no'],
    [{ auth_time: seconds, sub: 'admin', email: 'admin@example.com' }, 'no'],
    [{ auth_time: seconds }, 'yes'],
  ] as const) {
    forger.does({ claims: { ...person, ...claims } });
    const path = pathOf(await browser.open((await authRequest(browser)).href));
    expect(path).toBe(`/users?view=7&confirmed=${outcome}`);
    const expected = outcome === 'yes' ? [200, undefined] : refused;
    expect(await deleteSomebody(browser, forged)).toEqual(expected);
  }
});
