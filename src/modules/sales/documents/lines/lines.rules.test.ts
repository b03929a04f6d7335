import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type StoredLine,
  type LineTerms,
  planLines,
  termsOf,
  type RequestedLine,
} from './lines.rules';
import { lineTotal } from './totals.rules';

const noTerms: LineTerms = {
  hsn_code: null,
  unit: null,
  discount_percent: null,
  discount_amount: 0,
  tax_class_id: null,
};

/** What a kind of document adds to a line. */
interface Own {
  label: string;
}
const labelOf = ({ label }: RequestedLine & Partial<Own>): Own => ({ label: label ?? '' });

const stored = (id: number, product_id: number, quantity: number): StoredLine<Own> => ({
  id,
  product_id,
  service_id: null,
  description: `Product ${product_id}`,
  quantity,
  unit_price: 10,
  line_total: quantity * 10,
  ...noTerms,
  label: '',
});
const requested = (product_id: number, quantity: number, id?: number): RequestedLine => ({
  id,
  product_id,
  service_id: null,
  quantity,
  unit_price: 10,
});

describe('lines that are sent again', () => {
  const before = [stored(7, 1, 2), stored(8, 1, 5), stored(9, 2, 1)];
  it.each([
    ['unchanged', [requested(1, 2), requested(1, 5), requested(2, 1)], [7, 8, 9], false, false],
    ['moved', [requested(2, 1), requested(1, 5), requested(1, 2)], [9, 8, 7], false, true],
    [
      'changed by id',
      [requested(1, 5, 7), requested(1, 5, 8), requested(2, 1, 9)],
      [7, 8, 9],
      true,
      false,
    ],
    [
      'changed by product',
      [requested(1, 3), requested(1, 5), requested(2, 1)],
      [7, 8, 9],
      true,
      false,
    ],
    ['one less', [requested(1, 2), requested(2, 1)], [7, 9], true, false],
    ['one more', [...before, requested(2, 1)], [7, 8, 9, null], true, false],
    ['another product under an old id', [requested(3, 2, 7)], [null], true, false],
  ])('%s', (_what, lines, ids, isChange, isMove) => {
    const plan = planLines(before, lines, labelOf);
    expect(plan.lines.map(({ id }) => id)).toEqual(ids);
    expect([plan.isChange, plan.isMove]).toEqual([isChange, isMove]);
  });

  it('never continue one line twice, and cost what they say', () => {
    const lines = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (old, next) => {
        const plan = planLines(
          old.map(([product, quantity], index) => stored(index + 1, product, quantity)),
          next.map(([product, quantity]) => requested(product, quantity)),
          labelOf,
        );
        const ids = plan.lines.map(({ id }) => id).filter((id) => id !== null);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length + plan.removed.length).toBe(old.length);
        for (const line of plan.lines) expect(line.line_total).toBe(lineTotal(line));
      }),
    );
  });

  it('differ by the values that their kind of document adds', () => {
    const lines = [
      { ...stored(7, 1, 2), label: 'Red' },
      { ...stored(8, 1, 2), label: 'Blue' },
    ];
    const swapped = lines.toReversed().map(({ id: _id, ...line }) => line);
    const plan = planLines(lines, swapped, labelOf);
    expect(plan.lines.map(({ id }) => id)).toEqual([8, 7]);
    expect([plan.isChange, plan.isMove]).toEqual([false, true]);
    const other = planLines(lines, [{ ...requested(1, 2, 7), label: 'Green' }], labelOf);
    expect(other.lines).toMatchObject([{ id: 7, label: 'Green' }]);
    expect(other.removed).toMatchObject([{ id: 8 }]);
  });
});

describe('the terms of a line', () => {
  const before = { ...noTerms, hsn_code: '7308', discount_percent: 10, discount_amount: 2 };
  const line = { quantity: 3, unit_price: 10 };

  it.each([
    ['nothing is said', {}, before, { hsn_code: '7308', discount_percent: 10, discount_amount: 3 }],
    ['another code is', { hsn_code: '8481' }, before, { hsn_code: '8481', discount_amount: 3 }],
    ['a code is taken away', { hsn_code: null }, before, { hsn_code: null }],
    [
      'an amount is',
      { discount_amount: 4 },
      before,
      { discount_percent: null, discount_amount: 4 },
    ],
    ['both are', { discount_percent: 5, discount_amount: 9 }, null, { discount_amount: 1.5 }],
    ['a percentage is taken away', { discount_percent: null }, before, { discount_amount: 0 }],
    [
      'nothing is said of a line with another price',
      {},
      { ...before, quantity: 1, unit_price: 5 },
      { discount_percent: 10, discount_amount: 3 },
    ],
    ['it is new', {}, null, noTerms],
  ])('when %s', (_case, sent, stored, terms) => {
    expect(termsOf({ ...line, ...sent }, stored)).toMatchObject(terms);
  });
});
