import { expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import { differingFields, proposedSide, takenValues } from './merge-choices.rules';

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

it('what is there stays, and what is missing is taken from the other', () => {
  expect(proposedSide(survivor, other, 'email')).toBe('other');
  expect(proposedSide(survivor, other, 'score')).toBe('kept');
  expect(proposedSide(other, survivor, 'email')).toBe('kept');
});

it('only what is taken from the other is sent', () => {
  expect(takenValues(other, { email: 'other', score: 'kept' })).toEqual({ email: 'a@b.example' });
});
