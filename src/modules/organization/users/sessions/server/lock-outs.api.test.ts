import { beforeEach, expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { statusesOf } from '~/app/testing/test-server';
import { type CreatedUser, makeUser } from '../../server/users.builders';

const minute = 60_000;

const test = ownServer({ PUBLIC_URL: 'http://crm.example.com' });
beforeEach(() => test.server.clock.advance(20 * minute));

function signIn(username: string, password: string, address = '198.51.100.1') {
  const client = test.server.client();
  return client.post('/auth/login', { username, password }, { 'x-forwarded-for': address });
}

async function lockOut(...names: string[]): Promise<void> {
  for (const name of names) {
    for (let failure = 0; failure < 10; failure += 1) await signIn(name, 'wrong');
    expect((await signIn(name, 'wrong')).status).toBe(429);
  }
}

it('does not tell that a name and an address are one person: each is counted on its own', async () => {
  const user = await makeUser(test.server);
  await lockOut(user.username.toUpperCase());
  expect((await signIn(user.email, 'wrong')).status).toBe(401);
  expect((await signIn(user.email, user.password)).status).toBe(200);
  expect((await signIn(user.username, user.password)).status).toBe(429);
});

async function expectFree(user: CreatedUser, password: string): Promise<void> {
  for (const name of [user.username, user.email]) {
    expect((await signIn(name, password)).status).toBe(200);
  }
}

it('a password that an administrator sets frees the person', async () => {
  const user = await makeUser(test.server);
  await lockOut(user.username, user.email);
  const password = 'set by hand';
  const admin = await test.server.signIn();
  await admin.put(`/users/${user.id}/reset-password`, { password });
  await expectFree(user, password);
});

it('a clock that is set back lets in who was locked out ahead of it, and continues counting', async () => {
  const user = await makeUser(test.server);
  const ahead = 90 * 24 * 60 * minute;
  test.server.clock.advance(ahead);
  await lockOut(user.username);
  test.server.clock.advance(-ahead);
  expect((await signIn(user.username, user.password)).status).toBe(200);
  await lockOut(user.username);
});

/** Sign-ins with made-up names, all of them sent before anyone else's. */
function flood(count: number, address: (index: number) => string) {
  return Promise.all(
    Array.from({ length: count }, (_each, index) =>
      signIn(`random ${index} ${address(index)}`, 'wrong', address(index)),
    ),
  );
}

it('a crowd from one address has one place before someone from another', async () => {
  const user = await makeUser(test.server);
  let answered = 0;
  const crowd = flood(30, () => '203.0.113.1').then((responses) => {
    answered = responses.length;
    return responses;
  });
  const person = await signIn(user.username, user.password, '203.0.113.2');
  expect([person.status, answered]).toEqual([200, 0]);
  expect(statusesOf(await crowd)).toEqual(Array(30).fill(401));
});

it('a crowd from everywhere does not hold up who has signed in from that address or device before', async () => {
  const existing = await makeUser(test.server);
  const client = test.server.client();
  const body = { username: existing.username, password: existing.password };
  await client.post('/auth/login', body, { 'x-forwarded-for': '203.0.113.4' });
  const crowd = flood(60, (index) => `10.1.1.${index}`);
  const otherAddress = { 'x-forwarded-for': '203.0.113.5' };
  const again = [
    await signIn(existing.username, existing.password, '203.0.113.4'),
    await client.post('/auth/login', body, otherAddress),
  ];
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
  const responses = await crowd;
  const refused = responses.filter(({ status }) => status !== 401);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect([status, body.code]).toEqual([503, 'server.busy']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
