import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import { reasonOf } from '~/kit/server/errors';
import {
  composeMessage,
  type MailLog,
  type MailTransport,
  type OutgoingMail,
  readSender,
  type Sender,
} from './mail-message';
import { readSmtpUrl, smtpTransport } from './mail-smtp';

export { readSmtpUrl };

interface Options {
  /** `smtp://` or `smtps://`, with credentials; without it, mails are saved as files. */
  smtpUrl?: string | undefined;
  dataDir: string;
  from: string;
  log: MailLog;
  timeLimit?: number;
}

/**
 * Mail by SMTP, or as files in `DATA_DIR/outbox` where no server is named (docs/product/running.md#mail). Throws
 * StartError for a wrong SMTP_URL or MAIL_FROM.
 */
export function createTransport(options: Options): MailTransport {
  const sender = readSender(options.from);
  if (options.smtpUrl === undefined) return fileTransport(options, sender);
  return smtpTransport(options, sender, readSmtpUrl(options.smtpUrl));
}

function fileTransport({ dataDir, log }: Options, sender: Sender): MailTransport {
  const folder = path.join(dataDir, 'outbox');
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });
  const save = async (mail: OutgoingMail): Promise<void> => {
    const file = path.join(
      folder,
      `${mail.date.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}.eml`,
    );
    const composed = await composer.sendMail(composeMessage(mail, sender));
    // A mail may hold a link that signs in: no one else on this machine reads it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = `${file}.part`;
    try {
      await writeFile(unfinished, composed.message, { mode: 0o600, flush: true });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    log.info({ mail: mail.id, file }, 'mail saved as a file (no SMTP_URL is set)');
  };
  return {
    deliver: (mail) =>
      save(mail).then(
        () => ({ outcome: 'accepted' }),
        (error: unknown) => {
          log.warn({ mail: mail.id, err: error }, 'mail not saved');
          const reason = ['The mail could not be saved', reasonOf(error)]
            .filter(Boolean)
            .join(': ');
          return { outcome: 'postponed', error: reason, away: true };
        },
      ),
    close: () => undefined,
  };
}
