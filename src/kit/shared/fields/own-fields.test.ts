import { expect, it } from 'vitest';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { keepOwnFields, takenOwn } from './own-fields';

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
