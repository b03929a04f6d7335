import { expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import {
  differingFields,
  groupsOf,
  type Match,
  proposedSide,
  takenValues,
} from './duplicates.rules';

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

const fields = {
  id: field.id,
  name: field.text({ label: 'Name', max: 50, required: true }),
  email: field.text({ label: 'Email', max: 50 }),
  score: field.wholeNumber({ label: 'Score', max: 100 }),
};
const survivor = { id: 1, name: 'A', email: null, score: 0 };
const other = { id: 2, name: 'A', email: 'a@b.example', score: 5 };

it('the only choices are fields that users write and that differ', () => {
  expect(differingFields(fields, survivor, other)).toEqual(['email', 'score']);
  expect(differingFields(fields, { ...survivor, email: '' }, { ...other, email: null })).toEqual([
    'score',
  ]);
});

it('a value stays, and a missing one is taken from the other', () => {
  expect(proposedSide(survivor, other, 'email')).toBe('other');
  expect(proposedSide(survivor, other, 'score')).toBe('kept');
  expect(proposedSide(other, survivor, 'email')).toBe('kept');
});

it('only values that are taken from the other are sent', () => {
  expect(takenValues(other, { email: 'other', score: 'kept' })).toEqual({ email: 'a@b.example' });
});
