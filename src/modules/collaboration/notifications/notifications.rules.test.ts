import { describe, expect, it } from 'vitest';
import {
  changed,
  type ActivityEntry,
  defaultPreferences,
  endOfQuiet,
  eventOf,
  isQuiet,
  lastDigestMoment,
  mailMoment,
  oneLine,
  pathOf,
} from './notifications.rules';

const kolkata = 'Asia/Kolkata';
const disturbed = defaultPreferences;
const undisturbed = { ...defaultPreferences, do_not_disturb: true };

describe('the defaults', () => {
  it('are the documented ones', () => {
    const on = defaultPreferences.events.map(({ id, ...channels }) => [
      id,
      Object.entries(channels).flatMap(([channel, isOn]) => (isOn ? [channel] : [])),
    ]);
    expect(on).toEqual([
      ['new-leads', ['email', 'push']],
      ['lead-updates', ['email']],
      ['new-orders', ['email', 'push', 'sms']],
      ['payment-received', ['email', 'push']],
      ['invoice-overdue', ['email', 'push', 'sms']],
      ['team-updates', ['push']],
      ['system-maintenance', ['email']],
    ]);
    expect(defaultPreferences).toMatchObject({ do_not_disturb: false, email_digest: true });
  });

  it('stay where nothing else is sent', () => {
    expect(changed(defaultPreferences, {})).toEqual(defaultPreferences);
    const after = changed(defaultPreferences, {
      events: [{ id: 'new-leads', push: false }],
      email_digest: false,
    });
    expect(after.events[0]).toEqual({ id: 'new-leads', email: true, push: false, sms: false });
    expect(after.events.slice(1)).toEqual(defaultPreferences.events.slice(1));
    expect(after).toMatchObject({ do_not_disturb: false, email_digest: false });
  });
});

describe('a line of the activity log', () => {
  const nothing = { before: null, after: null, user_id: 1 };

  it.each<[Partial<ActivityEntry> & { type: string; action: string }, string | null]>([
    [{ type: 'lead', action: 'created' }, 'new-leads'],
    [{ type: 'lead', action: 'updated' }, 'lead-updates'],
    [{ type: 'lead', action: 'converted' }, 'lead-updates'],
    [{ type: 'order', action: 'created' }, 'new-orders'],
    [{ type: 'order', action: 'updated' }, null],
    [{ type: 'payment', action: 'created', after: { status: 'completed' } }, 'payment-received'],
    [{ type: 'payment', action: 'created', after: { status: 'pending' } }, null],
    [
      {
        type: 'payment',
        action: 'updated',
        before: { status: 'pending' },
        after: { status: 'completed' },
      },
      'payment-received',
    ],
    [{ type: 'payment', action: 'updated', before: { notes: null }, after: { notes: 'x' } }, null],
    [{ type: 'invoice', action: 'overdue', user_id: null }, 'invoice-overdue'],
    [{ type: 'invoice', action: 'created' }, null],
    [{ type: 'user', action: 'created', after: { username: 'ravi' } }, 'team-updates'],
    [{ type: 'user', action: 'created', after: { email: 'invited@x.example' } }, null],
    [{ type: 'user', action: 'deactivated' }, 'team-updates'],
    [{ type: 'user', action: 'accepted' }, 'team-updates'],
    [
      {
        type: 'user',
        action: 'updated',
        before: { is_active: true, phone: null },
        after: { is_active: false, phone: '1' },
      },
      'team-updates',
    ],
    [{ type: 'user', action: 'updated', before: { phone: null }, after: { phone: '1' } }, null],
    [{ type: 'lead', action: 'mentioned' }, 'team-updates'],
    [{ type: 'lead', action: 'noted' }, null],
    [{ type: 'product', action: 'import failed', user_id: null }, 'system-maintenance'],
    [{ type: 'other', action: 'upgraded', user_id: null }, 'system-maintenance'],
    [{ type: 'lead', action: 'created', user_id: null }, null],
    [
      { type: 'lead', action: 'created', user_id: null, user_name: 'Fair (lead source)' },
      'new-leads',
    ],
    [{ type: 'product', action: 'created' }, null],
  ])('%j is the event %s', (entry, event) => {
    expect(eventOf({ ...nothing, ...entry })).toBe(event);
  });
});

