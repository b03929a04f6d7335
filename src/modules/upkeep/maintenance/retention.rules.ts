import { counted, formatNumber } from '~/kit/shared/money/numbers';

const year = 365;
/** Eight years: so long company law wants the log kept, and the database removes nothing younger. */
export const leastLogDays = 2922;

interface Retention {
  label: string;
  what: string;
  /** How many days it is kept unless an administrator says otherwise; null is for ever. */
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
    what: 'Device, addresses and times of sessions that are over',
    days: 90,
  },
  sign_in_failures: {
    ...ages,
    label: 'Failed sign-ins',
    what: 'Counted by name and by network, to slow down who guesses',
    days: 1,
    most: 30,
  },
  links: {
    ...ages,
    label: 'Expired links and tokens',
    what: 'Of sessions, new passwords and new e-mail addresses; they open nothing any more',
    days: 0,
    least: 0,
    most: 30,
  },
  devices: {
    ...ages,
    label: 'Known devices',
    what: 'Browsers that somebody signed in with, since their last sign-in',
    days: year,
    most: year,
  },
  invitations: {
    ...orForEver,
    label: 'Past invitations',
    what: 'Accepted and expired ones, with name and e-mail address',
    days: null,
  },
  notifications: {
    ...ages,
    label: 'Notifications',
    what: 'What stood in the bell, read or not',
    days: 90,
    least: 7,
    most: year,
  },
  mails: {
    ...orForEver,
    label: 'Sent mails',
    what: 'Receiver, subject and outcome; the text itself is deleted once it is sent',
    days: year,
  },
  outbox: {
    ...orForEver,
    label: 'Mails saved as files',
    what: 'The outbox of a server without a mail server, texts included',
    days: year,
    least: 1,
  },
  imports: {
    ...orForEver,
    label: 'Imports and exports',
    what: 'File names, counts and refused rows; what was imported stays',
    days: 90,
    least: 7,
  },
  deleted_records: {
    ...ages,
    label: 'What hung on deleted records',
    what: 'Notes, files and next steps, since the deletion; until then, undoing it brings them back',
    days: 30,
    least: 30,
    most: year,
  },
  batches: {
    ...ages,
    label: 'Bulk changes',
    what: 'Former values of records that were changed, imported or merged many at once, to undo it',
    days: 30,
    most: 30,
  },
  runs: {
    ...ages,
    label: 'Results of backups and checks',
    what: 'When they ran and what came of them',
    days: 100,
    least: 14,
  },
  backups: {
    ...ages,
    label: 'Nightly backups',
    what: 'The files in the folder for backups; the newest stays, and all while no new ones come',
    days: 14,
  },
  upgrade_backups: {
    ...orForEver,
    label: 'Backups before upgrades',
    what: 'Made by the server itself; the last three at most',
    days: 90,
    least: 7,
  },
  activity: {
    ...orForEver,
    label: 'Activity feed',
    what: 'Who did what, as people read it',
    days: null,
    least: year,
  },
  log: {
    ...orForEver,
    label: 'Log',
    what: 'The proof of every change, at least eight years by law',
    days: null,
    least: leastLogDays,
  },
  repeat_keys: {
    ...ages,
    label: 'Answers to repeated calls',
    what: 'So that a call sent twice is done once',
    days: 1,
    most: 1,
  },
  leftovers: {
    ...ages,
    label: 'Leftovers',
    what: 'Unfinished files of uploads, mails and backups that a killed server left',
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
export function daysKept(kind: RetentionKind, chosen: number | null | undefined): number | null {
  const { days, least, most, mayKeep } = retentionOf(kind);
  if (chosen === undefined) return days;
  if (chosen === null) return mayKeep ? null : days;
  return Math.min(Math.max(chosen, least), most);
}

/** "Ended sessions can be kept from 1 to 3,650 days" */
export function boundsOf(kind: RetentionKind): string {
  const { label, least, most, mayKeep } = retentionOf(kind);
  const range = `${formatNumber(least)} to ${formatNumber(most)} days`;
  return `${label} can be kept from ${range}${mayKeep ? ', or for ever' : ''}`;
}

export function daysInWords(days: number | null): string {
  return days === null ? 'for ever' : counted(days, 'day');
}

/** Whether something is to be kept for less time than before: what then goes does not come back. */
export function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}

/** What is from before this moment goes; null where nothing does. */
export function forgottenBefore(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() - days * 86_400_000);
}
