import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Forger, type Misbehaviour, startForger } from '~/kit/server/testing/test-forger';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import type { SessionUser } from '../../sessions/sessions.fields';
import { makeUser } from '../../server/users.builders';
import type { User } from '../../users.fields';
import { createBrowser, pathOf, publicUrl } from './providers.builders';

let forger: Forger;
let server: TestServer;
let admin: TestClient;

const adminIs = {
  sub: 'admin',
  email: 'admin@example.com',
  email_verified: true,
  groups: 'bosses',
};

beforeAll(async () => {
  forger = await startForger('crm');
  server = await startTestServer({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: forger.issuer,
    OIDC_CLIENT_ID: 'crm',
    OIDC_CREATE_USERS: 'true',
    OIDC_ROLE_MAP: '{"bosses":"administrator","sellers":"Sales","lost":"No such role"}',
  });
  admin = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await forger.close();
});
beforeEach(() => forger.does({}));

/** Where a sign-in ends at a provider that does this. */
async function signInWhere(misbehaviour: Misbehaviour): Promise<string> {
  forger.does(misbehaviour);
  return pathOf(await createBrowser(server).begin());
}

/** Signs in whom the provider calls this, and gives who that is here. */
async function signInAs(claims: Record<string, unknown>): Promise<SessionUser> {
  forger.does({ claims: { email_verified: true, ...claims } });
  const browser = createBrowser(server);
  expect(pathOf(await browser.begin())).toBe('/');
  return (await browser.call<{ user: SessionUser }>('GET', '/auth/me')).data.user;
}

const now = () => Math.floor(Date.now() / 1000);

describe('an answer that cannot be trusted', () => {
  it.each<[string, () => Misbehaviour]>([
    ['a foreign key', () => ({ hasWrongKey: true })],
    ['no signature', () => ({ header: { alg: 'none' } })],
    ['another method of signing', () => ({ header: { alg: 'HS256' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['another audience', () => ({ claims: { aud: 'another client' } })],
    ['another nonce', () => ({ claims: { nonce: 'of another sign-in' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['an end that is past', () => ({ claims: { exp: now() - 300, iat: now() - 600 } })],
    ['garbage', () => ({ response: { status: 200, type: 'application/json', text: '<html>' } })],
    ['no JSON', () => ({ response: { status: 200, type: 'text/html', text: 'Welcome' } })],
    ['no ID token', () => ({ response: tokensWithout })],
  ])('with %s signs no one in', async (_what, misbehaviour) => {
    const given = misbehaviour();
    const claims = { ...adminIs, ...given.claims };
    expect(await signInWhere({ ...given, claims })).toBe('/login?refused=untrusted');
  });

  const tokensWithout = {
    status: 200,
    type: 'application/json',
    text: '{"access_token":"a","token_type":"Bearer"}',
  };

  it('is reported in one line of the log, without its content', async () => {
    await signInWhere({ hasWrongKey: true, claims: adminIs });
    expect(server.log()).toContain('sign-in refused');
    expect(server.log()).not.toContain('eyJ');
  });
});

describe('a provider in trouble', () => {
  it.each<[string, Misbehaviour, string]>([
    ['that fails', { response: { status: 500, type: 'text/plain', text: 'Oh' } }, 'unreachable'],
    ['that hangs', { hangs: true }, 'unreachable'],
    ['that says too much', { response: endless() }, 'unreachable'],
    ['that sends us on', { response: { status: 307, type: 'text/html', text: '' } }, 'untrusted'],
    ['that refuses the code', { response: refusal() }, 'refused'],
    ['that is denied', { back: { code: null, error: 'access_denied' } }, 'cancelled'],
    ['that fails before', { back: { code: null, error: 'server_error' } }, 'refused'],
    ['that forgets the state', { back: { state: null } }, 'over'],
    ['that forgets the code', { back: { code: null } }, 'untrusted'],
    ['that is another by `iss`', { back: { iss: 'https://evil.example' } }, 'untrusted'],
  ])('%s signs no one in, and the page says why', async (_what, misbehaviour, refused) => {
    expect(await signInWhere(misbehaviour)).toBe(`/login?refused=${refused}`);
  });

  function endless() {
    return { status: 200, type: 'application/json', text: `"${'x'.repeat(2_000_000)}"` };
  }

  function refusal() {
    return { status: 400, type: 'application/json', text: '{"error":"invalid_grant"}' };
  }
});

describe('roles that the provider names', () => {
  it('are given to a new account, and follow at each sign-in', async () => {
    const email = 'ravi@example.com';
    const person = { sub: 'ravi', email, given_name: 'Ravi', family_name: 'Menon' };
    const first = await signInAs({ ...person, groups: ['staff', 'sellers'] });
    expect(first).toMatchObject({ first_name: 'Ravi', last_name: 'Menon', email, role_id: 2 });
    const second = await signInAs({ ...person, groups: ['sellers', 'bosses'] });
    expect(second).toMatchObject({ id: first.id, role: 'admin', role_id: 1 });
    const third = await signInAs({ ...person, groups: 'sellers' });
    expect(third).toMatchObject({ id: first.id, role: 'user', role_id: 2 });
  });

  it.each([['none'], ['staff'], ['lost']])('of %s let no one in', async (group) => {
    const claims = {
      sub: group,
      email: `${group}@example.com`,
      email_verified: true,
      groups: [group],
    };
    expect(await signInWhere({ claims })).toBe('/login?refused=no_role');
    const users = await admin.get<User[]>('/users');
    expect(users.body.data.map(({ email }) => email)).not.toContain(`${group}@example.com`);
  });

  it('leave the last active administrator one', async () => {
    const users = await admin.get<User[]>('/users');
    const others = users.body.data.filter(
      ({ role, username }) => role === 'admin' && username !== 'admin',
    );
    for (const { id } of others) await admin.put(`/users/${id}`, { role: 'user' });
    expect(await signInAs({ ...adminIs, groups: ['sellers'] })).toMatchObject({ role: 'admin' });
    const stored = await server.database.pool.query(
      `select 1 from audit_log where action = 'role unchanged'`,
    );
    expect(stored.rowCount).toBe(1);
  });
});

describe('a role that requires a second factor', () => {
  it('takes the provider’s word for one, and nothing less', async () => {
    const user = await makeUser(server);
    expect((await admin.put('/roles/2', { second_factor_required: true })).status).toBe(200);
    const claims = { sub: user.username, email: user.email, groups: ['sellers'] };
    expect(await signInAs(claims)).toMatchObject({ id: user.id, must_set_up_factor: true });
    expect(await signInAs({ ...claims, amr: ['pwd'] })).toMatchObject({ must_set_up_factor: true });
    expect(await signInAs({ ...claims, amr: ['pwd', 'mfa'] })).toMatchObject({
      must_set_up_factor: false,
    });
  });
});
