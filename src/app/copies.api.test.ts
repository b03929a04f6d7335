import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Change } from '~/kit/shared/changes';
import { directly } from '~/kit/server/database/db';
import { createTestDatabase, type TestDatabase } from '~/kit/server/testing/test-database';
import { leadBody, makeLead } from '~/modules/sales/leads/server/leads.builders';
import { makeUser, signInStatus } from '~/modules/organization/users/server/users.builders';
import {
  startTestServer,
  statusesOf,
  type TestClient,
  type TestServer,
} from './testing/test-server';

// The other copy is informed of a pooler, which in these tests is none; with one they run in `npm run test:cluster`.
let database: TestDatabase;
let one: TestServer;
let other: TestServer;
let folder: string;
let socket: Socket | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'crm-backups-'));
  const pooled = {
    ...database,
    connection: { ...database.connection, direct: directly(database.connection) },
  };
  [one, other] = await Promise.all([
    startTestServer({}, {}, database),
    startTestServer({ BACKUP_DIR: folder }, {}, pooled),
  ]);
});
afterAll(async () => {
  socket?.disconnect();
  await Promise.all([one.close(), other.close()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

function movedTo(server: TestServer, client: TestClient): TestClient {
  const moved = server.client();
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  return moved;
}

it('a session of one copy is one of the other, and ends in both', async () => {
  const here = await one.signIn();
  const there = movedTo(other, here);
  expect((await there.get('/auth/me')).status).toBe(200);
  await there.post('/auth/logout');
  expect((await here.get('/auth/me')).status).toBe(401);
});

it('a key sent to both copies at once makes one record', async () => {
  const here = await one.signIn();
  const both = [here, movedTo(other, here)];
  const responses = await Promise.all(
    both.map((client) =>
      client.post<{ id: number }>('/leads', leadBody(), { 'idempotency-key': 'twice' }),
    ),
  );
  expect(statusesOf(responses)).toEqual([201, 201]);
  expect(responses[0]?.body.data.id).toBe(responses[1]?.body.data.id);
});

it('wrong passwords count together, whichever copy they are sent to', async () => {
  const { username, password } = await makeUser(one);
  for (let failure = 0; failure < 10; failure += 1)
    await signInStatus(failure % 2 === 0 ? one : other, username, 'wrong');
  expect(await signInStatus(one, username, password)).toBe(429);
  expect(await signInStatus(other, username, password)).toBe(429);
});

it('a change at one copy is heard at the other, and its list is another one there', async () => {
  const here = await one.signIn();
  const there = movedTo(other, here);
  const received: string[] = [];
  socket = io(other.url, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: `access=${there.cookies.get('access')}` },
  });
  socket.on('change', ({ entity, id }: Change) => received.push(`${entity} ${id}`));
  await new Promise<void>((done) => socket?.once('connect', done));
  const before = await there.get('/leads');
  const lead = await makeLead(here);
  await expect.poll(() => received).toContain(`leads ${lead.id}`);
  const after = await there.get<{ id: number }[]>('/leads', {
    'if-none-match': before.headers.get('etag') ?? '',
  });
  expect([after.status, after.body.data.map(({ id }) => id)]).toEqual([
    200,
    expect.arrayContaining([lead.id]),
  ]);
});

it('a backup asked for at one copy is made by the one that has a folder for it', async () => {
  const admin = await other.signIn();
  const requested = await admin.post<{ id: number }>('/admin/backups');
  for (const { server } of [one, other]) server.jobs.trigger('maintenance');
  const ended = async () => {
    const { body } = await admin.get<{ runs: { id: number; status: string }[] }>('/admin/backups');
    const run = body.data.runs.find(({ id }) => id === requested.body.data.id);
    if (run?.status === 'waiting')
      for (const { server } of [one, other]) server.jobs.trigger('maintenance');
    return run?.status;
  };
  await expect.poll(ended, { timeout: 25_000, interval: 300 }).toBe('done');
});
