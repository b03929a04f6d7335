import { expect, it } from 'vitest';
import { ownServer } from '~/app/testing/test-file-server';
import { makeRole } from '~/modules/organization/users/roles/server/roles.builders';
import type { User } from '~/modules/organization/users/users.fields';
import type { Invitation } from '../invitations.fields';
import { accountBody, invitationBody, makeInvitation, tokenTo } from './invitations.builders';

const test = ownServer();

const day = 86_400_000;
const invite = (values: object) =>
  test.admin.post<Invitation>('/users/invite', { ...invitationBody(), ...values });

async function accept({ email }: Invitation): Promise<User | undefined> {
  const token = await tokenTo(test.server.database, email);
  const response = await test.server.client().post(`/users/invite/${token}/accept`, accountBody());
  expect(response.status).toBe(200);
  const users = await test.admin.get<User[]>('/users');
  return users.body.data.find((user) => user.email === email);
}

it.each([
  ['none', { role: 'user' }, ['user', null]],
  ['a ready-made one', { role: 'user', role_id: 2 }, ['user', 2]],
  ['a ready-made one alone', { role: undefined, role_id: 5 }, ['user', 5]],
  ['that of administrators', { role: 'user', role_id: 1 }, ['admin', 1]],
  ['administrator', { role: 'admin' }, ['admin', 1]],
])('who is invited with a role has it from the first sign-in on: %s', async (_case, sent, has) => {
  const created = await invite(sent);
  expect([created.status, created.body.data.role, created.body.data.role_id]).toEqual([
    201,
    ...has,
  ]);
  const user = await accept(created.body.data);
  expect([user?.role, user?.role_id]).toEqual(has);
});

it.each([
  ['there is not', { role_id: 999_999 }, 'Role not found'],
  ['contradict each other', { role: 'admin', role_id: 2 }, 'role and role_id name different roles'],
])('roles that %s are refused', async (_case, sent, message) => {
  const response = await invite(sent);
  expect([response.status, response.body.details]).toEqual([400, [{ field: 'role_id', message }]]);
});

it('a role that a pending invitation names is not deleted, and one that was is not given', async () => {
  const role = await makeRole(test.admin, { leads: { read: 'own' } });
  const invitation = await makeInvitation(test.admin, { role_id: role.id });
  const refused = await test.admin.delete(`/roles/${role.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'role.in_use']);
  expect(refused.body.error).toBe('1 invitation names this role. Revoke it first.');
  expect(refused.body.details).toEqual([
    {
      message: 'Named by Meera Kulkarni',
      record: { type: 'invitation', id: invitation.id, label: 'Meera Kulkarni' },
    },
  ]);
  test.server.clock.advance(15 * day);
  const admin = await test.server.signIn();
  expect((await admin.delete(`/roles/${role.id}`)).status).toBe(200);
  const again = await admin.post(`/users/invitations/${invitation.id}/resend`);
  expect([again.status, again.body.code]).toEqual([409, 'invitation.role_gone']);
});
