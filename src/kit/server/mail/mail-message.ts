import type { SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import { StartError } from '~/kit/server/errors';
import { cutText } from '~/kit/shared/fields/cut-text';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface OutgoingMail {
  id: number;
  messageId: string;
  /** One address, or several with commas between them. */
  to: string;
  subject: string;
  text: string;
  html: string | null;
  attachments: Attachment[];
  date: Date;
}

/** The result of one attempt; `error` is a sentence for a person, without credentials. */
export type Delivery =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; error: string }
  /** Certainly not delivered, and worth another attempt. `away`: the server is unavailable for all mails. */
  | { outcome: 'postponed'; error: string; away: boolean }
  | { outcome: 'unknown' };

export interface MailTransport {
  deliver: (mail: OutgoingMail) => Promise<Delivery>;
  /** Aborts what was not yet handed over (it counts as postponed), so that shutdown is not delayed. */
  close: () => void;
}

export interface MailLog {
  info: (detail: unknown, line: string) => void;
  warn: (detail: unknown, line: string) => void;
}

export interface Sender {
  name: string;
  address: string;
}

export function readSender(text: string): Sender {
  const [sender, ...others] = parseAddresses(text, { flatten: true });
  const isOne =
    sender !== undefined && others.length === 0 && /^[^\s@]+@[^\s@]+$/.test(sender.address);
  if (isOne && !/\p{Cc}/u.test(text)) return { name: sender.name, address: sender.address };
  throw new StartError('MAIL_FROM must be one sender such as "Sales <sales@example.com>"');
}

export function composeMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
  return {
    from: sender,
    to: mail.to.split(', ').map((address) => ({ name: '', address })),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    attachments: mail.attachments,
    date: mail.date,
    messageId: `<${mail.messageId}@${sender.address.replace(/^.*@/, '')}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function oneLine(text: string): string {
  return cutText(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), 300);
}
