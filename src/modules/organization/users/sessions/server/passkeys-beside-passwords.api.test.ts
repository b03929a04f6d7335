import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { appCode, setUpFactor } from '../../factors/server/factors.builders';
import { optionsFor, pageOrigin, someoneWithPasskey } from '../../factors/server/passkeys.builders';
import type { Confirmation } from '../confirmation.fields';

const test = ownServer({ PUBLIC_URL: pageOrigin });
beforeEach(() => test.server.clock.advance(2 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const refused = [401, 'auth.passkey_refused'];

describe('a passkey as second step', () => {
  it('works in place of the code, and has to be the same person’s', async () => {
    const { authenticator, client, username, password } = await someoneWithPasskey(test.server);
    const { secret } = await setUpFactor(test.server, client, password);
    const outsider = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const needed = await browser.post('/auth/login', { username, password });
    expect(needed.body.details.map(({ field }) => field)).toEqual(['code', 'passkey']);
    expect(needed.body.error).toBe('Please enter the code from your authenticator app');
    const withPasskey = async (by: typeof authenticator) => {
      const passkey = by.get(await optionsFor(browser, 'sign-in'));
      return browser.post('/auth/login', { username, password, passkey });
    };
    expect(outcomeOf(await withPasskey(outsider.authenticator))).toEqual(refused);
    expect((await withPasskey(authenticator)).status).toBe(200);
    const code = appCode(test.server.clock, secret);
    expect((await browser.post('/auth/login', { username, password, code })).status).toBe(200);
  });

  it('is not asked of a person who only has one', async () => {
    const { username, password } = await someoneWithPasskey(test.server);
    const { status } = await test.server.client().post('/auth/login', { username, password });
    expect(status).toBe(200);
  });
});

describe('a passkey as confirmation', () => {
  it('is one more way, of the person’s own passkeys', async () => {
    const { authenticator, username, password } = await someoneWithPasskey(test.server);
    const outsider = await someoneWithPasskey(test.server);
    const client = await test.server.signIn(username, password);
    const { ways } = (await client.get<Confirmation>('/auth/confirm')).body.data;
    expect(ways).toEqual(['password', 'passkey']);
    test.server.clock.advance(16 * 60_000);
    await client.post('/auth/refresh');
    const confirm = async (by: typeof authenticator) => {
      const passkey = by.get(await optionsFor(client, 'sign-in'));
      return client.post('/auth/confirm', { passkey });
    };
    const other = await confirm(outsider.authenticator);
    expect([other.status, other.body.details[0]?.field]).toEqual([400, 'passkey']);
    expect((await confirm(authenticator)).status).toBe(200);
    expect((await client.post('/auth/passkeys/options')).status).toBe(200);
  });
});
