import { randomBytes } from 'node:crypto';
import type { Database } from '~/kit/server/database/db';
import type { Invitation } from '../invitations.fields';
import type { NewInvitation } from './invitations.steps';

export function invitationBody(values: Partial<NewInvitation> = {}): NewInvitation {
  const email = `meera-${randomBytes(6).toString('hex')}@example.com`;
  return { email, first_name: 'Meera', last_name: 'Kulkarni', role: 'user', ...values };
}

interface InvitationMail {
  recipient: string;
  subject: string;
  body: string;
}

export async function mailsTo({ pool }: Database, email: string): Promise<InvitationMail[]> {
  const found = await pool.query<InvitationMail>(
    'select recipient, subject, body from mails where recipient = $1 order by id desc',
    [email],
  );
  return found.rows;
}

export async function tokenTo(database: Database, email: string): Promise<string> {
  const [mail] = await mailsTo(database, email);
  return tokenIn(mail?.body ?? '');
}

export function tokenIn(text: string): string {
  return /\/invite\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
}

interface Reply<T> {
  status: number;
  body: { data: T; error: string };
}

interface Caller {
  get: <T>(path: string) => Promise<Reply<T>>;
  post: <T>(path: string, body: unknown) => Promise<Reply<T>>;
}

export async function makeInvitation(client: Caller, values = {}): Promise<Invitation> {
  const answer = await client.post<Invitation>('/users/invite', invitationBody(values));
  if (answer.status !== 201) throw new Error(`Nobody was invited: ${answer.body.error}`);
  return answer.body.data;
}

/** The status that the list shows of an invitation; undefined when it is not in the list. */
export async function statusOf(client: Caller, id: number): Promise<string | undefined> {
  const list = await client.get<Invitation[]>('/users/invitations');
  return list.body.data.find((each) => each.id === id)?.status;
}

/** Opens the link of an invitation. */
export function openLink<R>(
  client: { get: (path: string) => Promise<R> },
  token: string,
): Promise<R> {
  return client.get(`/users/invite/${token}`);
}

let accounts = 0;

/** What somebody who was invited types; `values` override the defaults. */
export function accountBody(values = {}) {
  accounts += 1;
  return { username: `invited-${accounts}`, password: ' a secret ', ...values };
}
