import { expect, test } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import {
  type FormShape,
  missingLabels,
  readForm,
  typedError,
  typedValues,
  unreadable,
} from './formValues';

const fields = {
  id: field.id,
  name: field.text({ label: 'Name', required: true, min: 2, max: 20 }),
  website: field.text({ label: 'Website', max: 50, normalize: (text) => `https://${text}` }),
  notes: field.longText({ label: 'Notes', max: 10 }),
  score: field.wholeNumber({ label: 'Score', max: 100, required: true }),
  price: field.money({
    label: 'Price',
    currency: 'INR',
    max: 1_000_000,
    messages: { required: 'What does it cost?' },
  }),
  paid_on: field.day({ label: 'Paid on' }),
  owner: field.link({ label: 'Owner', to: 'users', required: true }),
  stage: field.link({ label: 'Stage', to: 'stages' }),
  hot: field.flag({ label: 'Hot', required: true }),
  status: field.choice({
    label: 'Status',
    required: true,
    choices: [
      { value: 'active', label: 'Active' },
      { value: 'lost', label: 'Lost' },
    ],
  }),
  updated_at: field.instant({ label: 'Updated' }),
};
const names = ['name', 'website', 'notes', 'score', 'price', 'paid_on', 'owner', 'hot', 'status'];

function shape(changes: Partial<FormShape> = {}): FormShape {
  return { fields, names, initial: {}, creating: true, required: [], ...changes };
}

test('inputs open empty, a flag off, a required choice on its first word', () => {
  const typed = typedValues(shape({ initial: { score: 0, price: 12.5, notes: null } }));
  expect(typed).toEqual({
    name: '',
    website: '',
    notes: '',
    score: '0',
    price: '12.5',
    paid_on: '',
    owner: '',
    hot: 'false',
    status: 'active',
  });
});

test('a new record is sent without its empty values, with what the screen decided beforehand', () => {
  const form = shape({ initial: { stage: 3 } });
  const typed = { ...typedValues(form), name: '  Acme ', website: 'acme.in', price: '1,45,000.50' };
  expect(readForm(form, typed)).toEqual({
    errors: {},
    values: {
      stage: 3,
      name: 'Acme',
      website: 'https://acme.in',
      price: 145_000.5,
      hot: false,
      status: 'active',
    },
  });
});

test('a known record is sent whole: emptied texts as null, with the moment it was read', () => {
  const initial = { id: 7, stage: 3, updated_at: '2026-11-01T10:00:00.000Z' };
  const form = shape({ initial, creating: false });
  const typed = { ...typedValues(form), name: 'Acme', score: '5', owner: '2' };
  expect(readForm(form, typed).values).toEqual({
    name: 'Acme',
    website: null,
    notes: null,
    score: 5,
    price: null,
    paid_on: null,
    owner: 2,
    hot: false,
    status: 'active',
    updated_at: '2026-11-01T10:00:00.000Z',
  });
});

test('messages come in the order of the inputs', () => {
  const typed = { ...typedValues(shape()), name: 'A', notes: 'x'.repeat(11), score: '101' };
  expect(readForm(shape(), typed).errors).toEqual({
    name: 'Name must be at least 2 characters',
    notes: 'Notes cannot exceed 10 characters',
    score: 'Score cannot exceed 100',
  });
});

test('what the browser could not read is refused, never taken as empty', () => {
  expect(typedError(shape(), 'price', unreadable)).toBe('Price must be a number');
  expect(typedError(shape(), 'paid_on', unreadable)).toBe(
    'Paid on must be a date, such as 28 Nov 2026 or 28/11/2026',
  );
});

test('a required number or link may stay empty in a new record, not in a known one, nor where the form requires it', () => {
  const existing = shape({ creating: false });
  const required = shape({ required: ['owner'] });
  expect(typedError(shape(), 'owner', '')).toBeNull();
  expect(typedError(existing, 'owner', '')).toBe('Owner is required');
  expect(typedError(existing, 'score', ' ')).toBe('Score is required');
  expect(typedError(required, 'owner', '')).toBe('Owner is required');
  expect(typedError(shape({ required: ['stage'] }), 'stage', '')).toBe('Stage is required');
  expect(typedError(shape({ required: ['price'] }), 'price', '')).toBe('What does it cost?');
});

test('what must still be filled in is named by its label', () => {
  const form = shape({ required: ['owner'] });
  expect(missingLabels(form, { name: ' ', owner: '' })).toEqual(['Name', 'Owner']);
  expect(missingLabels(form, { name: 'Acme', owner: '2' })).toEqual([]);
});

test('a stored value that today is refused stays as long as it is not changed', () => {
  const form = shape({ creating: false, initial: { name: 'A', notes: 'far too long a note' } });
  expect(typedError(form, 'name', 'A')).toBeNull();
  expect(typedError(form, 'name', 'B')).toBe('Name must be at least 2 characters');
  const typed = { ...typedValues(form), price: '5' };
  expect(readForm(form, typed).values).toMatchObject({ name: 'A', notes: 'far too long a note' });
});

const own = {
  id: field.id,
  'custom.grade': { ...field.text({ label: 'Grade', max: 20, required: true }), preset: 'EN24' },
  'custom.weight': { ...field.wholeNumber({ label: 'Weight', max: 100 }), preset: 10 },
  'custom.model': field.text({ label: 'Model', max: 20, required: true }),
  'custom.hot': { ...field.flag({ label: 'Hot' }), required: true },
};
const ownShape = (changes: Partial<FormShape>): FormShape =>
  shape({ fields: own, names: Object.keys(own).slice(1), ...changes });

test('a new record says which own fields lose their default, and has values in required ones', () => {
  const form = ownShape({});
  const typed = { ...typedValues(form), 'custom.model': 'VMC', 'custom.weight': '' };
  expect(typed).toMatchObject({ 'custom.grade': 'EN24', 'custom.hot': 'false' });
  expect(readForm(form, typed)).toEqual({
    errors: {},
    values: {
      'custom.grade': 'EN24',
      'custom.weight': null,
      'custom.model': 'VMC',
      'custom.hot': false,
    },
  });
  expect(missingLabels(form, typedValues(form))).toEqual(['Model']);
  expect(typedError(form, 'custom.grade', '')).toBe('Grade is required');
});

test('a required own field that was empty before a change may stay so, and cannot be cleared', () => {
  const form = ownShape({ creating: false, initial: { id: 1, custom: { grade: 'EN8' } } });
  const typed = typedValues(form);
  expect(missingLabels(form, typed)).toEqual([]);
  expect(readForm(form, typed)).toEqual({
    errors: {},
    values: {
      'custom.grade': 'EN8',
      'custom.weight': null,
      'custom.model': null,
      'custom.hot': null,
    },
  });
  expect(missingLabels(form, { ...typed, 'custom.grade': '' })).toEqual(['Grade']);
  expect(typedError(form, 'custom.grade', '')).toBe('Grade is required');
});

test('a record that follows from another one needs no own field, and says what it does not take over', () => {
  const form = ownShape({ isFollowing: true, initial: { custom: { model: 'VMC', weight: 7 } } });
  const typed = typedValues(form);
  expect(readForm(form, { ...typed, 'custom.grade': '', 'custom.weight': '' })).toEqual({
    errors: {},
    values: { 'custom.grade': null, 'custom.weight': null, 'custom.model': 'VMC' },
  });
  expect(typedError(form, 'custom.model', '')).toBe('Model is required');
});
