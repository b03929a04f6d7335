import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { signInWith } from '../../roles/server/roles.builders';
import { signInNew } from '../../server/users.builders';
import { deleteWith, setUpFactor } from './factors.builders';
import { addPasskey, optionsFor, pageOrigin, signInByPasskey } from './passkeys.builders';

const test = ownServer({ PUBLIC_URL: pageOrigin });
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(2 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];

describe('where a role requires a second factor', () => {
  async function someoneOf(required: boolean) {
    const { server } = test;
    const admin = await server.signIn();
    const user = await signInWith({ server, admin }, { leads: { read: 'all' } });
    const setRequired = (second_factor_required: boolean) =>
      admin.put(`/roles/${user.role_id}`, { second_factor_required });
    await setRequired(required);
    return { ...user, setRequired };
  }

  it('a passkey is one: it opens the product, and is then asked for besides the password', async () => {
    const { client, username, password } = await someoneOf(true);
    expect((await client.get('/leads')).status).toBe(403);
    const { authenticator } = await addPasskey(client);
    expect((await client.get('/leads')).status).toBe(200);
    const browser = test.server.client();
    const needed = await browser.post('/auth/login', { username, password });
    expect(outcomeOf(needed)).toEqual([401, 'auth.second_factor_needed']);
    expect(needed.body.details).toEqual([{ field: 'passkey', message: 'Please use your passkey' }]);
    const code = await browser.post('/auth/login', { username, password, code: '123456' });
    expect(outcomeOf(code)).toEqual([401, 'auth.second_factor_wrong']);
    const passkey = authenticator.get(await optionsFor(browser, 'sign-in'));
    expect((await browser.post('/auth/login', { username, password, passkey })).status).toBe(200);
    expect((await browser.get('/leads')).status).toBe(200);
  });

  it('the last one stays, of two either may go', async () => {
    const { client, password } = await someoneOf(true);
    const { passkey } = await addPasskey(client);
    const remove = () => client.delete(`/auth/passkeys/${passkey.id}`);
    const turnOff = () => deleteWith(client, '/auth/second-factor', password);
    const refused = await remove();
    expect([...outcomeOf(refused), refused.body.error]).toEqual([
      409,
      'factor.demanded',
      'Your role requires two-step sign-in. Add another method first',
    ]);
    await setUpFactor(test.server, client, password);
    // Both at once: one of them stays.
    expect(statusesOf(await Promise.all([remove(), turnOff()]))).toEqual([200, 409]);
    expect((await client.get('/leads')).status).toBe(200);
  });

  it('who came with a passkey has shown more than a password, also when it is gone', async () => {
    const { client, setRequired } = await someoneOf(false);
    const { authenticator, passkey } = await addPasskey(client);
    const browser = test.server.client();
    expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
    await client.delete(`/auth/passkeys/${passkey.id}`);
    await setRequired(true);
    expect((await client.get('/leads')).status).toBe(403);
    expect((await browser.get('/leads')).status).toBe(200);
  });
});

it('the setting for users without a role is as strict as a role', async () => {
  const admin = await test.server.signIn();
  const setRequired = (user_second_factor_required: boolean) =>
    admin.put('/settings', { user_second_factor_required });
  expect((await setRequired(true)).status).toBe(200);
  const { client, username, password } = await signInNew(test.server);
  expect((await client.get('/leads')).status).toBe(403);
  const { passkey, authenticator } = await addPasskey(client);
  expect((await client.get('/leads')).status).toBe(200);
  const browser = test.server.client();
  const signIn = (more: object) => browser.post('/auth/login', { username, password, ...more });
  expect(outcomeOf(await signIn({}))).toEqual([401, 'auth.second_factor_needed']);
  const shown = authenticator.get(await optionsFor(browser, 'sign-in'));
  expect((await signIn({ passkey: shown })).status).toBe(200);
  const remove = () => client.delete(`/auth/passkeys/${passkey.id}`);
  expect(outcomeOf(await remove())).toEqual([409, 'factor.demanded']);
  expect((await setRequired(false)).status).toBe(200);
  expect((await remove()).status).toBe(200);
});
