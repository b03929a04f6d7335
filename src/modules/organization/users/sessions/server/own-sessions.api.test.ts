import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeUser, signInNew } from '../../server/users.builders';
import type { OwnSession } from '../sessions.fields';
import { statusOf } from './sessions.builders';

const chromeOnLinux =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const test = ownServer();

it('shows the person’s own sessions, this one marked, and ends one of them', async () => {
  const user = await makeUser(test.server);
  const body = { username: user.username, password: user.password };
  const here = test.server.client();
  await here.post('/auth/login', body, { 'user-agent': chromeOnLinux });
  test.server.clock.advance(60_000);
  const there = await test.server.signIn(user.username, user.password);
  const list = await here.get<OwnSession[]>('/auth/sessions');
  expect(list.body.data).toMatchObject([{ current: true }, { current: false, device: 'node' }]);
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  expect(list.body.data[0]).toEqual({
    id: expect.any(Number),
    device: 'Chrome on Linux',
    created_at: expect.stringMatching(instant),
    last_seen_at: expect.stringMatching(instant),
    current: true,
  });
  const id = list.body.data[1]?.id;
  expect((await here.delete(`/auth/sessions/${id}`)).status).toBe(200);
  expect(await statusOf(there)).toBe(401);
  expect((await here.delete(`/auth/sessions/${id}`)).status).toBe(404);
  expect((await here.get<OwnSession[]>('/auth/sessions')).body.data).toHaveLength(1);
});

it("another's, an unknown and an impossible session is 404, and stays", async () => {
  const { client: mine } = await signInNew(test.server);
  const { client: theirs } = await signInNew(test.server);
  const id = (await theirs.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id;
  for (const each of [id, 2_147_483_647, 99_999_999_999]) {
    expect((await mine.delete(`/auth/sessions/${each}`)).status).toBe(404);
  }
  expect((await mine.delete('/auth/sessions/x')).status).toBe(400);
  expect(await statusOf(theirs)).toBe(200);
});

it('ending the current session clears its cookies', async () => {
  const { client } = await signInNew(test.server);
  const id = (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.id;
  expect((await client.delete(`/auth/sessions/${id}`)).status).toBe(200);
  expect([...client.cookies.keys()]).toEqual(['device']);
});

it('notes when a session was last seen, once a minute at most', async () => {
  const { client } = await signInNew(test.server);
  const seen = async () =>
    (await client.get<OwnSession[]>('/auth/sessions')).body.data[0]?.last_seen_at;
  const first = await seen();
  test.server.clock.advance(55_000);
  expect(await seen()).toBe(first);
  test.server.clock.advance(10_000);
  expect(await seen()).not.toBe(first);
});
