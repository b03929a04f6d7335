import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { mostPhotoBytes } from '../photos.rules';
import { makeImage, photoForm, pngHeader } from './photos.builders';
import { signInNew } from '../../server/users.builders';

const test = fileServer();

const notAnImage = 'The photo must be a PNG, JPEG or WebP image';
const damaged = 'The photo is damaged and cannot be read';

/** What someone with bad intentions, or a broken card, sends under the name of a photo. */
const hostile: [what: string, content: () => Promise<Buffer>, message: string | RegExp][] = [
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

it.each(hostile)('refuses %s', async (_what, content, message) => {
  const { client, ...user } = await signInNew(test.server);
  const response = await client.upload('/auth/me/photo', photoForm(await content()));
  expect([response.status, response.body.error]).toEqual([
    400,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
  expect(response.body.details[0]?.field).toBe('photo');
  expect((await client.get(`/users/${user.id}/photo`)).status).toBe(404);
});

it('refuses more than 2 MB with 413, and no file or another field with 400', async () => {
  const { client } = await signInNew(test.server);
  const big = Buffer.concat([await makeImage('png'), Buffer.alloc(mostPhotoBytes)]);
  const response = await client.upload('/auth/me/photo', photoForm(big));
  expect([response.status, response.body.error]).toEqual([413, 'The photo is larger than 2 MB']);
  const other = new FormData();
  other.append('file', new Blob([new Uint8Array(await makeImage('png'))]), 'x.png');
  expect((await client.upload('/auth/me/photo', other)).status).toBe(400);
  expect((await client.post('/auth/me/photo', {})).status).toBe(415);
});

it.each([
  ['without its boundary', 'multipart/form-data', 'anything'],
  ['that is not a form at all', 'multipart/form-data; boundary=x', 'anything'],
  [
    'that breaks off',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; na',
  ],
])('refuses a form %s with 400', async (_what, type, body) => {
  const { client } = await signInNew(test.server);
  const response = await client.send('POST', '/auth/me/photo', body, { 'content-type': type });
  expect([response.status, response.body.error]).toEqual([
    400,
    'The upload was interrupted. Please try again.',
  ]);
});
