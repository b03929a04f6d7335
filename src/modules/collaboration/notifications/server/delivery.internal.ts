import { logLine } from '~/kit/server/database/activity-log';
import { anonymous } from '~/kit/server/database/context';
import type { Database } from '~/kit/server/database/db';
import { eachApart, type Skipped, reportSkipped } from '~/kit/server/database/faults';
import { inTransaction, type Transaction } from '~/kit/server/database/transaction';
import { triggerJob, sendToUser } from '~/kit/server/database/announce';
import { queueMail } from '~/kit/server/mail/mail';
import { isEmail } from '~/kit/shared/fields/contact';
import { dayOf } from '~/kit/shared/time/days';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { holdNames } from '~/modules/organization/users/server/person-names.service';
import type { NotificationEvent } from '../events.rules';
import type { Preferences } from '../notifications.fields';
import {
  endOfQuiet,
  eventOf,
  isAlwaysShown,
  isQuiet,
  lastDigestMoment,
  mailMoment,
  messageOf,
  oneLine,
} from '../notifications.rules';
import { digestMail, notificationMail } from './notifications.mail';
import { findReceivers, type QueuedEntry, takeQueued } from './entries.queries';
import {
  dropMailOfInactive,
  findDigestedUntil,
  findLastMailed,
  listUnreadBetween,
  lockDigests,
  type MailedNotification,
  noteMigration,
  setDigestedUntil,
  setMailed,
  takeMailable,
} from './mailing.queries';
import { insertNotification } from './notifications.queries';
import type { Receiver } from './preferences.queries';

const linesAtOnce = 100;
const msPerDay = 86_400_000;

interface Moment {
  now: Date;
  timeZone: string;
}

/**
 * Creates the notifications for recent activity; each activity is processed once, even with concurrent runs. One that
 * cannot be read is left out, and its cause thrown once all others are done.
 */
export async function notifyOfEntries({ db }: Database, now: Date): Promise<void> {
  const skipped: Skipped<QueuedEntry>[] = [];
  for (let taken = linesAtOnce; taken === linesAtOnce; ) {
    taken = await inTransaction(db, async (trx) => {
      await holdNames(trx);
      const entries = await takeQueued(trx, linesAtOnce);
      if (entries.length === 0) return 0;
      const { time_zone: timeZone } = await getSettings(trx);
      const notify = (some: readonly QueuedEntry[]) => notifyAbout(trx, some, { now, timeZone });
      skipped.push(...(await eachApart(trx, entries, notify)));
      return entries.length;
    });
  }
  reportSkipped('Activities', skipped);
}

async function notifyAbout(
  trx: Transaction,
  entries: readonly QueuedEntry[],
  moment: Moment,
): Promise<void> {
  const news = entries.flatMap((entry) => {
    const event = eventOf(entry);
    // Backdated activity (sample data, imports of old records) is not news.
    const isOld = moment.now.getTime() - Date.parse(entry.created_at) > msPerDay;
    return event && !isOld ? [{ entry, event }] : [];
  });
  const receivers = await findReceivers(
    trx,
    news.map(({ entry }) => entry),
  );
  for (const each of news) {
    for (const receiver of receivers.get(each.entry.id) ?? []) {
      await notify(trx, { ...each, receiver }, moment);
    }
  }
}

interface Notice {
  entry: QueuedEntry;
  event: NotificationEvent;
  receiver: Receiver;
}

const mostWindowText = 300;

async function notify(
  trx: Transaction,
  { entry, event, receiver }: Notice,
  moment: Moment,
): Promise<void> {
  const { user_id: userId, preferences } = receiver;
  const { push: isPushed, email } = switchesOf(preferences, event);
  const push = isPushed || isAlwaysShown(entry);
  if (!push && !email) return;
  const mailAt = email ? await momentOfMail(trx, { entry, event, receiver }, moment) : null;
  const created = await insertNotification(trx, {
    entry: { ...entry, message: messageOf(entry) },
    event,
    userId,
    push,
    email,
    mailAt,
    now: moment.now,
  });
  if (!created || !push) return;
  const shown = { ...created, message: oneLine(created.message, mostWindowText) };
  const quiet = isQuiet(preferences, moment.now, moment.timeZone);
  await sendToUser(trx, userId, 'notification', { notification: shown, quiet });
}

async function momentOfMail(
  trx: Transaction,
  { entry, event, receiver }: Notice,
  { now, timeZone }: Moment,
): Promise<Date> {
  const { user_id: userId, preferences } = receiver;
  const lastMailed = await findLastMailed(trx, { userId, event, recordId: entry.record_id });
  return mailMoment({ now, timeZone, preferences, lastMailed });
}

function switchesOf(
  { events }: Preferences,
  event: NotificationEvent,
): { push: boolean; email: boolean } {
  return events.find((each) => each.id === event) ?? { push: false, email: false };
}

