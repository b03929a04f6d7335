import { expect, it } from 'vitest';
import { groupsOf, type Match } from './duplicates.rules';

it.each<[string, Match[], unknown]>([
  ['nothing', [], []],
  ['one match', [{ reason: 'email', ids: [2, 1] }], [{ why: ['email'], ids: [1, 2] }]],
  [
    'two that share no record',
    [
      { reason: 'email', ids: [1, 2] },
      { reason: 'email', ids: [3, 4] },
    ],
    [
      { why: ['email'], ids: [1, 2] },
      { why: ['email'], ids: [3, 4] },
    ],
  ],
  [
    'the same records for two reasons, the surest first',
    [
      { reason: 'name', ids: [1, 2] },
      { reason: 'tax_id', ids: [1, 2] },
    ],
    [{ why: ['tax_id', 'name'], ids: [1, 2] }],
  ],
  [
    'a chain that a later match closes',
    [
      { reason: 'email', ids: [1, 2] },
      { reason: 'phone', ids: [3, 4] },
      { reason: 'name', ids: [2, 3] },
    ],
    [{ why: ['email', 'phone', 'name'], ids: [1, 2, 3, 4] }],
  ],
])('matches are joined into groups: %s', (_name, matches, groups) => {
  expect(groupsOf(matches)).toEqual(groups);
});
