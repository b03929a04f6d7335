import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import type { ApiResponse, Caller } from '~/kit/server/testing/test-calls';
import { mailsTo } from '~/kit/server/testing/test-mails';
import { confirmationPhrase } from '~/modules/upkeep/privacy/privacy.rules';
import { signInNew } from '../../server/users.builders';
import { statusOf } from '../../sessions/server/sessions.builders';
import type { Passkey } from '../passkeys.fields';
import {
  addPasskey,
  type Authenticator,
  makeAuthenticator,
  optionsFor,
  pageOrigin,
  signInByPasskey,
  type Twist,
} from './passkeys.builders';

const test = ownServer({ PUBLIC_URL: pageOrigin });
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(2 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];

async function namesOf(client: Caller): Promise<string[]> {
  const { data } = (await client.get<Passkey[]>('/auth/passkeys')).body;
  return data.map(({ name }) => name);
}

async function entriesOf(user: number): Promise<string[]> {
  const found = await sql<{ action: string }>`select action from audit_log
    where entity = 'users' and record = ${String(user)} and action like '%passkey%'
    order by id`.execute(test.server.database.db);
  return found.rows.map(({ action }) => action);
}

const signInStatus = async (authenticator: Authenticator) =>
  (await signInByPasskey(test.server.client(), authenticator)).status;

