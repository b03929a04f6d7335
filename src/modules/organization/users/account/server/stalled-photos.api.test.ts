import { request } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import { signInNew } from '~/modules/organization/users/server/users.builders';
import { makeImage, photoForm } from './photos.builders';

const test = fileServer();
const sending: ReturnType<typeof request>[] = [];

afterAll(() => {
  for (const each of sending) each.destroy();
});

/** Sends the beginning of a photo and no more. */
function stall(): void {
  const cookie = [...test.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sent = request(`${test.server.url}/api/auth/me/photo`, {
    method: 'POST',
    agent: false,
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
  });
  sent.on('error', () => undefined);
  sent.write('--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\nabc');
  sending.push(sent);
}

it('twenty files of one person are on their way at once, the next is refused, and others send theirs', async () => {
  // More than there is room for: one of twenty could find its place taken by the call that looks.
  for (let remaining = 24; remaining > 0; remaining -= 1) stall();
  const image = await makeImage('png');
  const next = async () => {
    const response = await test.admin.upload('/auth/me/photo', photoForm(image));
    return [response.status, response.body.code];
  };
  await expect.poll(next).toEqual([503, 'server.busy']);
  const { client } = await signInNew(test.server, { username: 'photographer' });
  expect((await client.upload('/auth/me/photo', photoForm(image))).status).toBe(200);
  for (const each of sending) each.destroy();
  await expect.poll(next).toEqual([200, undefined]);
});
