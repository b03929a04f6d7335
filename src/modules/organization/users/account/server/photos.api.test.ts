import { Transformer } from '@napi-rs/image';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { photoSide } from '../photos.rules';
import type { AccountState } from '../../sessions/sessions.fields';
import type { User } from '../../users.fields';
import { makeImage, photoForm } from './photos.builders';
import { signInNew } from '../../server/users.builders';

interface Me {
  user: User & AccountState;
}

const test = fileServer();

async function photoOf(client: TestClient, id: number) {
  const access = client.cookies.get('access') ?? '';
  return fetch(`${test.server.url}/api/users/${id}/photo`, {
    headers: { cookie: `access=${access}` },
  });
}

it.each(['png', 'jpeg', 'webp'] as const)(
  'a %s becomes a square WebP that every signed-in person can see',
  async (kind) => {
    const { client, ...user } = await signInNew(test.server);
    const sent = await client.upload('/auth/me/photo', photoForm(await makeImage(kind), 'x.exe'));
    expect([sent.status, sent.body.error]).toEqual([200, undefined]);
    const me = (await client.get<Me>('/auth/me')).body.data.user;
    expect(sent.body.data).toMatchObject({ photo_changed_at: me.photo_changed_at });
    expect(me.photo_changed_at).toMatch(/Z$/);
    // A form of the profile that is open stays good.
    expect(me.updated_at).toBe(user.updated_at);
    const { client: colleague } = await signInNew(test.server);
    const seen = await photoOf(colleague, user.id);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(seen.headers.get('x-content-type-options')).toBe('nosniff');
    expect(seen.headers.get('cache-control')).toBe('private, no-cache');
    const content = new Uint8Array(await seen.arrayBuffer());
    const found = await new Transformer(content).metadata(true);
    expect(found).toMatchObject({ width: photoSide, height: photoSide, format: 'webp' });
    expect(found.exif).toBeUndefined();
  },
);

it('a photo is not sent again while it is the same, and another one is', async () => {
  const { client, ...user } = await signInNew(test.server);
  await client.upload('/auth/me/photo', photoForm(await makeImage('png')));
  const etag = (await photoOf(client, user.id)).headers.get('etag') ?? '';
  const path = `/users/${user.id}/photo`;
  expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
  await client.upload('/auth/me/photo', photoForm(await makeImage('jpeg')));
  expect((await client.get(path, { 'if-none-match': etag })).status).toBe(200);
});

it('is removed, and is in the activity feed', async () => {
  const { client, ...user } = await signInNew(test.server);
  await client.upload('/auth/me/photo', photoForm(await makeImage('png')));
  expect((await client.delete('/auth/me/photo')).body.data).toEqual({ photo_changed_at: null });
  expect((await client.get<Me>('/auth/me')).body.data.user.photo_changed_at).toBeNull();
  expect((await client.get(`/users/${user.id}/photo`)).status).toBe(404);
  expect((await client.delete('/auth/me/photo')).status).toBe(200);
  const lines = await sql<{ title: string }>`select title from activity
    where record_id = ${user.id} and type = 'user' order by id desc limit 2`.execute(
    test.server.database.db,
  );
  expect(lines.rows.map(({ title }) => title)).toEqual([
    'User photo removed',
    'User photo changed',
  ]);
});

it('needs a session, and no one has another’s photo to change', async () => {
  const user = await signInNew(test.server);
  const outsider = test.server.client();
  expect((await outsider.get(`/users/${user.id}/photo`)).status).toBe(401);
  expect((await outsider.upload('/auth/me/photo', photoForm(await makeImage('png')))).status).toBe(
    401,
  );
  expect((await outsider.delete('/auth/me/photo')).status).toBe(401);
  const { client } = await signInNew(test.server);
  expect((await client.delete(`/users/${user.id}/photo`)).status).toBe(404);
  expect((await client.get('/users/99999999999/photo')).status).toBe(404);
});

it('ten photos at the same instant leave one whole one, and nothing else waits for them', async () => {
  const { client, ...user } = await signInNew(test.server);
  const large = await makeImage('jpeg', 1200, 900);
  const sent = Array.from({ length: 10 }, () => client.upload('/auth/me/photo', photoForm(large)));
  const started = performance.now();
  expect((await client.get('/auth/me')).status).toBe(200);
  const waited = performance.now() - started;
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses).toEqual(Array(10).fill(200));
  expect(waited).toBeLessThan(performance.now() - started);
  expect((await photoOf(client, user.id)).status).toBe(200);
});
