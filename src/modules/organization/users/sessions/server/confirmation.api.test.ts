import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf, type TestClient } from '~/app/testing/test-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { appCode, setUpFactor } from '../../factors/server/factors.builders';
import { makeUser, signInNew } from '../../server/users.builders';
import type { Confirmation } from '../confirmation.fields';

const test = ownServer();
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(5 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code, body.error];
const refusal = [403, 'auth.confirmation_needed', 'Please enter your password again to continue'];
const password = 'a good password';

/** Sixteen minutes later in a session that continues. */
async function later(...clients: TestClient[]): Promise<void> {
  test.server.clock.advance(16 * 60_000);
  for (const client of clients) expect((await client.post('/auth/refresh')).status).toBe(200);
}

const signInAdmin = () => signInNew(test.server, { role: 'admin' });

async function deleteSomebody(client: TestClient): Promise<ApiResponse<unknown>> {
  const { id } = await makeUser(test.server, { is_active: false });
  return client.delete(`/users/${id}`);
}

describe('a confirmation', () => {
  it('holds for 15 minutes, in its own session alone', async () => {
    const user = await signInAdmin();
    const otherClient = await test.server.signIn(user.username, password);
    await later(user.client, otherClient);
    await user.client.post('/auth/confirm', { password });
    expect(outcomeOf(await deleteSomebody(otherClient))).toEqual(refusal);
    test.server.clock.advance(14 * 60_000);
    expect((await deleteSomebody(user.client)).status).toBe(200);
    await later(user.client);
    expect(outcomeOf(await deleteSomebody(user.client))).toEqual(refusal);
  });

  it('is by a code or a recovery code too, for a person who has them, each once', async () => {
    const user = await signInAdmin();
    const ways = async () => (await user.client.get<Confirmation>('/auth/confirm')).body.data.ways;
    expect(await ways()).toEqual(['password']);
    const { secret, codes } = await setUpFactor(test.server, user.client, password);
    expect(await ways()).toEqual(['code']);
    await later(user.client);
    const confirm = (code = '') => user.client.post('/auth/confirm', { code });
    const code = appCode(test.server.clock, secret);
    for (const [each, status] of [
      ['000000', 400],
      [code, 200],
      [code, 400],
      [codes[0], 200],
      [codes[0], 400],
    ] as const)
      expect((await confirm(each)).status, each).toBe(status);
    expect((await deleteSomebody(user.client)).status).toBe(200);
  });

  it('is refused where it shows nothing', async () => {
    const { client } = await signInAdmin();
    await later(client);
    for (const [proof, field] of [
      [{ password: 'not it' }, 'password'],
      // Who has no second factor has no code either.
      [{ code: '123456' }, 'code'],
    ] as const) {
      const refused = await client.post('/auth/confirm', proof);
      expect([refused.status, refused.body.details[0]?.field]).toEqual([400, field]);
    }
    for (const proof of [{}, { password: '' }, { password, code: '123456' }])
      expect((await client.post('/auth/confirm', proof)).status).toBe(400);
    expect(outcomeOf(await deleteSomebody(client))).toEqual(refusal);
  });

  it('needs exactly one proof', async () => {
    const { client } = await signInNew(test.server);
    for (const body of [{}, { password, code: '123456' }])
      expect((await client.post('/auth/confirm', body)).body.error).toBe(
        'Send {password}, {code} or {passkey}',
      );
  });

  it('cannot be guessed: ten wrong ones, of any kind, even at once, block it', async () => {
    const { client, id } = await signInAdmin();
    await later(client);
    const guesses = Array.from({ length: 12 }, (_each, index) =>
      client.post('/auth/confirm', index % 2 ? { code: '123456' } : { password: 'not it' }),
    );
    expect(statusesOf(await Promise.all(guesses))).toEqual([...Array(10).fill(400), 429, 429]);
    const right = await client.post('/auth/confirm', { password });
    expect(outcomeOf(right).slice(0, 2)).toEqual([429, 'auth.too_many_attempts']);
    expect(right.body.error).toBe(
      'Too many wrong passwords or codes. Please try again in 15 minutes.',
    );
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    const change = { currentPassword: password, newPassword: 'a new good one' };
    expect((await client.put('/auth/change-password', change)).status).toBe(429);
    expect(await entriesOf(id)).toMatchObject(
      Array(10).fill({ action: 'confirmation refused', user_id: id }),
    );
  });

  it('is an event of the log, and in the person’s own export', async () => {
    const { client, id } = await signInAdmin();
    await client.post('/auth/confirm', { password });
    expect(await entriesOf(id)).toMatchObject([
      { action: 'confirmed', user_id: id, after: { part: 'password' } },
    ]);
    const data = (await client.get<{ sign_ins: { action: string }[] }>('/privacy/export-data')).body
      .data;
    expect(data.sign_ins.map(({ action }) => action)).toContain('confirmed');
  });
});

async function entriesOf(user: number) {
  const found = await sql<{ action: string }>`select action, user_id, after from audit_log
    where entity = 'users' and record = ${String(user)} and action like 'confirm%'
    order by id`.execute(test.server.database.db);
  return found.rows;
}
