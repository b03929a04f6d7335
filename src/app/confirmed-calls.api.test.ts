import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { invitationBody } from '~/modules/organization/invitations/server/invitations.builders';
import { setUpFactor } from '~/modules/organization/users/factors/server/factors.builders';
import { pageOrigin } from '~/modules/organization/users/factors/server/passkeys.builders';
import { makeUser, signInNew, userBody } from '~/modules/organization/users/server/users.builders';
import { confirmedCalls } from './testing/confirmed-calls.builders';
import { ownServer } from './testing/test-file-server';

const test = ownServer({ PUBLIC_URL: pageOrigin });
// A code is accepted once, so each test starts in a new time step.
beforeEach(() => test.server.clock.advance(5 * 60_000));

const password = 'a good password';
const refused = [403, 'auth.confirmation_needed', 'Please enter your password again to continue'];
const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code, body.error];

/** Calls that change access or are for administrators, and why they need no confirmation of identity. */
const unconfirmed: Readonly<Record<string, readonly string[]>> = {
  'it proves an identity, or signs out': [
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/refresh',
    'POST /auth/oidc/code',
    'POST /auth/passkeys/sign-in',
    'POST /auth/passkeys/sign-in/options',
    'POST /auth/confirm',
    'POST /auth/confirm/provider',
  ],
  'it works by a link that was mailed, or mails one': [
    'POST /auth/forgot-password',
    'POST /auth/reset-password',
    'POST /auth/confirm-email',
    'POST /users/invite/:token/accept',
  ],
  'its challenge was given to a confirmed session': ['POST /auth/passkeys'],
  'it takes away what belongs to the user or to no one yet, and may be in a hurry': [
    'DELETE /api-keys/:id',
    'DELETE /auth/sessions',
    'DELETE /auth/sessions/:id',
    'DELETE /users/invitations/:id',
    'DELETE /webhooks/:id',
  ],
  'it gives no one access': [
    'POST /auth/activity',
    'PUT /auth/passkeys/:id',
    'PUT /auth/workspace',
    'POST /auth/me/photo',
    'DELETE /auth/me/photo',
    'POST /workspaces',
    'PUT /workspaces/:id',
    'POST /privacy/consents',
    'PUT /privacy/policy-info',
    'POST /demo',
    'DELETE /demo',
    'POST /admin/backups',
    'POST /admin/verify',
    'PUT /billing/logo',
    'DELETE /billing/logo',
    'POST /locations',
    'PUT /locations/:id',
    'DELETE /locations/:id',
    'POST /units',
    'PUT /units/:id',
    'DELETE /units/:id',
    'POST /custom-fields',
    'PUT /custom-fields/:id',
    'POST /tax-classes',
    'PUT /tax-classes/:id',
    'DELETE /tax-classes/:id',
    'POST /pipeline/stages',
    'PUT /pipeline/stages/:id',
    'POST /lead-sources',
    'PUT /lead-sources/:id',
    'DELETE /lead-sources/:id',
    'POST /lead-sources/:id/token',
    'POST /lead-sources/:id/try',
    'POST /lead-sources/:id/pull',
    'POST /lead-sources/:id/arrivals/:aid/accept',
    'POST /webhooks/:id/test',
    'POST /webhooks/:id/replay',
    'POST /webhooks/:id/deliveries/:did/replay',
  ],
};

const areasOfAccess: readonly string[] = [
  'Account',
  'Invitations',
  'Privacy',
  'Roles',
  'Server',
  'Settings',
  'Sign-in',
  'Users',
  'Workspaces',
];

describe('the calls that need a confirmation', () => {
  const declared = () =>
    test.server.server.declared.map(({ method, url, ...call }) => ({
      ...call,
      method,
      name: `${method} ${url.replace('/api', '')}`,
    }));

  it('are those that are tried here', () => {
    const confirmed = declared().filter((call) => call.confirmed !== false);
    expect(confirmed.map(({ name }) => name).sort()).toEqual(Object.keys(confirmedCalls).sort());
  });

  it('are all that change access, but for those named here with their reason', () => {
    const open = declared().filter(
      ({ method, access, tag, confirmed }) =>
        method !== 'GET' &&
        confirmed === false &&
        (access === 'admin' || areasOfAccess.includes(tag)),
    );
    expect(open.map(({ name }) => name).sort()).toEqual(Object.values(unconfirmed).flat().sort());
  });
});

