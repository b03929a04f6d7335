import { describe, expect, it } from 'vitest';
import { dayOf } from '~/kit/shared/time/days';
import * as field from '~/kit/shared/fields/fields';
import { columnsForMany, columnsFromFields } from '~/kit/ui/columns/columns';
import { editsForMany, readForMany } from './manyEdits';

const fields = {
  id: field.id,
  name: field.text({ label: 'Name', max: 20, required: true }),
  code: field.text({ label: 'Code', max: 20 }),
  stage: field.choice({
    label: 'Stage',
    choices: [
      { value: 'new', label: 'New' },
      { value: 'won', label: 'Won' },
    ],
    required: true,
  }),
  source: field.choice({ label: 'Source', choices: [{ value: 'fair', label: 'Fair' }] }),
  is_active: field.flag({ label: 'Status' }),
  due: field.day({ label: 'Due' }),
  score: field.readOnly(field.wholeNumber({ label: 'Score', max: 100 })),
};

const timeZone = 'Asia/Kolkata';
const edits = editsForMany(
  columnsFromFields(fields, {
    timeZone,
    today: dayOf('2026-11-23T08:00:00Z', timeZone),
    save: async () => undefined,
    overrides: { code: { edit: { isUnique: true } } },
  }),
);
const editOf = (name: string) => {
  const found = edits.find(({ field: own }) => own === name);
  if (!found) throw new Error(`Nothing edits ${name}`);
  return found;
};

describe('one field for many rows', () => {
  it('is one that cells edit and that need not be unique, those with choices first', () => {
    expect(edits.map(({ title }) => title)).toEqual(['Stage', 'Source', 'Status', 'Name', 'Due']);
  });

  it.each([
    ['stage', 'won', { ok: true, value: 'won' }],
    ['stage', '', { ok: false, message: 'Choose Stage' }],
    ['source', '', { ok: true, value: null }],
    ['is_active', 'false', { ok: true, value: false }],
    ['is_active', '', { ok: false, message: 'Choose Status' }],
    ['due', '2026-12-01', { ok: true, value: '2026-12-01' }],
    ['due', '', { ok: true, value: null }],
  ])('%s of %j reads %o', (name, typed, reading) => {
    expect(readForMany(editOf(name), typed)).toEqual(reading);
  });

  it('is also one that no cell edits, with the choices given for it', () => {
    const shown = columnsFromFields(fields, { timeZone, today: '' });
    const stages = [{ value: 'won', label: 'Won' }];
    const more = columnsForMany(fields, ['due', 'stage'], { stage: stages });
    expect(editsForMany([...shown, ...more])).toMatchObject([
      { field: 'stage', choices: [{ value: '' }, { value: 'won' }] },
      { field: 'due', choices: null },
    ]);
  });

  it('says what is wrong with a value as its cell would', () => {
    expect(readForMany(editOf('name'), ' ').ok).toBe(false);
  });
});
