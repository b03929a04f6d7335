import type { Mail } from '~/kit/server/mail/mail';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { counted } from '~/kit/shared/money/numbers';
import type { Notification } from '../notifications.fields';
import { oneLine, pathOf } from '../notifications.rules';

interface Reader {
  email: string;
  first_name: string;
}

interface Letter {
  reader: Reader;
  notifications: readonly Notification[];
  publicUrl: string;
}

// Part of the subject is user input: reduced to one line of a length that any mail program shows.
const subjectLength = 140;
const mostListed = 50;

export function notificationMail({ reader, notifications, publicUrl }: Letter): Mail {
  const [first] = notifications;
  const count = notifications.length;
  const subject =
    count === 1 && first ? headlineOf(first) : `${count} notifications from Manufacturing CRM`;
  return {
    to: reader.email,
    subject: oneLine(subject, subjectLength),
    text: letter(reader, listed(notifications, publicUrl), publicUrl),
  };
}

export function digestMail({ reader, notifications, publicUrl, day }: Letter & { day: Day }): Mail {
  const texts = counted(notifications.length, 'unread notification');
  const body = `Your daily summary of ${formatDay(day)}: ${texts}.\n\n${listed(notifications, publicUrl)}`;
  return {
    to: reader.email,
    subject: `Daily summary of ${formatDay(day)}: ${texts}`,
    text: letter(reader, body, publicUrl),
  };
}

function headlineOf({ title, record, message }: Notification): string {
  return `${title}: ${record?.label ?? message}`;
}

function listed(notifications: readonly Notification[], publicUrl: string): string {
  const lines = notifications.slice(0, mostListed).map((each) => {
    const by = each.user_name === '' ? '' : ` (by ${oneLine(each.user_name, 120)})`;
    const message = oneLine(each.message, 500);
    return `${oneLine(each.title, 120)}: ${message}${by}\n${publicUrl}${pathOf(each)}`;
  });
  const more = notifications.length - lines.length;
  if (more > 0) lines.push(`and ${more} more at ${publicUrl}/notifications`);
  return lines.join('\n\n');
}

function letter(reader: Reader, body: string, publicUrl: string): string {
  return `Hello ${oneLine(reader.first_name, 60)},

${body}

You received this email because of your notification settings. Change them at
${publicUrl}/notifications
`;
}
