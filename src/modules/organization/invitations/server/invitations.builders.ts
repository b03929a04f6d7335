import { randomBytes } from 'node:crypto';
import type { Database } from '~/kit/server/database/db';
import { type ApiResponse, type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import { linkedToken, mailsTo } from '~/kit/server/testing/test-mails';
import type { Invitation, ShownInvitation } from '../invitations.fields';
import { invitationLinks } from './invitations.mail';
import type { NewInvitation } from './invitations.actions';

export function invitationBody(values: Partial<NewInvitation> = {}): NewInvitation {
  const email = `meera-${randomBytes(6).toString('hex')}@example.com`;
  return { email, first_name: 'Meera', last_name: 'Kulkarni', role: 'user', ...values };
}

export async function tokenTo(database: Database, email: string): Promise<string> {
  const [mail] = await mailsTo(database, email);
  return linkedToken(database, invitationLinks, mail);
}

export function makeInvitation(client: Caller, values = {}): Promise<Invitation> {
  return makeRecord<Invitation>(client, '/users/invite', invitationBody(values));
}

/** The status that the list shows of an invitation; undefined when it is not in the list. */
export async function statusOf(client: Caller, id: number): Promise<string | undefined> {
  const list = await client.get<Invitation[]>('/users/invitations');
  return list.body.data.find((each) => each.id === id)?.status;
}

export function openLink(caller: Caller, token: string): Promise<ApiResponse<ShownInvitation>> {
  return caller.get<ShownInvitation>(`/users/invite/${token}`);
}

let accounts = 0;

/** What someone who was invited types; `values` override the defaults. */
export function accountBody(values = {}) {
  accounts += 1;
  return { username: `invited-${accounts}`, password: ' a secret ', ...values };
}
