import { expect, it } from 'vitest';
import { backupName, expiredBackups, isNightDue, momentOfBackup } from './backups.rules';

const timeZone = 'Asia/Kolkata';

// 2 AM in Kolkata is 20:30 UTC of the day before.
it.each([
  ['never before', null, '2026-11-22T12:00:00Z', true],
  ['this night already', '2026-11-21T20:30:10Z', '2026-11-22T12:00:00Z', false],
  ['a minute before the next night', '2026-11-21T20:30:10Z', '2026-11-22T20:29:00Z', false],
  ['at 2 AM', '2026-11-21T20:30:10Z', '2026-11-22T20:30:00Z', true],
  [
    'by day, after nights without the product',
    '2026-11-18T20:30:10Z',
    '2026-11-22T09:00:00Z',
    true,
  ],
])('a nightly run: %s', (_what, last, now, due) => {
  const options = { now: new Date(now), timeZone, last: last === null ? null : new Date(last) };
  expect(isNightDue(options)).toBe(due);
});

it('names a backup by its moment', () => {
  expect(backupName(new Date('2026-11-22T20:30:05.123Z'))).toBe(
    'manufacturing-crm-20261122T203005Z.backup',
  );
});

it('reads the moment back from the name', () => {
  expect(momentOfBackup('manufacturing-crm-20261122T203005Z.backup')).toEqual(
    new Date('2026-11-22T20:30:05Z'),
  );
});

const old = 'manufacturing-crm-20261101T203000Z.backup';
const older = 'manufacturing-crm-20261001T203000Z.backup';
const fresh = 'manufacturing-crm-20261108T203001Z.backup';

it.each([
  ['what is older than the moment', [old, older, fresh], [older, old]],
  ['nothing while there is none that is newer', [older, old], []],
  ['no other files', ['my.backup', `${old}.txt`, 'notes', fresh], []],
])('expires %s', (_what, names, expired) => {
  expect(expiredBackups(names, new Date('2026-11-08T20:30:00Z'))).toEqual(expired);
});
