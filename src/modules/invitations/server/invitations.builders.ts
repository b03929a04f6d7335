import { randomBytes } from 'node:crypto';
import type { Database } from '~/kit/server/database/db';
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