const tries = Object.entries(confirmedCalls).flatMap(([name, all]) =>
  all.map((prepare, index) => [`${name} ${index + 1}`, prepare] as const),
);

describe.each(tries)('%s', (_name, prepare) => {
  it('goes through in a session that has just begun', async () => {
    const { call } = await prepare(test.server);
    expect([200, 201]).toContain((await call()).status);
  });

  it('asks later, does nothing, and goes through once it was confirmed', async () => {
    const { call, client, proof } = await prepare(test.server);
    test.server.clock.advance(16 * 60_000);
    expect((await client.post('/auth/refresh')).status).toBe(200);
    expect(outcomeOf(await call())).toEqual(refused);
    expect(outcomeOf(await call())).toEqual(refused);
    expect((await client.post('/auth/confirm', (await proof?.()) ?? { password })).status).toBe(
      200,
    );
    expect([200, 201]).toContain((await call()).status);
  });
});

describe('a session of sixteen minutes', () => {
  async function old(values: Parameters<typeof makeUser>[1] = {}) {
    const user = await signInNew(test.server, values);
    test.server.clock.advance(16 * 60_000);
    expect((await user.client.post('/auth/refresh')).status).toBe(200);
    return user;
  }

  it('cannot wash itself by another account, nor rob an administrator', async () => {
    const { client } = await old({ role: 'admin' });
    const other = await makeUser(test.server, { role: 'admin' });
    const created = userBody({ role: 'admin', password });
    expect(outcomeOf(await client.post('/users', created))).toEqual(refused);
    const reset = { password: 'known to a thief' };
    expect(outcomeOf(await client.put(`/users/${other.id}/reset-password`, reset))).toEqual(
      refused,
    );
    const signIn = (username: unknown, tried: string) =>
      test.server.client().post('/auth/login', { username, password: tried });
    expect((await signIn(created.username, password)).status).toBe(401);
    expect((await signIn(other.username, reset.password)).status).toBe(401);
    expect((await signIn(other.username, other.password)).status).toBe(200);
  });

  it('changes what gives no one access, also when the rest is sent along as it was', async () => {
    const { client } = await old({ role: 'admin' });
    const { password: _, ...user } = await makeUser(test.server);
    for (const body of [{ phone: '98765 43210' }, { ...user, updated_at: undefined, bio: 'New' }])
      expect((await client.put(`/users/${user.id}`, body)).status).toBe(200);
    const { data } = (await client.get<object>('/settings')).body;
    expect((await client.put('/settings', { ...data, revenue_goal: 5 })).status).toBe(200);
    expect((await client.put('/admin/retention', { sessions: 91 })).status).toBe(200);
  });

  it('changes the person’s own account where the password is all that there is', async () => {
    const { client } = await old();
    const address = { email: 'mine@example.com', password };
    expect((await client.put('/auth/me', address)).status).toBe(200);
    expect((await client.put('/auth/security', { session_timeout_minutes: 15 })).status).toBe(200);
    expect((await client.post('/auth/second-factor', { password })).status).toBe(200);
    const change = { currentPassword: password, newPassword: 'a much better one' };
    expect((await client.put('/auth/change-password', change)).status).toBe(200);
  });

  it('is confirmed by nothing less than the second factor, where there is one', async () => {
    const { client } = await signInNew(test.server, { role: 'admin' });
    const { codes } = await setUpFactor(test.server, client, password);
    test.server.clock.advance(16 * 60_000);
    expect((await client.post('/auth/refresh')).status).toBe(200);
    const ways = await client.get<{ ways: string[] }>('/auth/confirm');
    expect(ways.body.data.ways).toEqual(['code']);
    const byPassword = await client.post('/auth/confirm', { password });
    expect([byPassword.status, byPassword.body.details]).toEqual([
      400,
      [{ field: 'password', message: 'Please use your second factor instead of the password' }],
    ]);
    const invite = () => client.post('/users/invite', invitationBody());
    expect(outcomeOf(await invite())).toEqual(refused);
    expect((await client.post('/auth/confirm', { code: codes[0] })).status).toBe(200);
    expect((await invite()).status).toBe(201);
  });
});
