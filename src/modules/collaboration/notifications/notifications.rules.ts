import type { Rights } from '~/kit/shared/access';
import { shortened } from '~/kit/shared/fields/cut-text';
import { reachOf } from '~/modules/organization/users/rights.rules';
import { isWalledIn } from '~/modules/organization/workspaces/workspaces.rules';
import { counted } from '~/kit/shared/money/numbers';
import { addDays, dayOf, hourOf, instantAt } from '~/kit/shared/time/days';
import { locationOfActivity } from '~/modules/collaboration/activity/activity.rules';
import { type NotificationEvent, notificationEvents } from './events.rules';
import type { Notification, Preferences, PreferencesPatch } from './notifications.fields';
import { kindOfEntity, kinds, subjectOfKind } from '~/modules/organization/kinds/kinds.rules';

/** "Do Not Disturb": 10 PM to 8 AM in the company's time zone (docs/product/notifications.md#quiet-hours). */
export const quietHours = { from: 22, until: 8 } as const;

const digestHour = quietHours.until;

export interface ActivityEntry {
  type: string;
  action: string;
  /** Null for actions of the system. */
  user_id: number | null;
  user_name?: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const byAction: Readonly<Record<string, NotificationEvent>> = {
  overdue: 'invoice-overdue',
  mentioned: 'team-updates',
  'approval requested': 'team-updates',
  'quotation decided': 'lead-updates',
  'import failed': 'system-maintenance',
  upgraded: 'system-maintenance',
  'backup failed': 'system-maintenance',
  'verify failed': 'system-maintenance',
  'webhook failing': 'system-maintenance',
  'webhook off': 'system-maintenance',
  'step due': 'lead-updates',
  'assigned together': 'lead-updates',
  'repeat enquiry': 'lead-updates',
  'lead not assigned': 'lead-updates',
  'lead source failed': 'system-maintenance',
  'bank details changed': 'system-maintenance',
};

const addressed = [
  'mentioned',
  'approval requested',
  'quotation decided',
  'step due',
  'assigned together',
  'repeat enquiry',
  'lead not assigned',
  'lead source failed',
  'bank details changed',
];

const always = new Set([
  'backup failed',
  'verify failed',
  'webhook failing',
  'webhook off',
  ...addressed,
]);

/** Whether the bell shows it regardless of preferences: it addresses the user, or warns that data may be lost. */
export function isAlwaysShown({ action }: Pick<ActivityEntry, 'action'>): boolean {
  return always.has(action);
}

/** Whether it is for those alone whom it names as `mentions`. */
export function isAddressed({ action }: Pick<ActivityEntry, 'action'>): boolean {
  return addressed.includes(action);
}

/** The text for its receivers, where the text of the log is about them. */
export function messageOf(
  entry: Pick<ActivityEntry, 'action' | 'after'> & { message: string },
): string {
  if (entry.action !== 'assigned together') return entry.message;
  const count = Number(entry.after?.['count']);
  return `${counted(count, 'lead')} ${count === 1 ? 'was' : 'were'} assigned to you`;
}

/** The notification event of an activity, or null when it is none. */
export function eventOf(entry: ActivityEntry): NotificationEvent | null {
  const special = byAction[entry.action];
  if (special) return special;
  const isOfSource = entry.user_name?.endsWith(' (lead source)') ?? false;
  if (isOfSource && entry.type === 'lead' && entry.action === 'created') return 'new-leads';
  if (entry.user_id === null || isPlan(entry)) return null;
  switch (entry.type) {
    case 'lead':
      if (notes.has(entry.action)) return null;
      return entry.action === 'created' ? 'new-leads' : 'lead-updates';
    case 'order':
      return entry.action === 'created' ? 'new-orders' : null;
    case 'payment':
      // A write-off is not money, and credit came with an earlier payment.
      if (['write_off', 'set_off', 'refund'].includes(String(entry.after?.['kind']))) return null;
      return becomes(entry, 'status', 'completed') ? 'payment-received' : null;
    case 'user':
      return isTeamUpdate(entry) ? 'team-updates' : null;
    default:
      return null;
  }
}

const notes = new Set(['noted', 'note changed', 'note deleted']);

/** A plan is not news of its record: its assignee is reminded when it is due. */
function isPlan({ action }: Pick<ActivityEntry, 'action'>): boolean {
  return action.startsWith('step ');
}

const teamActions = new Set(['activated', 'deactivated', 'accepted']);

// Creating an invitation is logged as "created" too, but is not a new user.
function isTeamUpdate(entry: ActivityEntry): boolean {
  if (entry.action === 'created') return entry.after !== null && 'username' in entry.after;
  return (
    teamActions.has(entry.action) ||
    becomes(entry, 'is_active', true) ||
    becomes(entry, 'is_active', false)
  );
}

function becomes({ before, after }: ActivityEntry, name: string, value: unknown): boolean {
  return after?.[name] === value && before?.[name] !== value;
}

export const defaultPreferences: Preferences = {
  events: notificationEvents.map(({ id, defaults }) => ({ id, ...defaults })),
  do_not_disturb: false,
  email_digest: true,
};

/** The preferences after a patch; fields that are not sent stay unchanged. */
export function changed(before: Preferences, patch: PreferencesPatch): Preferences {
  const sent = new Map(patch.events?.map((event) => [event.id, event]));
  return {
    events: before.events.map((event) => {
      const choice = sent.get(event.id);
      const { id, email, push, sms } = event;
      return {
        id,
        email: choice?.email ?? email,
        push: choice?.push ?? push,
        sms: choice?.sms ?? sms,
      };
    }),
    do_not_disturb: patch.do_not_disturb ?? before.do_not_disturb,
    email_digest: patch.email_digest ?? before.email_digest,
  };
}

/** Whether a person with "Do Not Disturb" is in quiet hours now. */
export function isQuiet(
  preferences: Pick<Preferences, 'do_not_disturb'>,
  now: Date,
  timeZone: string,
): boolean {
  if (!preferences.do_not_disturb) return false;
  const hour = hourOf(now, timeZone);
  return hour >= quietHours.from || hour < quietHours.until;
}

export function endOfQuiet(now: Date, timeZone: string): Date {
  const today = dayOf(now, timeZone);
  const day = hourOf(now, timeZone) < quietHours.until ? today : addDays(today, 1);
  return new Date(instantAt(day, quietHours.until, timeZone));
}

/** The last moment, up to now, at which a daily summary was due. */
export function lastDigestMoment(now: Date, timeZone: string): Date {
  const today = dayOf(now, timeZone);
  const moment = new Date(instantAt(today, digestHour, timeZone));
  if (moment <= now) return moment;
  return new Date(instantAt(addDays(today, -1), digestHour, timeZone));
}

const gatherMinutes = 15;

/**
 * When the mail about a record is sent: at once, but at least a quarter of an hour after the previous one of its kind,
 * so that ten cells edited in one row yield one mail; never within quiet hours.
 */
export function mailMoment(options: {
  now: Date;
  timeZone: string;
  preferences: Preferences;
  /** When this person was last mailed about the same event and record. */
  lastMailed: Date | null;
}): Date {
  const { now, timeZone, preferences, lastMailed } = options;
  const gathered = lastMailed ? lastMailed.getTime() + gatherMinutes * 60_000 : 0;
  const moment = new Date(Math.max(now.getTime(), gathered));
  return isQuiet(preferences, moment, timeZone) ? endOfQuiet(moment, timeZone) : moment;
}

/** The path of the screen that shows a notification's record. */
export function pathOf(notification: Pick<Notification, 'record'>): string {
  const location = locationOfActivity(notification);
  if (!location) return '/notifications';
  const parameters = Object.entries(location.search).map(
    ([name, value]) => `${name}=${String(value)}`,
  );
  return [location.path, ...parameters].join('?');
}

/** Text on a single line of at most `most` characters, for mail headers and small windows. */
export function oneLine(text: string, most: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const letters = Array.from(line);
  return letters.length > most ? shortened(line, letters.slice(0, most - 1).join('').length) : line;
}

/** Someone who may be informed of a record, and whether it is their own. */
export interface Reading {
  role: 'admin' | 'user';
  rights: Rights | null;
  workspaces: readonly number[];
  workspace_isolation: boolean;
  isOwn: boolean;
}

/** No one is informed of a record that they may not read (docs/product/roles.md#reading). */
export function mayReceive(
  reader: Reading,
  { entity, workspace_id }: { entity: string | null; workspace_id: number | null },
): boolean {
  const kind = entity === null ? null : kindOfEntity(entity);
  if (!kind) return true;
  const reach = reachOf(reader, subjectOfKind(kind));
  const isInOwn = workspace_id !== null && reader.workspaces.includes(workspace_id);
  const isWalled = isWalledIn(reader) && kinds[kind].workspace !== null;
  if (reach === 'none' || (reach === 'own' && !reader.isOwn)) return false;
  return isInOwn || !(isWalled || reach === 'workspace');
}
