import { counted, formatNumber } from '~/kit/shared/money/numbers';

const year = 365;
/** Eight years: so long company law wants the log kept, and the database removes nothing younger. */
export const leastLogDays = 2922;

interface Retention {
  label: string;
  what: string;
  /** How many days it is kept unless an administrator says otherwise; null is forever. */
  days: number | null;
  least: number;
  most: number;
  mayKeep: boolean;
}

const ages = { least: 1, most: 10 * year, mayKeep: false };
const orForEver = { least: 30, most: 100 * year, mayKeep: true };

/** Every kind of trace, how long it is kept, and between which bounds that can be changed (docs/product/retention.md). */
export const retention = {
  sessions: {
    ...ages,
    label: 'Ended sessions',
    what: 'Device, IP addresses and times of ended sessions',
    days: 90,
  },
  sign_in_failures: {
    ...ages,
    label: 'Failed sign-ins',
    what: 'Counted per name and network, to slow down password guessing',
    days: 1,
    most: 30,
  },
  links: {
    ...ages,
    label: 'Expired links and tokens',
    what: 'For sessions, password resets and email changes; no longer usable',
    days: 0,
    least: 0,
    most: 30,
  },
  devices: {
    ...ages,
    label: 'Known devices',
    what: 'Browsers used to sign in, counted from the last sign-in',
    days: year,
    most: year,
  },
  invitations: {
    ...orForEver,
    label: 'Past invitations',
    what: 'Accepted and expired invitations, with name and email address',
    days: null,
  },
  notifications: {
    ...ages,
    label: 'Notifications',
    what: 'Notifications in the bell menu, read and unread',
    days: 90,
    least: 7,
    most: year,
  },
  mails: {
    ...orForEver,
    label: 'Sent emails',
    what: 'Recipient, subject and result. The text is deleted after sending.',
    days: year,
  },
  outbox: {
    ...orForEver,
    label: 'Emails saved as files',
    what: 'The outbox of a server without a mail server, including the text of each email',
    days: year,
    least: 1,
  },
  imports: {
    ...orForEver,
    label: 'Imports and exports',
    what: 'File names, counts and rejected rows. Imported records stay.',
    days: 90,
    least: 7,
  },
  deleted_records: {
    ...ages,
    label: 'Attachments of deleted records',
    what: 'Notes, files and next steps, counted from the deletion. Until then, undo restores them.',
    days: 30,
    least: 30,
    most: year,
  },
  batches: {
    ...ages,
    label: 'Bulk changes',
    what: 'Previous values of bulk-edited, imported or merged records, needed for undo',
    days: 30,
    most: 30,
  },
  lead_arrivals: {
    ...ages,
    label: 'Arrivals of lead sources',
    what: 'What pages, hooks and portals sent, spam included. Leads stay.',
    days: 90,
    most: year,
  },
  webhooks: {
    ...ages,
    label: 'Events for webhooks',
    what: 'Events sent to other programs, with their responses; those that are held too',
    days: 30,
    most: 30,
  },
  runs: {
    ...ages,
    label: 'Results of backups and checks',
    what: 'Times and results',
    days: 100,
    least: 14,
  },
  backups: {
    ...ages,
    label: 'Nightly backups',
    what: 'Files in the backup folder. The newest is always kept; if backups stop, all are kept.',
    days: 14,
  },
  upgrade_backups: {
    ...orForEver,
    label: 'Backups before upgrades',
    what: 'Created automatically; at most the last three',
    days: 90,
    least: 7,
  },
  activity: {
    ...orForEver,
    label: 'Activity feed',
    what: 'Who did what, as shown in the feed',
    days: null,
    least: year,
  },
  log: {
    ...orForEver,
    label: 'Log',
    what: 'Audit trail of every change; at least eight years by law',
    days: null,
    least: leastLogDays,
  },
  repeat_keys: {
    ...ages,
    label: 'Idempotency keys',
    what: 'Prevent a request that is sent twice from running twice',
    days: 1,
    most: 1,
  },
  leftovers: {
    ...ages,
    label: 'Temporary files',
    what: 'Incomplete uploads, emails and backups left by a crash',
    days: 1,
    most: 1,
  },
} as const satisfies Record<string, Retention>;

export type RetentionKind = keyof typeof retention;

export const retentionKinds = Object.keys(retention).filter(isRetentionKind);

export function isRetentionKind(kind: string): kind is RetentionKind {
  return kind in retention;
}

export function retentionOf(kind: RetentionKind): Retention {
  return retention[kind];
}

/** Whether an administrator can change how long it is kept. */
export function isFixed(kind: RetentionKind): boolean {
  const { least, most, mayKeep } = retentionOf(kind);
  return least === most && !mayKeep;
}

/** Within the bounds in force now, also where a stored value is from before they were changed. */
export function retentionDays(
  kind: RetentionKind,
  chosen: number | null | undefined,
): number | null {
  const { days, least, most, mayKeep } = retentionOf(kind);
  if (chosen === undefined) return days;
  if (chosen === null) return mayKeep ? null : days;
  return Math.min(Math.max(chosen, least), most);
}

/** "Ended sessions can be kept from 1 to 3,650 days" */
export function boundsOf(kind: RetentionKind): string {
  const { label, least, most, mayKeep } = retentionOf(kind);
  const range = `${formatNumber(least)} to ${formatNumber(most)} days`;
  return `${label} can be kept from ${range}${mayKeep ? ', or forever' : ''}`;
}

export function daysInWords(days: number | null): string {
  return days === null ? 'forever' : counted(days, 'day');
}

/** Whether something is to be kept for less time than before: what then goes does not come back. */
export function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}

/** What is from before this moment goes; null where nothing does. */
export function forgottenBefore(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() - days * 86_400_000);
}
