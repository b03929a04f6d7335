import { addDays, dayOf, instantAt } from '~/kit/shared/time/days';

/** So long a nightly backup is kept (docs/product/backups.md#nightly). */
export const keptDays = 14;

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

/** Which of a folder's files are backups older than they are kept; never the newest, and nothing of anybody else's. */
export function expiredBackups(names: readonly string[], now: Date): string[] {
  const own = names.filter((name) => ownName.test(name)).sort();
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  return own.slice(0, -1).filter((name) => name < backupName(oldest));
}
