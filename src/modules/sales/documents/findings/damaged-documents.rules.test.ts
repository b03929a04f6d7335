import { expect, it } from 'vitest';
import { isWhole, separated } from './damaged-documents.rules';
import { gstDocument } from '../print/tax-documents.builders';

const whole = gstDocument();

it.each<[string, object]>([
  ['no lines', { lines: undefined }],
  ['a line of nothing', { lines: [null] }],
  ['a line without an amount', { lines: [{ ...whole.lines[0], taxable_value: null }] }],
  ['no buyer', { buyer: null }],
  ['a seller without a name', { seller: { ...whole.seller, name: undefined } }],
  ['a total of text', { total_amount: '1180' }],
  ['no date', { date: null }],
  ['no number', { number: null }],
])('a document with %s is damaged', (_name, change) => {
  expect(isWhole({ ...whole, ...change })).toBe(false);
});

it('separates them from the others and names each', () => {
  const [unnamed, other] = [
    { ...whole, id: 7, number: null as never },
    { ...whole, id: 8, buyer: null as never },
  ];
  expect(separated([unnamed, whole, other])).toEqual({
    documents: [whole],
    damaged: [
      { kind: 'invoice', id: 7, status: whole.status, number: 'No. 7' },
      { kind: 'invoice', id: 8, status: whole.status, number: whole.number },
    ],
  });
});
