import { expect, it } from 'vitest';
import { readyMappings } from './mapping.rules';
import { linesOf, readLines, triedLines } from './mapping-lines.rules';

it('reads back what it writes', () => {
  for (const { mapping } of readyMappings) {
    const fields = Object.entries(mapping.fields).map(([name, paths]) => [name, [paths].flat()]);
    expect(readLines(linesOf(mapping.fields))).toEqual(Object.fromEntries(fields));
  }
});

it.each([
  [null, {}],
  [' phone :  a , b.c \n\nno colon\nemail:', { phone: ['a', 'b.c'], email: [] }],
])('reads %j', (text, fields) => {
  expect(readLines(text)).toEqual(fields);
});

it('shows the values of a lead, also those of own fields', () => {
  const values = { company_name: 'Deccan', email: null, custom: { grade: 'EN8', urgent: false } };
  expect(triedLines(values)).toBe('company_name: Deccan\ncustom.grade: EN8\ncustom.urgent: false');
});
