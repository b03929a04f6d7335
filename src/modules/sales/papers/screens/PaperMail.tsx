import { Button } from '@mantine/core';
import { Badge } from '~/kit/ui/elements/Badge';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';
import { mailSection } from './PaperDetails';
import classes from './PaperMail.module.css';

/** A document as far as its last mail goes. */
export interface Mailed {
  mail_status: (typeof mailStatuses)[number]['value'] | null;
  mail_error: string | null;
  mailed_at: string | null;
}

// Labels belong to the field, colours to the screen.
const mailColors = { queued: 'blue', accepted: 'green', failed: 'red' } as const;

/** The state of a document's last mail; the reason of a failure is in its tooltip. */
export function MailStatus({ mail }: { mail: Pick<Mailed, 'mail_status' | 'mail_error'> }) {
  const { mail_status, mail_error } = mail;
  if (mail_status === null) return null;
  const message = mailStatuses.find(({ value }) => value === mail_status)?.label;
  return (
    <span title={mail_error ?? undefined}>
      <Badge color={mailColors[mail_status]}>{message}</Badge>
    </span>
  );
}

interface Around {
  noun: string;
  timeZone: string;
  /** Null where it cannot be sent. */
  onSend: (() => void) | null;
}

/** The last mail with a document; where that failed, its reason and a way to try again. */
export function emailSection(mail: Mailed, { noun, timeZone, onSend }: Around) {
  const outcome = mail.mail_status === null ? null : <MailStatus mail={mail} />;
  const { mailed_at } = mail;
  const failure =
    mail.mail_status === 'failed'
      ? { content: <MailFailure reason={mail.mail_error} onSend={onSend} /> }
      : {};
  return mailSection({ noun, mailed_at, timeZone, outcome }, failure);
}

function MailFailure({ reason, onSend }: { reason: string | null; onSend: (() => void) | null }) {
  return (
    <div className={classes.failure}>
      <p>{reason ?? 'The mail server gave no reason.'}</p>
      {onSend ? (
        <Button size="compact-sm" variant="default" mt={8} onClick={onSend}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
