import { readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { Answer } from '~/kit/server/testing/test-calls';
import { confirmationSentence } from '~/modules/privacy/privacy.rules';
import { mailsTo } from '~/kit/server/testing/test-mails';
import { type MadeUser, makeUser, signInNew } from '../../server/users.builders';
import { statusOf } from '../../sessions/server/sessions.builders';
import type { Beginning, SecondFactor } from '../second-factor.fields';
import { appCode, deleteWith, setUpFactor } from './factors.builders';

const test = fileServer();
// A code is taken once: each test has steps of its own.
beforeEach(() => test.server.clock.advance(20 * 60_000));

async function someoneWithFactor() {
  const user = await signInNew(test.server);
  return { ...user, ...(await setUpFactor(test.server, user.client, user.password)) };
}

function signIn({ username, password }: MadeUser, code?: string): Promise<Answer<unknown>> {
  const body = { username, password, ...(code === undefined ? {} : { code }) };
  return test.server.client().post('/auth/login', body);
}

const told = ({ status, body }: Answer<unknown>) => [status, body.code];
const needed = [401, 'auth.second_factor_needed'];
const wrong = [401, 'auth.second_factor_wrong'];

async function entriesOf(user: number) {
  const found = await sql<{ action: string; after: unknown }>`select action, after from audit_log
    where entity = 'users' and record = ${String(user)} order by id`.execute(
    test.server.database.db,
  );
  return found.rows;
}

describe('setting up a second factor', () => {
  it('asks the password, and gives secret, address and picture', async () => {
    const { client, username, password } = await signInNew(test.server);
    const refused = await client.post('/auth/second-factor', { password: 'not it' });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ field: 'password', message: 'The password is not right' }],
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

  it('is in force once a code was sent, ends the other sessions, and tells the person', async () => {
    const user = await signInNew(test.server);
    const elsewhere = await test.server.signIn(user.username, user.password);
    const { secret, codes } = await setUpFactor(test.server, user.client, user.password);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    expect([await statusOf(user.client), await statusOf(elsewhere)]).toEqual([200, 401]);
    const state = await user.client.get<SecondFactor>('/auth/second-factor');
    expect(state.body.data).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(JSON.stringify(state.body)).not.toContain(secret);
    const [mail] = await mailsTo(test.server.database, user.email);
    expect(mail?.body).toContain('was turned on');
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
    expect(told(await begin())).toEqual([409, 'factor.already_set_up']);
    expect((await confirm(appCode(test.server.clock, secret))).status).toBe(400);
  });

  it('leaves the secret in no table, log or answer', async () => {
    const { secret, codes, id } = await someoneWithFactor();
    const stored = await sql<{ secret: Buffer }>`select secret from second_factors
      where user_id = ${id}`.execute(test.server.database.db);
    expect(stored.rows[0]?.secret.toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(await entriesOf(id))).not.toContain(secret);
    for (const word of [secret, ...codes]) expect(test.server.log()).not.toContain(word);
    const folder = path.join(test.server.dataDir, 'keys');
    expect(await readdir(folder)).toEqual(['second-factors.key']);
    expect((await stat(path.join(folder, 'second-factors.key'))).mode & 0o777).toBe(0o600);
  });
});

describe('signing in with a second factor', () => {
  it('asks for it only after the right password', async () => {
    const user = await someoneWithFactor();
    expect(told(await signIn(user))).toEqual(needed);
    expect(told(await signIn(user, ' '))).toEqual(needed);
    const code = appCode(test.server.clock, user.secret);
    expect(told(await signIn({ ...user, password: 'wrong' }, code))).toEqual([
      401,
      'auth.invalid_credentials',
    ]);
    const entered = await signIn(user, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(entered.status).toBe(200);
    expect(entered.headers.getSetCookie()).toHaveLength(3);
  });

  it('without one asks for none, whatever is sent', async () => {
    expect((await signIn(await makeUser(test.server), '123456')).status).toBe(200);
  });

  it('takes a code of the step before and after, and no other', async () => {
    const user = await someoneWithFactor();
    const at = (steps: number) => signIn(user, appCode(test.server.clock, user.secret, steps));
    expect(told(await at(-2))).toEqual(wrong);
    expect(told(await at(2))).toEqual(wrong);
    test.server.clock.advance(60_000);
    expect((await at(-1)).status).toBe(200);
    expect((await at(1)).status).toBe(200);
  });

  it('takes each code once, also of ten at the same instant', async () => {
    const user = await someoneWithFactor();
    const code = appCode(test.server.clock, user.secret);
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(user, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const earlier = appCode(test.server.clock, user.secret, -1);
    expect(told(await signIn(user, earlier))).toEqual(wrong);
  });

  it('counts wrong codes into the lock-out, and says in the log what was wrong', async () => {
    const user = await someoneWithFactor();
    for (let failure = 0; failure < 10; failure += 1)
      expect(told(await signIn(user, '000000'))).toEqual(wrong);
    const locked = await signIn(user, appCode(test.server.clock, user.secret));
    expect(told(locked)).toEqual([429, 'auth.too_many_attempts']);
    const refused = (await entriesOf(user.id)).filter(({ action }) => action === 'sign-in refused');
    expect(refused).toHaveLength(10);
    expect(refused[0]?.after).toMatchObject({ part: 'second factor' });
  });

  it('takes each recovery code once, and nobody else’s', async () => {
    const user = await someoneWithFactor();
    const other = await someoneWithFactor();
    const [code = '', next = ''] = user.codes;
    expect(told(await signIn(other, code))).toEqual(wrong);
    expect((await signIn(user, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect(told(await signIn(user, code))).toEqual(wrong);
    expect((await signIn(user, next)).status).toBe(200);
    expect((await entriesOf(user.id)).map(({ action }) => action)).toContain('recovery code used');
  });

  it('says where the key of the secrets is missing, and takes recovery codes all the same', async () => {
    const user = await someoneWithFactor();
    const file = path.join(test.server.dataDir, 'keys', 'second-factors.key');
    await rename(file, `${file}.away`);
    try {
      const refused = await signIn(user, appCode(test.server.clock, user.secret));
      expect(told(refused)).toEqual([503, 'auth.second_factor_unreadable']);
      expect((await signIn(user, user.codes[0])).status).toBe(200);
    } finally {
      await rename(`${file}.away`, file);
    }
    expect((await signIn(user, appCode(test.server.clock, user.secret))).status).toBe(200);
  });
});

describe('turning a second factor off', () => {
  it('asks the password; then the password alone is enough', async () => {
    const user = await someoneWithFactor();
    const off = (password: string) => deleteWith(user.client, '/auth/second-factor', password);
    expect((await off('not it')).status).toBe(400);
    expect(told(await signIn(user))).toEqual(needed);
    expect((await off(user.password)).status).toBe(200);
    expect((await off(user.password)).status).toBe(404);
    expect((await signIn(user)).status).toBe(200);
    const state = await user.client.get<SecondFactor>('/auth/second-factor');
    expect(state.body.data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    const [mail] = await mailsTo(test.server.database, user.email);
    expect(mail?.body).toContain('was turned off');
  });

  it('with a wrong password is bounded like changing it', async () => {
    const { client } = await someoneWithFactor();
    const tries = Array.from({ length: 11 }, () => deleteWith(client, '/auth/second-factor', 'no'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });
});

it('goes with the person who is anonymized', async () => {
  const { client, id } = await someoneWithFactor();
  const body = { confirmation: confirmationSentence };
  expect((await client.post('/privacy/anonymize-data', body)).status).toBe(200);
  const left = await sql`select from second_factors where user_id = ${id}`.execute(
    test.server.database.db,
  );
  expect(left.rows).toEqual([]);
});
