import type { Database } from '../database/db';
import type { MailLinks } from '../mail/mail';

interface WrittenMail {
  recipient: string;
  subject: string;
  body: string;
  link: { kind: string; id: number } | null;
}

export async function mailsTo({ pool }: Database, email: string): Promise<WrittenMail[]> {
  const found = await pool.query<WrittenMail>(
    'select recipient, subject, body, link from mails where lower(recipient) = lower($1) order by id desc',
    [email],
  );
  return found.rows;
}

/** The token of a link as it would be mailed now: what sends the mail makes it in the same way. Empty where it is none. */
export async function linkedToken(
  { db }: Database,
  links: MailLinks,
  mail: WrittenMail | undefined,
): Promise<string> {
  const make = mail?.link ? links[mail.link.kind] : undefined;
  const path = mail?.link && make ? await make(db, mail.link.id, new Date(0)) : null;
  return /[\w-]{43}$/.exec(path ?? '')?.[0] ?? '';
}
