import { expect, it } from 'vitest';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { keepOwnFields } from './own-fields';
import {
  canChangeOwn,
  nothingStored,
  ownProblems,
  sentOwn,
  storedOwn,
  takenOwn,
} from './typed-own';

const leads = { custom: customOf('leads') };
const quotations = { custom: customOf('quotations') };

it('takes over the values of fields with the same name and type', () => {
  const grades = [{ value: 'EN8', label: 'EN8' }];
  const shared = {
    'custom.grade': field.choice({ label: 'Grade', choices: grades }),
    'custom.model': field.text({ label: 'Model', max: 7 }),
    'custom.due': field.day({ label: 'Due' }),
  };
  keepOwnFields(
    new Map([
      ['leads', { ...shared, 'custom.plant': field.text({ label: 'Plant', max: 9 }) }],
      ['quotations', { ...shared, 'custom.due': field.text({ label: 'Due', max: 20 }) }],
    ]),
  );
  const taken = (custom: Record<string, string>) =>
    takenOwn(quotations, { fields: leads, row: { custom } });
  expect(taken({ grade: 'EN8', model: 'VMC 850', due: '2026-12-15', plant: 'Pune' })).toEqual({
    grade: 'EN8',
    model: 'VMC 850',
  });
  expect(taken({ grade: 'EN24', model: 'VMC 1060' })).toEqual({});
});

it('checks and sends of a stored record what was typed again', () => {
  const weight = { ...field.wholeNumber({ label: 'Weight', max: 5 }), isPrinted: true };
  const plant = field.text({ label: 'Plant', max: 9, required: true });
  keepOwnFields(new Map([['leads', { 'custom.weight': weight, 'custom.plant': plant }]]));
  const stored = storedOwn({ custom: { weight: 7 } });
  const asStored = { ...stored, 'custom.plant': '' };
  expect(ownProblems(leads, asStored)).toEqual([]);
  expect(sentOwn(leads, asStored)).toEqual({});
  expect(sentOwn(leads, { ...stored, 'custom.plant': 'Pune' })).toEqual({ 'custom.plant': 'Pune' });
  const message = 'Weight cannot exceed 5';
  expect(ownProblems(leads, { ...asStored, 'custom.weight': '8' })).toMatchObject([{ message }]);
  expect(ownProblems(leads, { ...asStored, ...nothingStored })).toMatchObject([
    { message },
    { message: 'Plant is required' },
  ]);
  expect(canChangeOwn(leads, 'custom.weight', {}).ok).toBe(false);
  expect(canChangeOwn(leads, 'custom.weight', null).ok).toBe(true);
  expect(canChangeOwn(leads, 'custom.plant', {}).ok).toBe(true);
  const issued = { printed_keys: ['plant'] };
  expect(canChangeOwn(leads, 'custom.weight', issued).ok).toBe(true);
  expect(canChangeOwn(leads, 'custom.plant', issued).ok).toBe(false);
});
