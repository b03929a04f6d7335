import type { ErrorTable } from '~/kit/shared/error-codes';
import { addDays, dayOf, instantAt } from '~/kit/shared/time/days';

export const maintenanceRefusals = {
  'backup.no_folder': [409, 'The server was started without a folder for backups'],
} as const satisfies ErrorTable;

const nightHour = 2;

/** Whether the nightly run is due: none began since 2 AM of the company's time. */
export function isNightDue(options: {
  now: Date;
  timeZone: string;
  /** When the last one began. */
  last: Date | null;
}): boolean {
  const { now, timeZone, last } = options;
  const today = dayOf(now, timeZone);
  const tonight = new Date(instantAt(today, nightHour, timeZone));
  const due =
    tonight <= now ? tonight : new Date(instantAt(addDays(today, -1), nightHour, timeZone));
  return last === null || last < due;
}

const prefix = 'manufacturing-crm-';
const ownName = /^manufacturing-crm-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup$/;

/** `manufacturing-crm-20261122T203000Z.backup` */
export function backupName(now: Date): string {
  return `${prefix}${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;
}

/** Those of a folder's files that are backups, the oldest first. */
export function ownBackups(names: readonly string[]): string[] {
  return names.filter((name) => ownName.test(name)).sort();
}

export function momentOfBackup(name: string): Date {
  return new Date(name.replace(ownName, '$1-$2-$3T$4:$5:$6Z'));
}

/** Which of a folder's files are backups from before a moment: nothing of anyone else's, and none while no newer one is there. */
export function expiredBackups(names: readonly string[], before: Date): string[] {
  const own = ownBackups(names);
  const oldest = backupName(before);
  return (own.at(-1) ?? '') < oldest ? [] : own.filter((name) => name < oldest);
}
