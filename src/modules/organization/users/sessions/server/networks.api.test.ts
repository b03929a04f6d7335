import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, statusesOf, type TestServer } from '~/app/testing/test-server';
import { makeUser } from '../../server/users.builders';

/** Reached as one reaches a proxy in another machine: there is no PUBLIC_URL, which would trust the loopback. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '192.0.2.1, 127.0.0.0/8' });
});
afterAll(() => server.close());

function signInFrom(address: string, username: string, password: string) {
  const body = { username, password };
  return server.client().post('/auth/login', body, { 'x-forwarded-for': address });
}

/** A hundred failures, each from another address of `addresses`. */
async function failOften(addresses: (index: number) => string): Promise<void> {
  const users = await Promise.all(Array.from({ length: 13 }, () => makeUser(server)));
  const responses = [];
  for (let index = 0; index < 100; index += 1) {
    const user = users[index % users.length];
    responses.push(await signInFrom(addresses(index), user?.username ?? '', 'wrong'));
  }
  expect(statusesOf(responses)).toEqual(Array(100).fill(401));
}

it('people behind a trusted proxy each have their own address', async () => {
  await failOften(() => '198.51.100.7');
  const user = await makeUser(server);
  expect((await signInFrom('198.51.100.7', user.username, user.password)).status).toBe(429);
  expect((await signInFrom('198.51.100.8', user.username, user.password)).status).toBe(200);
});

it('all addresses of one IPv6 household count as one', async () => {
  await failOften((index) => `2001:db8:1:2::${index.toString(16)}`);
  const user = await makeUser(server);
  const { username, password } = user;
  expect((await signInFrom('2001:db8:1:2:ffff::1', username, password)).status).toBe(429);
  expect((await signInFrom('2001:db8:1:3::1', username, password)).status).toBe(200);
});