describe('the user’s own passkeys', () => {
  it('are several, with names, and say when they were used', async () => {
    const { client, id, email } = await signInNew(test.server);
    const { passkey, authenticator } = await addPasskey(client, '  Phone ');
    expect(passkey).toMatchObject({ name: 'Phone', last_used_at: null });
    await addPasskey(client, 'Key on the ring');
    expect(await namesOf(client)).toEqual(['Phone', 'Key on the ring']);
    expect(await signInStatus(authenticator)).toBe(200);
    const [first] = (await client.get<Passkey[]>('/auth/passkeys')).body.data;
    expect(first?.last_used_at).not.toBeNull();
    const renamed = await client.put<Passkey>(`/auth/passkeys/${passkey.id}`, {
      name: 'Old phone',
    });
    expect(renamed.body.data).toMatchObject({ id: passkey.id, name: 'Old phone' });
    expect((await client.delete(`/auth/passkeys/${passkey.id}`)).status).toBe(200);
    expect(await namesOf(client)).toEqual(['Key on the ring']);
    expect(await signInStatus(authenticator)).toBe(401);
    expect(await entriesOf(id)).toEqual(['passkey added', 'passkey added', 'passkey removed']);
    const mails = await mailsTo(test.server.database, email);
    expect(mails.map(({ body }) => body).join()).toContain('has a new passkey');
    expect(mails.map(({ body }) => body).join()).toContain(
      'no longer accepts one of your passkeys',
    );
    const data = (await client.get<{ passkeys: object[] }>('/privacy/export-data')).body.data;
    expect(data.passkeys).toMatchObject([{ name: 'Key on the ring' }]);
  });

  it('cannot be seen, named or removed by anyone else', async () => {
    const { client } = await signInNew(test.server);
    const { passkey, authenticator } = await addPasskey(client);
    const outsider = (await signInNew(test.server)).client;
    expect(await namesOf(outsider)).toEqual([]);
    const path = `/auth/passkeys/${passkey.id}`;
    expect((await outsider.put(path, { name: 'Mine' })).status).toBe(404);
    expect((await outsider.delete(path)).status).toBe(404);
    const credential = authenticator.create(await optionsFor(outsider, 'new'));
    const taken = await outsider.post('/auth/passkeys', { name: 'Mine', credential });
    expect(outcomeOf(taken)).toEqual([409, 'factor.passkey_known']);
    expect(await namesOf(client)).toEqual(['Phone']);
  });

  it('need a name, and are at most twenty, also at once', async () => {
    const { client } = await signInNew(test.server);
    const credential = makeAuthenticator().create(await optionsFor(client, 'new'));
    for (const name of ['', '   ', 'x'.repeat(61)]) {
      const refused = await client.post('/auth/passkeys', { name, credential });
      expect([refused.status, refused.body.details[0]?.field]).toEqual([400, 'name']);
    }
    const created = await Promise.all(
      Array.from({ length: 22 }, async () =>
        makeAuthenticator().create(await optionsFor(client, 'new')),
      ),
    );
    const responses = await Promise.all(
      created.map((each) => client.post('/auth/passkeys', { name: 'One', credential: each })),
    );
    expect(statusesOf(responses)).toEqual([...Array(20).fill(201), 409, 409]);
    expect(outcomeOf(await client.post('/auth/passkeys/options'))).toEqual([
      409,
      'factor.too_many_passkeys',
    ]);
  });

  it('are added and removed only by the person who was there lately', async () => {
    const { client, password } = await signInNew(test.server);
    const { passkey } = await addPasskey(client);
    test.server.clock.advance(16 * 60_000);
    await client.post('/auth/refresh');
    const refusal = [403, 'auth.confirmation_needed'];
    expect(outcomeOf(await client.post('/auth/passkeys/options'))).toEqual(refusal);
    expect(outcomeOf(await client.delete(`/auth/passkeys/${passkey.id}`))).toEqual(refusal);
    await client.post('/auth/confirm', { password });
    expect((await client.delete(`/auth/passkeys/${passkey.id}`)).status).toBe(200);
  });

  const twists: [string, Twist][] = [
    ['another page', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:4712' }],
    ['another host', { party: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['signing in', { type: 'webauthn.get' }],
    ['an unverified user', { isVerified: false }],
    ['a maker whose certificates would have to be fetched', { certificate: Buffer.from('der') }],
  ];
  it.each(twists)('are not made for %s', async (_what, twist) => {
    const { client } = await signInNew(test.server);
    const credential = makeAuthenticator().create(await optionsFor(client, 'new'), twist);
    const refused = await client.post('/auth/passkeys', { name: 'Phone', credential });
    expect([refused.status, refused.body.details[0]?.field]).toEqual([400, 'credential']);
    expect(await namesOf(client)).toEqual([]);
  });

  it('are made once for a challenge, in its session, and soon', async () => {
    const { client, username, password } = await signInNew(test.server);
    const add = (by: Caller, options: Awaited<ReturnType<typeof optionsFor>>) =>
      by.post('/auth/passkeys', { name: 'One', credential: makeAuthenticator().create(options) });
    const options = await optionsFor(client, 'new');
    const otherClient = await test.server.signIn(username, password);
    expect((await add(otherClient, options)).status).toBe(400);
    expect((await add(client, options)).status).toBe(201);
    expect((await add(client, options)).status).toBe(400);
    const late = await optionsFor(client, 'new');
    test.server.clock.advance(5 * 60_000 + 1000);
    expect(outcomeOf(await add(client, late))).toEqual([400, 'auth.passkey_expired']);
  });
});

describe('passkeys that were lost', () => {
  it('are reset by an administrator, with the app or without', async () => {
    const { client, id } = await signInNew(test.server);
    const { authenticator } = await addPasskey(client);
    const admin = (await signInNew(test.server, { role: 'admin' })).client;
    expect((await admin.delete(`/users/${id}/second-factor`)).status).toBe(200);
    expect(await statusOf(client)).toBe(401);
    expect(await signInStatus(authenticator)).toBe(401);
    expect((await admin.delete(`/users/${id}/second-factor`)).status).toBe(404);
  });

  it('go with a person who is anonymized', async () => {
    const { client, id } = await signInNew(test.server);
    await addPasskey(client);
    const confirmation = confirmationPhrase;
    expect((await client.post('/privacy/anonymize-data', { confirmation })).status).toBe(200);
    const remaining = await sql`select from passkeys where user_id = ${id}`.execute(
      test.server.database.db,
    );
    expect(remaining.rows).toEqual([]);
  });
});
