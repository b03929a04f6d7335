import { describe, expect, it } from 'vitest';
import type { Activity } from './activity.fields';
import { locationOfActivity, withNewest } from './activity.rules';

function line(id: number, values: Partial<Activity> = {}): Activity {
  return {
    id,
    type: 'lead',
    action: 'updated',
    title: 'Lead updated',
    message: 'Deccan Tools: Phone',
    user_name: 'Asha Rao',
    record: { type: 'lead', id: 7, label: 'Deccan Tools' },
    timestamp: '2026-11-21T08:00:00.000Z',
    ...values,
  };
}

const ids = (lines: readonly Activity[]) => lines.map(({ id }) => id);

describe('the newest page read again', () => {
  it.each([
    ['is the feed while nothing was read', [], [9, 8], [9, 8]],
    ['puts what is new on top', [9, 8, 7, 6], [10, 9, 8], [10, 9, 8, 7, 6]],
    ['changes nothing when nothing happened', [9, 8, 7], [9, 8], [9, 8, 7]],
    ['begins the feed again where the two do not meet', [9, 8], [11, 10], [11, 10]],
    [
      'meets in the middle where its last line is new to the list',
      [9, 8, 5],
      [9, 8, 7],
      [9, 8, 7, 5],
    ],
    ['is empty when the log is', [9, 8], [], []],
  ])('%s', (_what, loaded, newest, feed) => {
    const both = [loaded, newest].map((list) => list.map((id) => line(id)));
    expect(ids(withNewest(both[0] ?? [], both[1] ?? []))).toEqual(feed);
  });

  it('takes over lines that were rewritten', () => {
    const renamed = line(9, { user_name: 'Anonymized User 7' });
    expect(withNewest([line(9), line(8)], [renamed])[0]).toBe(renamed);
  });
});

it.each([
  ['a lead', line(1), { path: '/leads', search: { view: 7 } }],
  [
    'an invitation',
    line(1, { record: { type: 'user', id: 7, label: 'x', entity: 'invitations' } }),
    { path: '/users/invitations', search: {} },
  ],
  [
    'a mention',
    line(1, { record: { type: 'product', id: 7, label: 'x', entity: 'record_notes' } }),
    { path: '/inventory/products/7', search: { tab: 'notes' } },
  ],
  ['what was deleted', line(1, { action: 'deleted' }), null],
  ['many records', line(1, { record: null }), null],
  ['a kind without a screen', line(1, { record: { type: 'other', id: 3, label: 'x' } }), null],
])('%s leads to its screen', (_what, activity, location) => {
  expect(locationOfActivity(activity)).toEqual(location);
});
