import { beforeEach, expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { ApiResponse } from '~/kit/server/testing/test-calls';
import { makeUser, signInNew, userBody } from '~/modules/organization/users/server/users.builders';
import { mailedToken } from '~/modules/organization/users/sessions/server/sessions.builders';
import { linkMessages } from '../invitations.rules';
import {
  accountBody,
  invitationBody,
  makeInvitation,
  openLink,
  statusOf,
  tokenTo,
} from './invitations.builders';

const test = fileServer();
beforeEach(() => test.admin.post('/auth/refresh'));

async function pending() {
  const { id, email } = await makeInvitation(test.admin, { role: 'admin' });
  const token = await tokenTo(test.server.database, email);
  expect((await openLink(test.server.client(), token)).status).toBe(200);
  return { id, email, token };
}

async function expectEnded({ id, token }: { id: number; token: string }): Promise<void> {
  expect(await statusOf(test.admin, id)).toBe('accepted');
  const client = test.server.client();
  for (const response of [
    await openLink(client, token),
    await client.post(`/users/invite/${token}/accept`, accountBody()),
  ])
    expect([response.status, response.body.error]).toEqual([404, linkMessages.used]);
  const again = await test.admin.post(`/users/invitations/${id}/resend`);
  expect([again.status, again.body.code]).toEqual([409, 'invitation.already_accepted']);
}

it('ends when an administrator adds the person', async () => {
  const open = await pending();
  const created = await test.admin.post('/users', userBody({ email: open.email.toUpperCase() }));
  expect(created.status).toBe(201);
  await expectEnded(open);
});

it('ends when an administrator gives a user the address', async () => {
  const open = await pending();
  const { id } = await makeUser(test.server);
  expect((await test.admin.put(`/users/${id}`, { email: open.email })).status).toBe(200);
  await expectEnded(open);
});

it('ends when a user takes the address over, not when one only wants it', async () => {
  const open = await pending();
  const { client, password } = await signInNew(test.server);
  expect((await client.put('/auth/me', { email: open.email, password })).status).toBe(200);
  expect(await statusOf(test.admin, open.id)).toBe('pending');
  const token = await mailedToken(test.server.database, open.email);
  expect((await client.post('/auth/confirm-email', { token })).status).toBe(200);
  await expectEnded(open);
});

it('stays open when the person is refused, and of others', async () => {
  const open = await pending();
  const { username } = await makeUser(test.server);
  const refused = await test.admin.post('/users', userBody({ email: open.email, username }));
  expect(refused.status).toBe(409);
  expect((await test.admin.post('/users', userBody())).status).toBe(201);
  expect(await statusOf(test.admin, open.id)).toBe('pending');
});

it('of adding and inviting at once, none stays open', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email, ...invitation } = invitationBody();
    const responses: ApiResponse<{ id: number }>[] = await Promise.all([
      test.admin.post<{ id: number }>('/users/invite', { ...invitation, email }),
      test.admin.post<{ id: number }>('/users', userBody({ email })),
    ]);
    expect(responses[1]?.status).toBe(201);
    const created = responses[0];
    expect([201, 409]).toContain(created?.status);
    if (created?.status === 201)
      expect(await statusOf(test.admin, created.body.data.id)).toBe('accepted');
  }
});
