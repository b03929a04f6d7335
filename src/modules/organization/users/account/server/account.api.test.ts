import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestClient, type TestServer } from '~/app/testing/test-server';
import type { User } from '../../users.fields';
import { sessionJobs } from '../../sessions/server/sessions.jobs';
import type { AccountState, OwnSession } from '../../sessions/sessions.fields';
import { signInNew } from '../../server/users.builders';

const minute = 60_000;

interface Me {
  user: User & AccountState;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function runJobs(): Promise<void> {
  for (const job of sessionJobs) await job.run(server.database, server.clock.now());
}

/** A call that renews the session first where it must be, as every browser does. */
async function call(client: TestClient, headers: Record<string, string> = {}): Promise<number> {
  const first = await client.get('/auth/me', headers);
  if (first.status !== 401) return first.status;
  await client.post('/auth/refresh', undefined, headers);
  return (await client.get('/auth/me', headers)).status;
}

function choose(client: TestClient, minutes: unknown) {
  return client.put<AccountState>('/auth/security', { session_timeout_minutes: minutes });
}

describe('the idle time-out', () => {
  it('is 30 minutes at first, and what was chosen is kept', async () => {
    const { client } = await signInNew(server);
    const read = async () => (await client.get('/auth/security')).body.data;
    expect(await read()).toEqual({ session_timeout_minutes: 30 });
    for (const minutes of [15, 60, 120, null, 30]) {
      expect((await choose(client, minutes)).body.data).toEqual({
        session_timeout_minutes: minutes,
      });
      expect(await read()).toEqual({ session_timeout_minutes: minutes });
      expect((await client.get<Me>('/auth/me')).body.data.user.session_timeout_minutes).toBe(
        minutes,
      );
    }
  });

  it.each([0, 1, 31, -15, 15.5, '15', 1e9, true, [15], 'never'])('takes no %j', async (minutes) => {
    const { client } = await signInNew(server);
    const response = await choose(client, minutes);
    expect([response.status, response.body.error]).toEqual([
      400,
      'Session timeout must be 15, 30, 60 or 120 minutes, or null for never',
    ]);
    expect((await client.put('/auth/security', {})).status).toBe(400);
    const more = { session_timeout_minutes: 15, user_id: 1 };
    expect((await client.put('/auth/security', more)).status).toBe(400);
  });

  it.each([15, 30, 60, 120])('of %i minutes ends what no one used for longer', async (minutes) => {
    const { client } = await signInNew(server);
    await choose(client, minutes);
    for (const _turn of [1, 2]) {
      server.clock.advance((minutes - 1) * minute);
      expect(await call(client)).toBe(200);
    }
    server.clock.advance((minutes + 1) * minute);
    expect((await client.get('/auth/me')).status).toBe(401);
    const refresh = await client.post('/auth/refresh');
    expect([refresh.status, refresh.body.error]).toEqual([401, 'Please sign in to continue']);
    expect([...client.cookies.keys()]).toEqual(['device']);
  });

  it('of Never lets a session wait for as long as it can be refreshed', async () => {
    const { client } = await signInNew(server);
    await choose(client, null);
    server.clock.advance(6 * 24 * 60 * minute);
    await runJobs();
    expect(await call(client)).toBe(200);
  });

  it('is not put off by what a browser fetches on its own', async () => {
    const { client } = await signInNew(server);
    for (let idle = 5; idle <= 30; idle += 5) {
      server.clock.advance(5 * minute);
      expect(await call(client, { 'x-idle-seconds': String(idle * 60) })).toBe(200);
    }
    server.clock.advance(2 * minute);
    expect(await call(client, { 'x-idle-seconds': String(32 * 60) })).toBe(401);
  });

  it('is put off by what the browser tells of its person, though the call comes later', async () => {
    const { client } = await signInNew(server);
    server.clock.advance(25 * minute);
    const idle = { 'x-idle-seconds': String(5 * 60) };
    await client.post('/auth/refresh', undefined, idle);
    expect((await client.post('/auth/activity', undefined, idle)).status).toBe(200);
    server.clock.advance(25 * minute);
    expect(await call(client, { 'x-idle-seconds': String(30 * 60) })).toBe(200);
    server.clock.advance(2 * minute);
    expect(await call(client, { 'x-idle-seconds': String(32 * 60) })).toBe(401);
  });

  it.each(['-1', 'NaN', '1e3', '', '9'.repeat(30), '<script>', '1.5'])(
    'counts a call whose header says %j as one of now',
    async (header) => {
      const { client } = await signInNew(server);
      server.clock.advance(14 * minute);
      expect(await call(client, { 'x-idle-seconds': header })).toBe(200);
      server.clock.advance(25 * minute);
      expect(await call(client)).toBe(200);
    },
  );

  it('holds for all of the person’s sessions, for no one else’s, and at once', async () => {
    const { client, ...user } = await signInNew(server);
    const other = await server.signIn(user.username, user.password);
    const { client: colleague } = await signInNew(server);
    server.clock.advance(14 * minute);
    expect(await call(client)).toBe(200);
    server.clock.advance(6 * minute);
    await client.post('/auth/refresh');
    expect((await choose(client, 15)).status).toBe(200);
    expect(await call(other)).toBe(401);
    expect(await call(client)).toBe(200);
    expect(await call(colleague)).toBe(200);
    const list = (await client.get<OwnSession[]>('/auth/sessions')).body.data;
    expect(list.map(({ current }) => current)).toEqual([true]);
  });

  it('closes the sockets of a session that is over, within a minute', async () => {
    const { client } = await signInNew(server);
    const socket = io(server.url, {
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { cookie: `access=${client.cookies.get('access')}` },
    });
    await new Promise<void>((done) => socket.on('connect', () => done()));
    const closed = new Promise((done) => socket.on('disconnect', done));
    server.clock.advance(32 * minute);
    await runJobs();
    expect(await closed).toBe('io server disconnect');
  });

  it('needs a session', async () => {
    const outsider = server.client();
    expect((await outsider.get('/auth/security')).status).toBe(401);
    expect((await choose(outsider, 15)).status).toBe(401);
    expect((await outsider.post('/auth/activity')).status).toBe(401);
    expect((await outsider.delete('/auth/sessions')).status).toBe(401);
  });
});

it('signing out everywhere else ends all other sessions and keeps this one', async () => {
  const { client, ...user } = await signInNew(server);
  const others = await Promise.all(
    [1, 2, 3].map(() => server.signIn(user.username, user.password)),
  );
  const { client: colleague } = await signInNew(server);
  expect((await client.delete('/auth/sessions')).body.data).toEqual({ ended: 3 });
  for (const other of others) expect((await other.get('/auth/me')).status).toBe(401);
  expect((await client.get('/auth/me')).status).toBe(200);
  expect((await colleague.get('/auth/me')).status).toBe(200);
  expect((await client.delete('/auth/sessions')).body.data).toEqual({ ended: 0 });
});

it('of two sessions that end all others at the same instant at most one stays', async () => {
  const { client, ...user } = await signInNew(server);
  const other = await server.signIn(user.username, user.password);
  const responses = await Promise.all([client, other].map((each) => each.delete('/auth/sessions')));
  for (const { status } of responses) expect([200, 401]).toContain(status);
  const alive = await Promise.all([client, other].map((each) => each.get('/auth/me')));
  expect(alive.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});
