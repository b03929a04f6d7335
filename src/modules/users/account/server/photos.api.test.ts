import { Transformer } from '@napi-rs/image';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fileServer } from '~/app/test-file-server';
import type { TestClient } from '~/app/test-server';
import { canDecode, mostPhotoBytes, photoSide } from '../photos.rules';
import type { AccountFacts } from '../../sessions/sessions.fields';
import type { User } from '../../users.fields';
import { makeImage, photoForm, pngHeader } from './photos.builders';
import { signInNew } from '../../server/users.builders';

interface Me {
  user: User & AccountFacts;
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

const notAnImage = 'The photo must be a PNG, JPEG or WebP image';
const damaged = 'The photo is damaged and cannot be read';

/** What somebody with bad intentions, or a broken card, sends under the name of a photo. */
const hostile: [what: string, content: () => Promise<Buffer>, sentence: string | RegExp][] = [
  ['an empty file', async () => Buffer.alloc(0), notAnImage],
  ['a text', async () => Buffer.from('hello'), notAnImage],
  [
    'an SVG with a script',
    async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    notAnImage,
  ],
  ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'), notAnImage],
  ['a BMP', () => makeImage('bmp'), notAnImage],
  ['a ZIP', async () => Buffer.from('PK\x03\x04'.padEnd(400, 'x'), 'latin1'), notAnImage],
  ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), notAnImage],
  [
    '20,000 pixels a side',
    async () => pngHeader(20_000, 20_000),
    /too large: 20000 × 20000 pixels/,
  ],
  ['a long strip', async () => pngHeader(20_000, 10), /too large: 20000 × 10 pixels/],
  ['49 megapixels', async () => pngHeader(7000, 7000), /24 megapixels/],
  ['the largest number', async () => pngHeader(0xff_ff_ff_ff, 0xff_ff_ff_ff), /too large/],
  ['no pixel at all', async () => pngHeader(0, 100), damaged],
  ['a header and nothing else', async () => pngHeader(100, 100), damaged],
  ['half a PNG', async () => half(await makeImage('png', 300, 300)), damaged],
  ['half a JPEG', async () => half(await makeImage('jpeg', 300, 300)), damaged],
  ['half a WebP', async () => half(await makeImage('webp', 300, 300)), damaged],
  ['a JPEG of two bytes more than its mark', async () => Buffer.from('ffd8ffe0', 'hex'), damaged],
];

function half(file: Buffer): Buffer {
  return file.subarray(0, Math.floor(file.length / 2));
}

it.each(hostile)('refuses %s', async (_what, content, sentence) => {
  const { client, ...user } = await signInNew(test.server);
  const answer = await client.upload('/auth/me/photo', photoForm(await content()));
  expect([answer.status, answer.body.error]).toEqual([
    400,
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  ]);
  expect(answer.body.details[0]?.field).toBe('photo');
  expect((await client.get(`/users/${user.id}/photo`)).status).toBe(404);
});

it('refuses more than 2 MB with 413, and no file or another field with 400', async () => {
  const { client } = await signInNew(test.server);
  const big = Buffer.concat([await makeImage('png'), Buffer.alloc(mostPhotoBytes)]);
  const answer = await client.upload('/auth/me/photo', photoForm(big));
  expect([answer.status, answer.body.error]).toEqual([413, 'The photo is larger than 2 MB']);
  const other = new FormData();
  other.append('file', new Blob([new Uint8Array(await makeImage('png'))]), 'x.png');
  expect((await client.upload('/auth/me/photo', other)).status).toBe(400);
  expect((await client.post('/auth/me/photo', {})).status).toBe(415);
});

it.each([
  ['without its boundary', 'multipart/form-data', 'anything'],
  ['that is no form at all', 'multipart/form-data; boundary=x', 'anything'],
  [
    'that breaks off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; na',
  ],
])('refuses a form %s with 400', async (_what, type, body) => {
  const { client } = await signInNew(test.server);
  const answer = await client.send('POST', '/auth/me/photo', body, { 'content-type': type });
  expect([answer.status, answer.body.error]).toEqual([
    400,
    'The file did not arrive whole. Please send it again.',
  ]);
});

it('needs a session, and nobody has another’s photo to change', async () => {
  const user = await signInNew(test.server);
  const stranger = test.server.client();
  expect((await stranger.get(`/users/${user.id}/photo`)).status).toBe(401);
  expect((await stranger.upload('/auth/me/photo', photoForm(await makeImage('png')))).status).toBe(
    401,
  );
  expect((await stranger.delete('/auth/me/photo')).status).toBe(401);
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

it('a WebP whose picture is larger than its canvas is measured by its picture', async () => {
  const canvas = Buffer.alloc(18);
  canvas.write('VP8X');
  canvas.writeUInt32LE(10, 4);
  const picture = Buffer.alloc(18);
  picture.write('VP8L');
  picture.writeUInt32LE(10, 4);
  picture.writeUInt8(0x2f, 8);
  picture.writeUInt32LE(0x0f_ff_ff_ff, 9);
  const file = Buffer.concat([Buffer.from('RIFF\x28\x00\x00\x00WEBP', 'latin1'), canvas, picture]);
  expect(canDecode(file)).toMatchObject({ ok: false, code: 'photo.dimensions_too_large' });
  canvas.writeUInt8(2, 8);
  const moving = Buffer.concat([
    Buffer.from('RIFF\x28\x00\x00\x00WEBP', 'latin1'),
    canvas,
    picture,
  ]);
  expect(canDecode(moving)).toMatchObject({ ok: false, code: 'photo.unsupported_format' });
});
