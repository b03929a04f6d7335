import { Transformer } from '@napi-rs/image';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { makeImage, pngHeader } from '~/modules/organization/users/account/server/photos.builders';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import type { BillingProfile } from '../identity.fields';
import { logoSide, mostLogoBytes } from '../logo.rules';
import { findLogo } from './identity.service';

const test = fileServer();
let user: TestClient;

beforeAll(async () => {
  user = (await signInNew(test.server)).client;
});

async function send(content: Uint8Array, client = test.admin, field = 'logo') {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)], { type: 'image/png' }), 'logo.svg');
  return client.send<BillingProfile>('PUT', '/billing/logo', form, {});
}

const stored = () => findLogo(test.server.database.db);

it.each(['png', 'jpeg'] as const)('a %s is kept, drawn again, and seen by all', async (kind) => {
  const before = (await test.admin.get<BillingProfile>('/billing/profile')).body.data;
  const response = await send(await makeImage(kind, 300, 200));
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  // A form of the billing information that is open stays good.
  expect(response.body.data).toEqual({
    ...before,
    logo_changed_at: expect.stringMatching(/Z$/) as string,
  });
  const seen = await user.get('/billing/logo');
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, `image/${kind}`]);
  expect(seen.headers.get('cache-control')).toBe('private, no-cache');
  const found = await new Transformer(seen.content).metadata(true);
  expect(found).toMatchObject({ width: 300, height: 200, format: kind });
  expect(await stored()).toMatchObject({ bytes: seen.content, type: `image/${kind}` });
  const tag = seen.headers.get('etag') ?? '';
  expect((await user.get('/billing/logo', { 'if-none-match': tag })).status).toBe(304);
});

it('one with more pixels than paper shows is scaled down', async () => {
  expect((await send(await makeImage('png', 2400, 600))).status).toBe(200);
  const { bytes } = (await stored()) ?? { bytes: Buffer.alloc(0) };
  expect(await new Transformer(bytes).metadata()).toMatchObject({ width: logoSide, height: 200 });
});

it('is removed, is in the activity feed and in the audit log without its pixels', async () => {
  await send(await makeImage('png'));
  const deleted = await test.admin.delete<BillingProfile>('/billing/logo');
  expect([deleted.status, deleted.body.data.logo_changed_at]).toEqual([200, null]);
  expect((await user.get('/billing/logo')).status).toBe(404);
  expect(await stored()).toBeNull();
  expect((await test.admin.delete('/billing/logo')).status).toBe(200);
  const { db } = test.server.database;
  const lines = await sql<{ title: string }>`select title from activity
    where entity = 'billing_profile' order by id desc limit 2`.execute(db);
  expect(lines.rows.map(({ title }) => title)).toEqual(['Logo removed', 'Logo changed']);
  const log = await sql<{ action: string; before: object }>`select action, before from audit_log
    where entity = 'billing_profile' and part = 'company_logo' order by id desc limit 1`.execute(
    db,
  );
  expect(log.rows).toMatchObject([{ action: 'deleted', before: [{ type: 'image/png' }] }]);
  expect(log.rows[0]?.before).not.toMatchObject([{ content: expect.anything() as string }]);
});

it.each([
  [
    'an SVG',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'logo.unsupported_format',
  ],
  ['a WebP', () => makeImage('webp'), 'logo.unsupported_format'],
  ['too many pixels', async () => pngHeader(20_000, 20_000), 'logo.dimensions_too_large'],
  [
    'half an image',
    async () => (await makeImage('png', 300, 300)).subarray(0, 300),
    'logo.damaged',
  ],
])('%s is refused, and the logo stays', async (_what, content, code) => {
  await send(await makeImage('jpeg'));
  const before = await stored();
  const response = await send(await content());
  expect([response.status, response.body.code]).toEqual([400, code]);
  expect(response.body.details[0]?.field).toBe('logo');
  expect(await stored()).toEqual(before);
});

it('more than 1 MB is 413, another field 400, no form 415, and no one but an administrator changes it', async () => {
  const image = await makeImage('png');
  const large = await send(Buffer.concat([image, Buffer.alloc(mostLogoBytes)]));
  expect([large.status, large.body.error]).toEqual([413, 'The logo is larger than 1 MB']);
  expect((await send(image, test.admin, 'photo')).status).toBe(400);
  expect((await test.admin.put('/billing/logo', {})).status).toBe(415);
  expect((await send(image, user)).status).toBe(403);
  expect((await user.delete('/billing/logo')).status).toBe(403);
  expect((await test.server.client().get('/billing/logo')).status).toBe(401);
});
