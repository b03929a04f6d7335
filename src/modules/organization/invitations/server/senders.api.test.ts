import { expect, it } from 'vitest';
import { fileServer } from '~/app/testing/test-file-server';
import type { TestClient } from '~/app/testing/test-server';
import { listStatement } from '~/kit/server/lists/list-stream';
import { signInNew, whileHeld } from '~/modules/organization/users/server/users.builders';
import { linkMessages } from '../invitations.rules';
import { invitationJobs } from './invitations.jobs';
import { listInvitations } from './invitations.queries';
import {
  accountBody,
  invitationBody,
  makeInvitation,
  openLink,
  statusOf,
  tokenTo,
} from './invitations.builders';

const test = fileServer();

const look = (token: string) => openLink(test.server.client(), token);

const accept = (token: string) =>
  test.server.client().post(`/users/invite/${token}/accept`, accountBody());

/** An administrator who has invited someone as an administrator. */
async function inviter() {
  const { client, ...sender } = await signInNew(test.server, { role: 'admin' });
  const { id, email } = await makeInvitation(client, { role: 'admin' });
  return { client, sender, id, email, token: await tokenTo(test.server.database, email) };
}

const change = (client: TestClient, id: number, values: object) =>
  client.put(`/users/${id}`, values);

it.each([
  ['deactivated', { is_active: false }],
  ['demoted', { role: 'user' }],
])('an invitation ends with its sender, who was %s', async (_how, values) => {
  const { sender, id, token } = await inviter();
  expect((await look(token)).status).toBe(200);
  expect((await change(test.admin, sender.id, values)).status).toBe(200);
  for (const response of [await look(token), await accept(token)]) {
    expect([response.status, response.body.error, response.body.code]).toEqual([
      404,
      linkMessages.revoked,
      'invitation_link.revoked',
    ]);
  }
  expect(await statusOf(test.admin, id)).toBe('expired');
  const one = await test.admin.get<{ status: string }>(`/users/invitations/${id}`);
  expect(one.body.data.status).toBe('expired');
});

it('does not come back with its sender, once it was marked', async () => {
  const { sender, token } = await inviter();
  await change(test.admin, sender.id, { is_active: false });
  for (const job of invitationJobs) await job.run(test.server.database, test.server.clock.now());
  await change(test.admin, sender.id, { is_active: true });
  expect((await accept(token)).status).toBe(404);
});

it('the list stays one statement, and is kept, until one more expires', async () => {
  await makeInvitation(test.admin);
  const { db } = test.server.database;
  const now = test.server.clock.now();
  const at = async (moment: Date) => listStatement(db, await listInvitations(db, moment));
  const first = await at(now);
  expect(await at(new Date(now.getTime() + 1000))).toBe(first);
  expect(await at(new Date(now.getTime() + 30 * 86_400_000))).not.toBe(first);
});

it('another administrator sends it again and vouches for it', async () => {
  const { sender, id, email } = await inviter();
  await change(test.admin, sender.id, { role: 'user' });
  const again = await test.admin.post<{ invited_by_name: string; status: string }>(
    `/users/invitations/${id}/resend`,
  );
  expect(again.body.data).toMatchObject({
    status: 'pending',
    invited_by_name: 'Site Administrator',
  });
  expect((await accept(await tokenTo(test.server.database, email))).status).toBe(200);
});

it('does not block another invitation to the same address', async () => {
  const { sender, email } = await inviter();
  await change(test.admin, sender.id, { is_active: false });
  const again = await test.admin.post('/users/invite', invitationBody({ email }));
  expect(again.status).toBe(201);
});

it('a sender who is deactivated while the link is used has the last word', async () => {
  const { sender, token } = await inviter();
  const statement = 'update users set is_active = false where id = $1';
  const response = await whileHeld(
    test.server.database,
    { statement, id: sender.id, waiting: 1 },
    () => accept(token),
  );
  expect(response.status).toBe(404);
});
