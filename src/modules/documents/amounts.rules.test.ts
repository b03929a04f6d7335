import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsByRate, amountsByTax, isTooMuch, keptAmounts, wrongAmounts } from './amounts.rules';
import { sumOf } from './totals.rules';

const lines = [{ quantity: 3, unit_price: 33.35 }];
const before = { subtotal: 100.05, tax_rate: 18, tax_amount: 7, total_amount: 107.05 };

describe('amounts that were kept', () => {
  it.each([
    ['nothing is sent', {}, before],
    ['the same is sent', { tax_rate: 18, tax_amount: 7, subtotal: 1 }, before],
    ['another rate is sent', { tax_rate: 5 }, null],
    ['another tax is sent', { tax_rate: 18, tax_amount: 7.01 }, null],
  ])('%s', (_what, sent, expected) => {
    expect(keptAmounts(lines, sent, { ...before, id: 5 } as typeof before)).toEqual(expected);
  });

  it('are none of lines that cost something else, or of a new document', () => {
    expect(keptAmounts([...lines, { quantity: 1, unit_price: 0.01 }], {}, before)).toBeNull();
    expect(keptAmounts(lines, {}, undefined)).toBeNull();
  });
});

const priced = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 9_999_999 }).map((thousandths) => thousandths / 1000),
    unit_price: fc.integer({ min: 0, max: 99_999_999 }).map((paise) => paise / 100),
  }),
  { minLength: 1, maxLength: 9 },
);
const rates = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

describe('amounts of lines', () => {
  it('add up, and give the chosen rate back from the tax that it makes', () => {
    fc.assert(
      fc.property(priced, rates, (some, rate) => {
        const amounts = amountsByRate(some, rate);
        expect(amounts.total_amount).toBe(sumOf([amounts.subtotal, amounts.tax_amount]));
        expect(amountsByTax(some, amounts.tax_amount, rate)).toEqual(amounts);
      }),
    );
  });

  it('take a tax as it is given', () => {
    expect(amountsByTax(lines, 7, 18)).toEqual({ ...before, tax_rate: 7 });
    expect(amountsByTax(lines, 7, undefined).tax_rate).toBe(7);
    expect(amountsByTax(lines, 500, 18).tax_rate).toBe(100);
  });

  it('are too much when a line is, or the whole', () => {
    expect(isTooMuch(lines, before)).toBe(false);
    expect(isTooMuch(lines, { total_amount: 1e12 })).toBe(true);
    expect(isTooMuch([{ quantity: 2, unit_price: 999_999_999_999.99 }], before)).toBe(true);
  });
});

it('an amount may be a paisa off, not more, and need not be sent', () => {
  const sent = [100.03, 100.04, 100.05, 100.06, 100.07, null, undefined];
  const wrong = wrongAmounts(
    'order',
    sent.map((value, index) => [`items.${index}.line_total`, value, 100.05]),
  );
  expect(wrong).toEqual([
    { field: 'items.0.line_total', message: '₹100.03 was sent, the order comes to ₹100.05' },
    { field: 'items.4.line_total', message: '₹100.07 was sent, the order comes to ₹100.05' },
  ]);
});
