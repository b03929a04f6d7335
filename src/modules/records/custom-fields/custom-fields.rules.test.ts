import fc from 'fast-check';
import { maxAmount } from '~/kit/shared/money/money';
import { describe, expect, it } from 'vitest';
import type { CustomValue } from '~/kit/shared/fields/custom';
import type { CustomField, CustomType } from './custom-fields.fields';
import {
  canChangeShape,
  canTakeLabel,
  copiedOwn,
  fieldOf,
  definitionProblems,
  keyOf,
  readDefault,
  readOwn,
  removedChoices,
} from './custom-fields.rules';

const own = (values: Partial<CustomField> = {}): CustomField => ({
  id: 1,
  kind: 'orders',
  key: 'grade',
  label: 'Grade',
  type: 'text',
  choices: [],
  decimals: null,
  min: null,
  max: null,
  max_length: null,
  required: false,
  default: null,
  help: null,
  position: 1,
  is_active: true,
  is_printed: false,
  created_at: '2026-11-29T00:00:00.000Z',
  updated_at: '2026-11-29T00:00:00.000Z',
  ...values,
});
const choice = (value: string, is_active = true, label = value) => ({
  value,
  label,
  color: null,
  is_active,
});
const grades = { type: 'choice', choices: [choice('EN8'), choice('EN24', false)] } as const;

describe('the key of a new field', () => {
  it.each([
    ['Machine Model', [], 'machine_model'],
    ['  Ölgröße (mm) ', [], 'olgro_e_mm'],
    ['Machine Model', ['machine_model'], 'machine_model_2'],
    ['Machine Model', ['machine_model', 'machine_model_2'], 'machine_model_3'],
    ['3rd Party', [], 'rd_party'],
    ['_id', [], 'id'],
    ['constructor', [], 'constructor'],
    ['__proto__', [], 'proto'],
    ['मॉडल', [], 'field_1'],
    ['42', ['field_1'], 'field_2'],
    ['A'.repeat(50), [], 'a'.repeat(36)],
    ['A'.repeat(50), ['a'.repeat(36)], `${'a'.repeat(36)}_2`],
    [`${'a'.repeat(35)} b`, [], 'a'.repeat(35)],
  ])('of %j where %j are taken is %s', (label, taken, key) => {
    expect(keyOf(label, new Set(taken))).toBe(key);
  });

  it('is a key that the wire takes, and free', () => {
    const label = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string());
    const taken = fc.uniqueArray(fc.constantFrom('field_1', 'field_2', 'a', 'b', 'a_2'));
    fc.assert(
      fc.property(label, taken, (text, others) => {
        const key = keyOf(text, new Set(others));
        expect(key).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
        expect(others).not.toContain(key);
      }),
    );
  });
});

it('an amount has the limits of standard ones', () => {
  const { read } = fieldOf(own({ type: 'money' }));
  expect([maxAmount, -maxAmount].map((each) => read(each, 'form').ok)).toEqual([true, true]);
  expect(read(maxAmount + 0.01, 'form').ok).toBe(false);
});

