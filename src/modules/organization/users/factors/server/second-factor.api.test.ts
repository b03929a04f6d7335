import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { confirmationPhrase } from '~/modules/upkeep/privacy/privacy.rules';
import { mailsTo } from '~/kit/server/testing/test-mails';
import { signInNew } from '../../server/users.builders';
import { statusOf } from '../../sessions/server/sessions.builders';
import type { Beginning, SecondFactor } from '../second-factor.fields';
import {
  appCode,
  deleteWith,
  eventsOf,
  setUpFactor,
  signInByPassword,
  someoneWithFactor,
} from './factors.builders';

const test = ownServer();
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(20 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const needed = [401, 'auth.second_factor_needed'];

describe('setting up a second factor', () => {
  it('asks the password, and gives secret, address and picture', async () => {
    const { client, username, password } = await signInNew(test.server);
    const refused = await client.post('/auth/second-factor', { password: 'not it' });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'password', message: 'Wrong password' }],
    ]);
    const { data } = (await client.post<Beginning>('/auth/second-factor', { password })).body;
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(data.uri);
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(address.pathname)).toBe(`/Manufacturing CRM:${username}`);
    expect(address.searchParams.get('secret')).toBe(data.secret);
    expect(data.qr).toMatch(/^data:image\/svg\+xml;base64,/);
    expect((await client.get<SecondFactor>('/auth/second-factor')).body.data.enabled).toBe(false);
  });

  it('takes a password or a code, and says so', async () => {
    const { client } = await signInNew(test.server);
    for (const body of [{}, { password: 'x', code: '123456' }])
      expect((await client.post('/auth/second-factor', body)).body.error).toBe(
        'Send {password} or {code}',
      );
  });

  it('is in force once a code was sent, ends the other sessions, and tells the person', async () => {
    const user = await signInNew(test.server);
    const otherClient = await test.server.signIn(user.username, user.password);
    const { secret, codes } = await setUpFactor(test.server, user.client, user.password);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect([await statusOf(user.client), await statusOf(otherClient)]).toEqual([200, 401]);
    const state = await user.client.get<SecondFactor>('/auth/second-factor');
    expect(state.body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(JSON.stringify(state.body)).not.toContain(secret);
    const [mail] = await mailsTo(test.server.database, user.email);
    expect(mail?.body).toContain(
      '\n\nTwo-step sign-in of your account in Manufacturing CRM was turned on',
    );
    expect(mail?.body).not.toContain(secret);
  });

  it('is not by a wrong code, nor by a secret that was begun long ago, nor twice', async () => {
    const { client, password } = await signInNew(test.server);
    const begin = () => client.post<Beginning>('/auth/second-factor', { password });
    const confirm = (code: string) => client.post('/auth/second-factor', { code });
    expect((await confirm('123456')).status).toBe(400);
    const first = (await begin()).body.data.secret;
    const { secret } = (await begin()).body.data;
    expect((await confirm(appCode(test.server.clock, first))).status).toBe(400);
    expect((await confirm(appCode(test.server.clock, secret, 4))).status).toBe(400);
    test.server.clock.advance(16 * 60_000);
    await client.post('/auth/refresh');
    expect((await confirm(appCode(test.server.clock, secret))).status).toBe(400);
    await setUpFactor(test.server, client, password);
    expect(outcomeOf(await begin())).toEqual([409, 'factor.already_set_up']);
    expect((await confirm(appCode(test.server.clock, secret))).status).toBe(400);
  });

  it('leaves the secret in no table, log or answer', async () => {
    const { secret, codes, id } = await someoneWithFactor(test.server);
    const stored = await sql<{ secret: Buffer }>`select secret from second_factors
      where user_id = ${id}`.execute(test.server.database.db);
    expect(stored.rows[0]?.secret.toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(await eventsOf(test.server, id))).not.toContain(secret);
    for (const word of [secret, ...codes]) expect(test.server.log()).not.toContain(word);
    const folder = path.join(test.server.dataDir, 'keys');
    expect(await readdir(folder)).toEqual(['second-factors.key']);
    expect((await stat(path.join(folder, 'second-factors.key'))).mode & 0o777).toBe(0o600);
  });
});

describe('turning a second factor off', () => {
  it('asks the password; then the password alone is enough', async () => {
    const user = await someoneWithFactor(test.server);
    const off = (password: string) => deleteWith(user.client, '/auth/second-factor', password);
    expect((await off('not it')).status).toBe(400);
    expect(outcomeOf(await signInByPassword(test.server, user))).toEqual(needed);
    expect((await off(user.password)).status).toBe(200);
    expect((await off(user.password)).status).toBe(404);
    expect((await signInByPassword(test.server, user)).status).toBe(200);
    const state = await user.client.get<SecondFactor>('/auth/second-factor');
    expect(state.body.data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    const [mail] = await mailsTo(test.server.database, user.email);
    expect(mail?.body).toContain('was turned off');
  });

  it('with a wrong password is bounded like changing it', async () => {
    const { client } = await someoneWithFactor(test.server);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await deleteWith(client, '/auth/second-factor', 'no')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

it('goes with the person who is anonymized', async () => {
  const { client, id } = await someoneWithFactor(test.server);
  const body = { confirmation: confirmationPhrase };
  expect((await client.post('/privacy/anonymize-data', body)).status).toBe(200);
  const remaining = await sql`select from second_factors where user_id = ${id}`.execute(
    test.server.database.db,
  );
  expect(remaining.rows).toEqual([]);
});
