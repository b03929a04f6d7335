import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeValues, type Values } from './merge';

const base = { phone: '1', city: null, tags: [{ id: 1 }], updated_at: 'v1' };

describe('the merge of one field', () => {
  it.each<[string, { mine: Values; theirs: Values; values: Values; conflicts: string[] }]>([
    [
      'mine alone changed',
      { mine: { phone: '2' }, theirs: base, values: { phone: '2' }, conflicts: [] },
    ],
    [
      'theirs alone changed',
      {
        mine: { phone: '1' },
        theirs: { ...base, phone: '3' },
        values: { phone: '3' },
        conflicts: [],
      },
    ],
    [
      'both changed it to the same',
      {
        mine: { phone: '3' },
        theirs: { ...base, phone: '3' },
        values: { phone: '3' },
        conflicts: [],
      },
    ],
    [
      'each to something else',
      {
        mine: { phone: '2' },
        theirs: { ...base, phone: '3' },
        values: { phone: '2' },
        conflicts: ['phone'],
      },
    ],
    [
      'one cleared what the other changed',
      {
        mine: { phone: null },
        theirs: { ...base, phone: '3' },
        values: { phone: null },
        conflicts: ['phone'],
      },
    ],
    [
      'an empty value that stays empty',
      { mine: { city: null }, theirs: { phone: '3' }, values: { city: null }, conflicts: [] },
    ],
    [
      'a field that the record does not show',
      { mine: { password: 'x' }, theirs: base, values: { password: 'x' }, conflicts: [] },
    ],
    [
      'lists that say the same',
      {
        mine: { tags: [{ id: 1 }] },
        theirs: { ...base, tags: [{ id: 1 }, { id: 2 }] },
        values: { tags: [{ id: 1 }, { id: 2 }] },
        conflicts: [],
      },
    ],
    [
      'lists that differ',
      {
        mine: { tags: [{ id: 4 }] },
        theirs: { ...base, tags: [] },
        values: { tags: [{ id: 4 }] },
        conflicts: ['tags'],
      },
    ],
    [
      'versions, and what was not sent',
      {
        mine: { updated_at: 'v1', phone: undefined },
        theirs: { ...base, updated_at: 'v2', phone: '3' },
        values: {},
        conflicts: [],
      },
    ],
  ])('%s', (_case, { mine, theirs, values, conflicts }) => {
    const merge = mergeValues({ base, mine, theirs });
    expect(merge.values).toEqual(values);
    expect(merge.conflicts.map(({ field }) => field)).toEqual(conflicts);
  });

  it('tells all three values of a conflict', () => {
    const { conflicts } = mergeValues({
      base,
      mine: { phone: '2' },
      theirs: { ...base, phone: '3' },
    });
    expect(conflicts).toEqual([{ field: 'phone', base: '1', mine: '2', theirs: '3' }]);
  });
});

describe('any merge', () => {
  const names = ['a', 'b', 'c'];
  const value = fc.constantFrom<unknown>(null, '', 'x', 'y', 0, 1, [1], [1, 2]);
  const record = fc.record(Object.fromEntries(names.map((name) => [name, value])));

  it('drops no change of either person: it is in the values, or the field is a conflict', () => {
    fc.assert(
      fc.property(record, record, record, (was, mine, theirs) => {
        const { values, conflicts } = mergeValues({ base: was, mine, theirs });
        const conflicting = new Set(conflicts.map(({ field }) => field));
        for (const name of names) {
          const changed = [mine, theirs].filter((each) => differs(each[name], was[name]));
          if (!conflicting.has(name))
            for (const each of changed) expect(values[name]).toEqual(each[name]);
          if (conflicting.has(name)) expect(differs(mine[name], theirs[name])).toBe(true);
          if (conflicting.has(name)) expect(changed).toHaveLength(2);
        }
      }),
    );
  });

  it('is theirs where I changed nothing, and mine where they changed nothing', () => {
    fc.assert(
      fc.property(record, record, (was, other) => {
        const nothing = { values: other, conflicts: [] };
        expect(mergeValues({ base: was, mine: was, theirs: other })).toEqual(nothing);
        expect(mergeValues({ base: was, mine: other, theirs: was })).toEqual(nothing);
      }),
    );
  });

  it('finds the same conflicts in either order of the two changes', () => {
    fc.assert(
      fc.property(record, record, record, (was, one, other) => {
        const fieldsOf = (mine: Values, theirs: Values) =>
          mergeValues({ base: was, mine, theirs }).conflicts.map(({ field }) => field);
        expect(fieldsOf(one, other)).toEqual(fieldsOf(other, one));
      }),
    );
  });
});

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