describe('a definition', () => {
  const most = 999_999_999_999;
  it.each<[Partial<CustomField>, [field: string, message: string][]]>([
    [{}, []],
    [grades, []],
    [{ type: 'number', decimals: 3, min: -5, max: 5, default: 1.25 }, []],
    [{ type: 'flag', default: false }, []],
    [{ type: 'long_text', max_length: 2000 }, []],
    [{ is_printed: true }, []],
    [{ type: 'choice' }, [['choices', 'Please add at least one choice']]],
    [
      { type: 'choice', choices: [choice('EN8', false)] },
      [['choices', 'Please add at least one choice']],
    ],
    [{ choices: [choice('EN8')] }, [['choices', 'Only a choice has choices']]],
    [
      { type: 'choice', choices: [choice('EN8'), choice('en8', true, 'Other')] },
      [['choices', 'The choice "en8" is there twice']],
    ],
    [
      { type: 'choice', choices: [choice('a', true, 'EN8'), choice('b', true, 'EN8')] },
      [['choices', 'The choice "en8" is there twice']],
    ],
    [{ type: 'money', decimals: 2 }, [['decimals', 'Only a number has decimals']]],
    [{ min: 1 }, [['min', 'Only numbers and amounts have limits']]],
    [{ type: 'date', max: 1 }, [['max', 'Only numbers and amounts have limits']]],
    [
      { type: 'money', max: most + 1 },
      [['max', 'The limit must be between -999,999,999,999 and 999,999,999,999']],
    ],
    [{ type: 'number', min: 2, max: 1 }, [['max', 'The maximum cannot be below the minimum']]],
    [{ type: 'email', max_length: 9 }, [['max_length', 'Only texts have a maximum length']]],
    [{ max_length: 256 }, [['max_length', 'Maximum Length cannot exceed 255']]],
    [{ kind: 'leads', is_printed: true }, [['is_printed', 'Records of this kind are not printed']]],
    [
      { max_length: 3, default: 'EN24' },
      [['default', 'The default of Grade cannot exceed 3 characters']],
    ],
    [{ ...grades, default: 'EN24' }, [['default', 'The default of Grade must be one of EN8']]],
  ])('with %j has these problems: %j', (values, problems) => {
    expect(definitionProblems(own(values)).map(({ field, message }) => [field, message])).toEqual(
      problems,
    );
  });

  it.each<[Partial<CustomField>, unknown]>([
    [{ default: '' }, null],
    [{ default: ' ' }, null],
    [{ default: ' West ' }, 'West'],
    [{ required: true, default: '' }, null],
    [{ type: 'date', default: '' }, null],
    [{ type: 'number', default: '' }, null],
    [{ ...grades, default: '' }, null],
    [{ ...grades, default: 'en8' }, 'EN8'],
    [{ ...grades, choices: [choice('a', true, 'Alpha')], default: ' ALPHA ' }, 'a'],
    [{ ...grades, choices: [choice('a', true, 'b'), choice('b', true, 'c')], default: 'B' }, 'b'],
    [{ type: 'flag', default: false }, false],
  ])('with %j stores the default %j', (values, value) => {
    expect(readDefault(own(values))).toEqual({ ok: true, value });
  });

  it.each<Partial<CustomField>>([
    { ...grades, default: 'EN24' },
    { ...grades, default: true },
    { type: 'flag', default: '' },
    { type: 'flag', default: 'yes' },
    { type: 'number', default: '4' },
    { type: 'date', default: '2026-02-30' },
  ])('with %j has no such default', (values) => {
    expect(readDefault(own(values)).ok).toBe(false);
    expect(definitionProblems(own(values))).toMatchObject([{ field: 'default' }]);
  });

  it.each([
    ['grade', false],
    ['ORDER NUMBER', false],
    ['E-mail', false],
    ['Grades', true],
  ])('takes the label %s: %s', (label, ok) => {
    const others = { own: [own()], standard: ['Order Number', 'Email'] };
    expect(canTakeLabel(label, others).ok).toBe(ok);
  });
});

describe('a change of a definition', () => {
  it.each<[Partial<CustomField>, Partial<CustomField>, boolean]>([
    [{ type: 'number' }, { type: 'text' }, true],
    [grades, { type: 'long_text' }, true],
    [{}, { type: 'long_text' }, true],
    [{ type: 'long_text' }, { type: 'text' }, true],
    [{}, { type: 'number' }, false],
    [{}, { type: 'email' }, false],
    [{ type: 'number' }, { type: 'money' }, false],
    [{ type: 'number', decimals: 1 }, { type: 'number', decimals: 2 }, true],
    [{ type: 'number', decimals: 2 }, { type: 'number', decimals: 1 }, false],
    [{ type: 'number', decimals: 2 }, { type: 'number' }, false],
    [{ max_length: 60 }, { max_length: 61 }, true],
    [{ max_length: 60 }, {}, true],
    [{}, { max_length: 254 }, false],
    [{ max_length: 60 }, { max_length: 59 }, false],
    [{ type: 'number', max: 5 }, { type: 'number', max: 4 }, true],
  ])('from %j to %j: %s', (before, after, ok) => {
    const verdict = canChangeShape(own(before), own(after));
    expect(verdict.ok || verdict.code).toBe(ok || 'custom.type_fixed');
  });

  it('names the choices that it takes away', () => {
    const after = own({ ...grades, choices: [choice('EN8', true, 'EN 8')] });
    expect(removedChoices(own(grades), after).map(({ value }) => value)).toEqual(['EN24']);
    expect(removedChoices(own(grades), own())).toEqual([]);
  });
});

