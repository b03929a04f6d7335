import { expect, it } from 'vitest';
import type { CustomField, CustomKind } from './custom-fields.fields';
import { definitionProblems, keyOf, readOwn } from './custom-fields.rules';
import { sampleFields, samplesOf, sampleValues } from './sample-fields.rules';

const blank = {
  choices: [],
  decimals: null,
  min: null,
  max: null,
  max_length: null,
  required: false,
  default: null,
  help: null,
  is_active: true,
  is_printed: false,
  created_at: '2026-11-29T00:00:00.000Z',
  updated_at: '2026-11-29T00:00:00.000Z',
};
const definitionsOf = (kind: CustomKind): CustomField[] =>
  samplesOf(kind).map((sample, at) => ({ ...blank, ...sample, id: at + 1, position: at + 1 }));

const kinds = [...new Set(sampleFields.map(({ kind }) => kind))];
const skus = ['FAS-SSM4', 'MAC-BV15', 'RAW-MSR10', 'RAW-BRH12', 'RAW-NYR16', 'SEN-FL20', ''];

it.each(kinds)('the sample fields of %s are fields that their records can have', (kind) => {
  const own = definitionsOf(kind);
  expect(own.flatMap(definitionProblems)).toEqual([]);
  expect(own.map(({ label }) => keyOf(label, new Set()))).toEqual(own.map(({ key }) => key));
  const now = new Date('2026-11-29T06:00:00Z');
  let filled = 0;
  for (let index = 0; index < 600; index += 1) {
    const sku = skus[index % skus.length] ?? '';
    const values = sampleValues(kind, { index, now, sku });
    expect(readOwn(own, values, null)).toEqual({ ok: true, values });
    if (Object.keys(values).length > 0) filled += 1;
  }
  expect(filled).toBeGreaterThan(100);
  expect(filled).toBeLessThan(500);
});
