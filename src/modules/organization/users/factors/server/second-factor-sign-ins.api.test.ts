import { rename } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { makeUser } from '../../server/users.builders';
import { appCode, eventsOf, signInByPassword, someoneWithFactor } from './factors.builders';

const test = ownServer();
// A code is accepted once: each test has its own time steps.
beforeEach(() => test.server.clock.advance(20 * 60_000));

const outcomeOf = ({ status, body }: ApiResponse<unknown>) => [status, body.code];
const needed = [401, 'auth.second_factor_needed'];
const wrong = [401, 'auth.second_factor_wrong'];

describe('signing in with a second factor', () => {
  it('asks for it only after the right password', async () => {
    const user = await someoneWithFactor(test.server);
    expect(outcomeOf(await signInByPassword(test.server, user))).toEqual(needed);
    expect(outcomeOf(await signInByPassword(test.server, user, ' '))).toEqual(needed);
    const code = appCode(test.server.clock, user.secret);
    expect(
      outcomeOf(await signInByPassword(test.server, { ...user, password: 'wrong' }, code)),
    ).toEqual([401, 'auth.invalid_credentials']);
    const entered = await signInByPassword(
      test.server,
      user,
      `${code.slice(0, 3)} ${code.slice(3)}`,
    );
    expect(entered.status).toBe(200);
    expect(entered.headers.getSetCookie()).toHaveLength(3);
  });

  it('without one requires none, even if a code is sent', async () => {
    expect(
      (await signInByPassword(test.server, await makeUser(test.server), '123456')).status,
    ).toBe(200);
  });

  it('takes a code of the step before and after, and no other', async () => {
    const user = await someoneWithFactor(test.server);
    const at = (steps: number) =>
      signInByPassword(test.server, user, appCode(test.server.clock, user.secret, steps));
    expect(outcomeOf(await at(-2))).toEqual(wrong);
    expect(outcomeOf(await at(2))).toEqual(wrong);
    test.server.clock.advance(60_000);
    expect((await at(-1)).status).toBe(200);
    expect((await at(1)).status).toBe(200);
  });

  it('takes each code once, also of ten at the same instant', async () => {
    const user = await someoneWithFactor(test.server);
    const code = appCode(test.server.clock, user.secret);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => signInByPassword(test.server, user, code)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const earlier = appCode(test.server.clock, user.secret, -1);
    expect(outcomeOf(await signInByPassword(test.server, user, earlier))).toEqual(wrong);
  });

  it('counts wrong codes into the lock-out, and says in the log what was wrong', async () => {
    const user = await someoneWithFactor(test.server);
    for (let failure = 0; failure < 10; failure += 1)
      expect(outcomeOf(await signInByPassword(test.server, user, '000000'))).toEqual(wrong);
    const locked = await signInByPassword(
      test.server,
      user,
      appCode(test.server.clock, user.secret),
    );
    expect(outcomeOf(locked)).toEqual([429, 'auth.too_many_attempts']);
    const refused = (await eventsOf(test.server, user.id)).filter(
      ({ action }) => action === 'sign-in refused',
    );
    expect(refused).toHaveLength(10);
    expect(refused[0]?.after).toMatchObject({ part: 'second factor' });
  });

  it('takes each recovery code once, and no one else’s', async () => {
    const user = await someoneWithFactor(test.server);
    const other = await someoneWithFactor(test.server);
    const [code = '', next = ''] = user.codes;
    expect(outcomeOf(await signInByPassword(test.server, other, code))).toEqual(wrong);
    expect(
      (await signInByPassword(test.server, user, code.toUpperCase().replaceAll('-', ' '))).status,
    ).toBe(200);
    expect(outcomeOf(await signInByPassword(test.server, user, code))).toEqual(wrong);
    expect((await signInByPassword(test.server, user, next)).status).toBe(200);
    expect((await eventsOf(test.server, user.id)).map(({ action }) => action)).toContain(
      'recovery code used',
    );
  });

  it('says where the key of the secrets is missing, and takes recovery codes all the same', async () => {
    const user = await someoneWithFactor(test.server);
    const file = path.join(test.server.dataDir, 'keys', 'second-factors.key');
    await rename(file, `${file}.away`);
    try {
      const refused = await signInByPassword(
        test.server,
        user,
        appCode(test.server.clock, user.secret),
      );
      expect(outcomeOf(refused)).toEqual([503, 'auth.second_factor_unreadable']);
      expect((await signInByPassword(test.server, user, user.codes[0])).status).toBe(200);
    } finally {
      await rename(`${file}.away`, file);
    }
    expect(
      (await signInByPassword(test.server, user, appCode(test.server.clock, user.secret))).status,
    ).toBe(200);
  });
});