/**
 * Sends the mails that are due; several waiting for the same person become one mail. One that cannot be written is given
 * up, and its cause thrown once all others are queued.
 */
export async function mailDue({ db }: Database, now: Date, publicUrl: string): Promise<void> {
  const skipped = await inTransaction(db, async (trx) => {
    await holdNames(trx);
    await dropMailOfInactive(trx);
    const due = await takeMailable(trx, now);
    if (due.length === 0) return [];
    const { time_zone: timeZone } = await getSettings(trx);
    const failed = await eachApart(trx, byReceiver(due), async (groups) => {
      for (const group of groups) await mailTo(trx, group, { now, timeZone, publicUrl });
    });
    for (const { item } of failed)
      await setMailed(trx, idsOf(item.notifications), { mailAt: null });
    await triggerJob(trx, 'mail');
    return failed;
  });
  reportSkipped('Mails', skipped);
}

interface Group {
  receiver: Receiver;
  notifications: MailedNotification[];
}

function byReceiver(all: readonly MailedNotification[]): Group[] {
  const groups = new Map<number, Group>();
  for (const each of all) {
    const { receiver } = each;
    const group = groups.get(receiver.user_id) ?? { receiver, notifications: [] };
    group.notifications.push(each);
    groups.set(receiver.user_id, group);
  }
  return [...groups.values()];
}

const idsOf = (notifications: readonly MailedNotification[]) => notifications.map(({ id }) => id);

async function mailTo(
  trx: Transaction,
  { receiver, notifications }: Group,
  { now, timeZone, publicUrl }: Moment & { publicUrl: string },
): Promise<void> {
  const { preferences, email } = receiver;
  // "Do Not Disturb" may have been switched on since the mail was scheduled.
  if (isQuiet(preferences, now, timeZone)) {
    await setMailed(trx, idsOf(notifications), { mailAt: endOfQuiet(now, timeZone) });
    return;
  }
  await setMailed(trx, idsOf(notifications), { mailAt: null });
  const toMail = notifications.filter((each) => switchesOf(preferences, each.event).email);
  const [first] = toMail;
  if (!first || !isEmail(email)) return;
  const mail = notificationMail({ reader: receiver, notifications: toMail, publicUrl });
  await queueMail(trx, { ...mail, key: `notification:${first.id}` }, now);
  await setMailed(trx, idsOf(toMail), { mailedAt: now });
}

/**
 * Daily at 8:00 in the company's time zone: mails each subscriber a summary of unread notifications; no mail without
 * any. What cannot be written is left out as in `mailDue`.
 */
export async function mailDigests({ db }: Database, now: Date, publicUrl: string): Promise<void> {
  const { time_zone: timeZone } = await getSettings(db);
  const due = lastDigestMoment(now, timeZone);
  const until = await findDigestedUntil(db);
  if (until === null || until >= due) return;
  const skipped = await inTransaction(db, async (trx) => {
    await holdNames(trx);
    const after = await lockDigests(trx);
    if (after === null || after >= due) return [];
    const unread = await listUnreadBetween(trx, { after, until: now });
    const failed = await eachApart(trx, byReceiver(unread), async (groups) => {
      for (const group of groups) await mailDigest(trx, group, { now, timeZone, publicUrl });
    });
    await setDigestedUntil(trx, now);
    await triggerJob(trx, 'mail');
    return failed;
  });
  reportSkipped('Summaries', skipped);
}

async function mailDigest(
  trx: Transaction,
  { receiver, notifications }: Group,
  { now, timeZone, publicUrl }: Moment & { publicUrl: string },
): Promise<void> {
  const { preferences, email, user_id: userId } = receiver;
  if (!preferences.email_digest || !isEmail(email)) return;
  const toMail = notifications.filter((each) => switchesOf(preferences, each.event).email);
  if (toMail.length === 0) return;
  const day = dayOf(now, timeZone);
  const mail = digestMail({ reader: receiver, notifications: toMail, publicUrl, day });
  await queueMail(trx, { ...mail, key: `digest:${userId}:${day}` }, now);
  // The summary includes what waited for the end of the quiet hours.
  await setMailed(trx, idsOf(toMail), { mailAt: null });
}

/** Notifies administrators once of an upgrade of the product; not on the first start. */
export async function notifyOfUpgrade({ db }: Database, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const upgrade = await noteMigration(trx);
    if (!upgrade) return;
    logLine(
      { trx, context: { person: anonymous, now } },
      {
        type: 'other',
        entity: null,
        id: null,
        label: 'Manufacturing CRM',
        action: 'upgraded',
        title: 'New version',
        message: `Manufacturing CRM was updated (database version ${upgrade.from} to ${upgrade.to})`,
        before: { step: upgrade.from },
        after: { step: upgrade.to },
      },
    );
  });
}