describe('quiet hours', () => {
  // Kolkata is 5:30 ahead of UTC.
  it.each([
    ['2026-11-21T16:29:59Z', false],
    ['2026-11-21T16:30:00Z', true],
    ['2026-11-21T20:00:00Z', true],
    ['2026-11-22T02:29:59Z', true],
    ['2026-11-22T02:30:00Z', false],
  ])('at %s: %s', (instant, quiet) => {
    expect(isQuiet(undisturbed, new Date(instant), kolkata)).toBe(quiet);
    expect(isQuiet(disturbed, new Date(instant), kolkata)).toBe(false);
  });

  it.each([
    ['2026-11-21T16:30:00Z', '2026-11-22T02:30:00.000Z', kolkata],
    ['2026-11-21T20:00:00Z', '2026-11-22T02:30:00.000Z', kolkata],
    // Clocks go forward at 2:00 that night, and back at 3:00 in October.
    ['2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z', 'Europe/Berlin'],
    ['2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z', 'Europe/Berlin'],
  ])('of %s end at %s', (now, end, zone) => {
    expect(endOfQuiet(new Date(now), zone).toISOString()).toBe(end);
  });
});

it.each([
  ['2026-11-21T02:29:00Z', '2026-11-20T02:30:00.000Z'],
  ['2026-11-21T02:30:00Z', '2026-11-21T02:30:00.000Z'],
  ['2026-11-21T17:00:00Z', '2026-11-21T02:30:00.000Z'],
])('at %s the last daily summary was due at %s', (now, due) => {
  expect(lastDigestMoment(new Date(now), kolkata).toISOString()).toBe(due);
});

describe('a mail', () => {
  const at = (now: string, lastMailed: string | null, preferences = disturbed) =>
    mailMoment({
      now: new Date(now),
      timeZone: kolkata,
      preferences,
      lastMailed: lastMailed === null ? null : new Date(lastMailed),
    }).toISOString();

  it('goes out at once, but not within a quarter of an hour of the last one about the same', () => {
    expect(at('2026-11-21T10:00:00Z', null)).toBe('2026-11-21T10:00:00.000Z');
    expect(at('2026-11-21T10:05:00Z', '2026-11-21T10:00:00Z')).toBe('2026-11-21T10:15:00.000Z');
    expect(at('2026-11-21T10:20:00Z', '2026-11-21T10:00:00Z')).toBe('2026-11-21T10:20:00.000Z');
  });

  it('waits for the end of the quiet hours, also when it would wait into them', () => {
    expect(at('2026-11-21T18:00:00Z', null, undisturbed)).toBe('2026-11-22T02:30:00.000Z');
    expect(at('2026-11-21T16:20:00Z', '2026-11-21T16:19:00Z', undisturbed)).toBe(
      '2026-11-22T02:30:00.000Z',
    );
  });
});

it('what people typed becomes one line that fits into a header', () => {
  expect(oneLine('Acme\r\nBcc: all@example.com\u2028\u0000x', 100)).toBe(
    'Acme Bcc: all@example.com x',
  );
  expect(oneLine('😀'.repeat(20), 10)).toBe(`${'😀'.repeat(9)}…`);
});

it.each([
  ['lead', undefined, '/leads?view=7'],
  ['order', undefined, '/orders?view=7'],
  ['user', undefined, '/users?view=7'],
  ['user', 'invitations', '/users/invitations'],
  ['other', undefined, '/notifications'],
])('a %s (%s) is seen at %s', (type, entity, path) => {
  expect(pathOf({ record: { type, id: 7, label: 'x', entity } })).toBe(path);
  expect(pathOf({ record: null })).toBe('/notifications');
});
