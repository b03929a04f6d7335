import type { SendMailOptions } from 'nodemailer';
import parseAddresses from 'nodemailer/lib/addressparser';
import { StartError } from '~/kit/server/errors';

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface OutgoingMail {
  id: number;
  /** The same for every try of one mail. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  attachments: Attachment[];
  date: Date;
}

/** What one try came to; `error` is a sentence for a person, without credentials. */
export type Delivery =
  | { outcome: 'accepted' }
  /** The mail itself was refused for good. */
  | { outcome: 'refused'; error: string }
  /** Surely not delivered, and worth another try. `away`: other mails would fare no better now. */
  | { outcome: 'postponed'; error: string; away: boolean }
  /** The whole mail was on its way when the answer failed to come. */
  | { outcome: 'unknown' };

export interface MailTransport {
  /** One try, in bounded time. Never rejects. */
  deliver: (mail: OutgoingMail) => Promise<Delivery>;
  /**
   * Breaks off what was not yet handed over (it counts as postponed), so that a stop is not held
   * up.
   */
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

/** Throws StartError for anything but one sender. */
export function readSender(text: string): Sender {
  const [sender, ...others] = parseAddresses(text, { flatten: true });
  const isOne =
    sender !== undefined && others.length === 0 && /^[^\s@]+@[^\s@]+$/.test(sender.address);
  if (isOne && !/\p{Cc}/u.test(text)) return { name: sender.name, address: sender.address };
  throw new StartError('MAIL_FROM must be one sender such as "Sales <sales@example.com>"');
}

/** The mail as nodemailer takes it; a complete RFC 5322 message comes of it. */
export function composeMessage(mail: OutgoingMail, sender: Sender): SendMailOptions {
  return {
    from: sender,
    to: { name: '', address: mail.to },
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

/** What others said, fit for a log and a table. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