describe('the sent values of a record', () => {
  const fields = [
    own({ key: 'model', label: 'Model', max_length: 5 }),
    own({ ...grades, key: 'grade' }),
    own({ key: 'region', label: 'Region', required: true, default: 'West' }),
    own({ key: 'urgent', label: 'Urgent', type: 'flag' }),
    own({ key: 'constructor', label: 'Builder' }),
  ];
  it.each<[string, Record<string, unknown>, Record<string, CustomValue> | null, object]>([
    ['a new record takes the defaults', {}, null, { region: 'West' }],
    ['a sent value comes before the default', { region: 'East' }, null, { region: 'East' }],
    ['texts are trimmed', { model: ' VMC ' }, {}, { model: 'VMC' }],
    ['an empty text clears', { model: '' }, { model: 'VMC' }, { model: null }],
    ['null clears', { urgent: null }, { urgent: true }, { urgent: null }],
    ['nothing that is absent is cleared', { model: null }, {}, {}],
    ['what is left away stays', {}, { model: 'VMC' }, {}],
    ['the same value changes nothing', { model: 'VMC' }, { model: 'VMC' }, {}],
    ['a value of before stays, though too long', { model: 'VMC 850' }, { model: 'VMC 850' }, {}],
    ['a choice that is off may be sent back', { grade: 'EN24' }, { grade: 'EN24' }, {}],
    ['false is a value', { urgent: false }, {}, { urgent: false }],
    ['a key may be called so', { constructor: 'L&T' }, {}, { constructor: 'L&T' }],
  ])('%s', (_, sent, before, values) => {
    expect(readOwn(fields, sent, before)).toEqual({ ok: true, values });
  });

  it.each<[Record<string, unknown>, Record<string, CustomValue> | null, string, string, string]>([
    [{ mill: 1 }, {}, 'custom.unknown_field', 'custom.mill', 'Unknown field "custom.mill"'],
    [
      { toString: 1 },
      {},
      'custom.unknown_field',
      'custom.toString',
      'Unknown field "custom.toString"',
    ],
    [{ model: 'VMC 850' }, {}, 'input.invalid', 'custom.model', 'Model cannot exceed 5 characters'],
    [{ model: 7 }, { model: 'VMC' }, 'input.invalid', 'custom.model', 'Model must be text'],
    [{ grade: 'EN24' }, {}, 'input.invalid', 'custom.grade', 'Grade must be one of EN8'],
    [{ region: null }, null, 'input.invalid', 'custom.region', 'Region is required'],
    [{ region: '' }, { region: 'x' }, 'input.invalid', 'custom.region', 'Region is required'],
    [{ urgent: 'yes' }, {}, 'input.invalid', 'custom.urgent', 'Urgent must be true or false'],
  ])('%j over %j is refused', (sent, before, code, field, message) => {
    expect(readOwn(fields, sent, before)).toEqual({
      ok: false,
      code,
      problems: [{ field, message }],
    });
  });

  it.each<[Partial<CustomField>, unknown]>([
    [{}, ''],
    [{}, ' '],
    [{}, null],
    [{ type: 'date' }, ''],
    [grades, ''],
    [grades, null],
    [{ type: 'flag' }, null],
  ])('a required one with %j that has no value takes %j, and clears nothing', (values, sent) => {
    const fields = [own({ ...values, key: 'must', required: true })];
    expect(readOwn(fields, { must: sent }, {})).toEqual({ ok: true, values: {} });
    const problems = [{ field: 'custom.must', message: 'Grade is required' }];
    for (const before of [null, { must: 'EN9' }])
      expect(readOwn(fields, { must: sent }, before)).toMatchObject({ ok: false, problems });
  });

  it('requires a value where there is no default, but not of an existing record', () => {
    const required = [own({ required: true })];
    expect(readOwn(required, {}, null)).toMatchObject({
      ok: false,
      problems: [{ field: 'custom.grade', message: 'Grade is required' }],
    });
    expect(readOwn(required, {}, {})).toEqual({ ok: true, values: {} });
  });

  it('a record has 16 KB of values at most', () => {
    const texts = Array.from({ length: 9 }, (_, at) =>
      own({ key: `text_${at}`, label: `Text ${at}`, type: 'long_text' }),
    );
    const of = (count: number) =>
      Object.fromEntries(texts.slice(0, count).map(({ key }) => [key, 'x'.repeat(2000)]));
    expect(readOwn(texts, of(8), {}).ok).toBe(true);
    const message = 'The custom fields of a record cannot exceed 16 KB';
    const refused = { ok: false, problems: [{ field: 'custom', message }] };
    expect(readOwn(texts, of(9), {})).toMatchObject(refused);
    expect(readOwn(texts, { text_8: 'x'.repeat(2000) }, of(8))).toMatchObject(refused);
  });

  it('is accepted again as it was accepted, and is then no change', () => {
    const types: readonly CustomType[] = ['text', 'long_text', 'number', 'money', 'date', 'flag'];
    const all = [
      ...types.map((type) => own({ key: type, label: type, type })),
      own({ key: 'fine', label: 'Fine', type: 'number', decimals: 3 }),
      own({ ...grades, key: 'choice' }),
      own({ key: 'email', label: 'Email', type: 'email' }),
      own({ key: 'phone', label: 'Phone', type: 'phone' }),
      own({ key: 'url', label: 'Address', type: 'url' }),
    ];
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values);
    const sent = fc.record(
      {
        text: orNull(text),
        long_text: orNull(fc.array(text, { maxLength: 3 }).map((lines) => lines.join('\r\n'))),
        number: orNull(fc.integer()),
        money: orNull(fc.integer({ min: -99_999, max: 99_999 }).map((paise) => paise / 100)),
        date: orNull(day),
        flag: orNull(fc.boolean()),
        fine: orNull(fc.integer({ min: -9999, max: 9999 }).map((each) => each / 1000)),
        choice: orNull(fc.constantFrom('EN8', '')),
        email: orNull(fc.emailAddress()),
        phone: orNull(fc.constantFrom(' 98200 12345', '+91 (98200) 12345 ')),
        url: orNull(
          fc.constantFrom('q.example', '//q.example/a', 'https://q.example', ' q.example'),
        ),
      },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(sent, (values) => {
        const first = readOwn(all, values, {});
        if (!first.ok) return;
        accepted += 1;
        expect(readOwn(all, first.values, {})).toEqual(first);
        const stored = Object.entries(first.values).filter(([, value]) => value !== null);
        const before = Object.fromEntries(stored) as Record<string, CustomValue>;
        expect(readOwn(all, values, before)).toEqual({ ok: true, values: {} });
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

describe('what a record takes over from one of another kind', () => {
  const fields = [own({ key: 'model' }), own({ key: 'weight', type: 'number' }), own(grades)];
  it.each<[Partial<CustomField>, Record<string, CustomValue>, object]>([
    [{ key: 'model' }, { model: 'VMC' }, { model: 'VMC' }],
    [{ key: 'model' }, {}, {}],
    [{ key: 'weight' }, { weight: 4 }, {}],
    [{ key: 'weight', default: '5 kg' }, { weight: 4 }, { weight: '5 kg' }],
    [grades, { grade: 'EN24' }, { grade: 'EN24' }],
    [{ ...grades, choices: [choice('EN8')] }, { grade: 'EN24' }, {}],
    [{ ...grades, choices: [choice('EN8')], default: 'EN8' }, { grade: 'EN24' }, {}],
    [{ ...grades, default: 'EN8' }, {}, { grade: 'EN8' }],
    [{ key: 'constructor' }, { model: 'VMC' }, {}],
  ])('in %j from %j is %j', (target, values, copied) => {
    expect(copiedOwn([own(target)], { fields, values })).toEqual(copied);
  });
});
