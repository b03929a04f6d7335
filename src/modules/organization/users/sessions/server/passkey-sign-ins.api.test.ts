import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { setUpFactor } from '../../factors/server/factors.builders';
import {
  makeAuthenticator,
  optionsFor,
  pageOrigin,
  signInByPasskey,
  someoneWithPasskey,
  type Twist,
} from '../../factors/server/passkeys.builders';
import { makeUser, signInNew } from '../../server/users.builders';
import type { SessionUser } from '../sessions.fields';
import { statusOf } from './sessions.builders';

const test = ownServer({ PUBLIC_URL: pageOrigin });
beforeEach(() => test.server.clock.advance(2 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const refused = [401, 'auth.passkey_refused'];

const send = (browser: Caller, credential: unknown) =>
  browser.post<{ user: SessionUser }>('/auth/passkeys/sign-in', { credential });

async function actionsOf(user: number): Promise<string[]> {
  const found = await sql<{ action: string; part: string | null }>`
    select action, after ->> 'part' as part from audit_log
    where entity = 'users' and record = ${String(user)} order by id`.execute(
    test.server.database.db,
  );
  return found.rows.map(({ action, part }) => [action, part].filter(Boolean).join(' '));
}

describe('signing in with a passkey', () => {
  it('needs no name and no password, and tells nothing before', async () => {
    const { authenticator, username, id } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const options = await browser.post<object>('/auth/passkeys/sign-in/options');
    expect(options.body.data).toEqual({
      rpId: 'localhost',
      userVerification: 'required',
      timeout: 300_000,
      challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
    const entered = await signInByPasskey(browser, authenticator);
    expect(entered.status).toBe(200);
    expect(entered.body.data).toMatchObject({ user: { username } });
    expect(await statusOf(browser)).toBe(200);
    const way = await sql<{ way: string }>`select way from sessions where user_id = ${id}
      order by id desc limit 1`.execute(test.server.database.db);
    expect(way.rows).toEqual([{ way: 'passkey' }]);
  });

  it('ends the session that the browser had, and asks for no code next to it', async () => {
    const { authenticator, client, password } = await someoneWithPasskey(test.server);
    await setUpFactor(test.server, client, password);
    const browser = test.server.client();
    await signInByPasskey(browser, authenticator);
    const earlier = test.server.client();
    for (const [name, value] of browser.cookies) earlier.cookies.set(name, value);
    expect((await signInByPasskey(browser, authenticator)).status).toBe(200);
    expect([await statusOf(browser), await statusOf(earlier)]).toEqual([200, 401]);
  });

  const twists: [string, Twist][] = [
    ['another page', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:4712' }],
    ['another host', { party: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['a new passkey', { type: 'webauthn.create' }],
    ['an unverified user', { isVerified: false }],
    ['another person', { userHandle: 'somebodyelse' }],
  ];
  it.each(twists)('is refused for %s, counted and logged', async (_what, twist) => {
    const { authenticator, id } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const response = await signInByPasskey(browser, authenticator, twist);
    expect([...outcomeOf(response), response.body.error]).toEqual([
      ...refused,
      'This passkey was not accepted. Please try again, or sign in with your password.',
    ]);
    expect(await statusOf(browser)).toBe(401);
    expect((await actionsOf(id)).at(-1)).toBe('sign-in refused passkey');
  });

  it('is refused for a signature of another key, and for a passkey that no one has', async () => {
    const { authenticator } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const forged = makeAuthenticator().get(await optionsFor(browser, 'sign-in'));
    expect(outcomeOf(await send(browser, forged))).toEqual(refused);
    const { id } = authenticator;
    const again = makeAuthenticator().get(await optionsFor(browser, 'sign-in'));
    expect(outcomeOf(await send(browser, { ...again, id, rawId: id }))).toEqual(refused);
    const mangled = { ...forged, response: { ...forged.response, clientDataJSON: 'AAAA' } };
    expect(outcomeOf(await send(browser, mangled))).toEqual(refused);
  });

  it('answers a challenge once, also at once, in its own browser alone, and soon', async () => {
    const { authenticator } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const credential = authenticator.get(await optionsFor(browser, 'sign-in'));
    expect(outcomeOf(await send(test.server.client(), credential))).toEqual(refused);
    const both = await Promise.all([send(browser, credential), send(browser, credential)]);
    expect(statusesOf(both)).toEqual([200, 401]);
    expect(outcomeOf(await send(browser, credential))).toEqual(refused);
    const late = authenticator.get(await optionsFor(browser, 'sign-in'));
    test.server.clock.advance(5 * 60_000 + 1000);
    const over = await send(browser, late);
    expect([...outcomeOf(over), over.body.error]).toEqual([
      400,
      'auth.passkey_expired',
      'This took too long. Please use your passkey again.',
    ]);
  });

  it('uses a challenge up, also when it fails', async () => {
    const { authenticator } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    const options = await optionsFor(browser, 'sign-in');
    await send(browser, authenticator.get(options, { isVerified: false }));
    expect(outcomeOf(await send(browser, authenticator.get(options)))).toEqual(refused);
  });

  it('is refused where the counter went back: someone has a copy', async () => {
    const { authenticator, id } = await someoneWithPasskey(test.server);
    const browser = test.server.client();
    expect((await signInByPasskey(browser, authenticator, { counter: 40 })).status).toBe(200);
    for (const counter of [40, 39, 0])
      expect(outcomeOf(await signInByPasskey(browser, authenticator, { counter }))).toEqual(
        refused,
      );
    expect((await signInByPasskey(browser, authenticator, { counter: 41 })).status).toBe(200);
    const copied = (await actionsOf(id)).filter((action) => action === 'passkey copied');
    expect(copied).toHaveLength(3);
  });

  it('is refused for a person who is deactivated, or removed the passkey', async () => {
    const one = await someoneWithPasskey(test.server);
    await one.client.delete(`/auth/passkeys/${one.passkey.id}`);
    expect(outcomeOf(await signInByPasskey(test.server.client(), one.authenticator))).toEqual(
      refused,
    );
    const other = await someoneWithPasskey(test.server);
    const admin = (await signInNew(test.server, { role: 'admin' })).client;
    await admin.put(`/users/${other.id}`, { is_active: false });
    expect(outcomeOf(await signInByPasskey(test.server.client(), other.authenticator))).toEqual(
      refused,
    );
  });

  it('is under the limits of signing in', async () => {
    const { authenticator, username } = await someoneWithPasskey(test.server);
    const { client } = test.server;
    for (let tries = 0; tries < 10; tries += 1)
      await client().post('/auth/login', { username, password: 'not it' });
    const locked = await signInByPasskey(client(), authenticator);
    expect(outcomeOf(locked)).toEqual([429, 'auth.too_many_attempts']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leaves only so many challenges of one network unanswered', async () => {
    const statuses = new Map<number, number>();
    for (let attempt = 0; attempt < 110; attempt += 1) {
      const { status } = await test.server.client().post('/auth/passkeys/sign-in/options');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(429)).toBeGreaterThanOrEqual(10);
    expect(statuses.get(200)).toBeGreaterThan(50);
    test.server.clock.advance(11 * 60_000);
    await optionsFor(test.server.client(), 'sign-in');
    const remaining = await sql`select from passkey_challenges`.execute(test.server.database.db);
    expect(remaining.rows).toHaveLength(1);
  });
});

it('there are none at an address of numbers', async () => {
  const origin = `http://${new URL(test.server.url).host}`;
  const response = await test.server
    .client()
    .post('/auth/passkeys/sign-in/options', undefined, { origin });
  expect(outcomeOf(response)).toEqual([409, 'auth.passkeys_unavailable']);
  expect((await makeUser(test.server)).id).toBeGreaterThan(0);
});
