import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AmountRules,
  amountProblems,
  type Amounts,
  amountsOf,
  isTooMuch,
  type SentAmounts,
} from './amounts.rules';
import { sumOf } from './totals.rules';

const rules = (taxFollows: AmountRules['taxFollows']): AmountRules => ({
  noun: 'order',
  taxFollows,
  wrongTotals: 'They do not add up',
});
const lines = [{ quantity: 3, unit_price: 33.35 }];
const before = { subtotal: 100.05, tax_rate: 18, tax_amount: 7, total_amount: 107.05 };

describe('amounts that were kept', () => {
  const stored = (some: typeof lines, sent: SentAmounts) =>
    amountsOf(some, sent, { ...rules('rate'), rate: 10, before: { ...before, id: 5 } as Amounts });

  it.each([
    ['nothing is sent', {}, before],
    ['the same is sent', { tax_rate: 18, tax_amount: 7, subtotal: 1 }, before],
    ['another rate is sent', { tax_rate: 5 }, { tax_rate: 5, tax_amount: 5 }],
    [
      'another tax is sent',
      { tax_rate: 18, tax_amount: 7.01 },
      { tax_rate: 18, tax_amount: 18.01 },
    ],
  ])('%s', (_what, sent, expected) => {
    const amounts = stored(lines, sent);
    expect(amounts).toMatchObject(expected);
    expect(amounts).not.toHaveProperty('id');
  });

  it('are none of lines that cost something else, or of a new document', () => {
    expect(stored([...lines, { quantity: 1, unit_price: 0.01 }], {}).tax_amount).toBe(18.01);
    expect(amountsOf(lines, {}, { ...rules('rate'), rate: 10 }).tax_amount).toBe(10.01);
  });
});

describe('a tax amount that decides', () => {
  const was = { subtotal: 100.05, tax_rate: 18, tax_amount: 18.01, total_amount: 118.06 };
  it.each<[SentAmounts, Amounts | undefined, number, number]>([
    [{}, undefined, 10, 10.01],
    [{ tax_rate: 5 }, undefined, 5, 5],
    [{ tax_amount: 18.01 }, undefined, 18, 18.01],
    [{ tax_amount: 0 }, undefined, 0, 0],
    [{ tax_amount: 500 }, undefined, 100, 500],
    [{ tax_rate: 5, tax_amount: 9 }, undefined, 5, 9],
    [{}, was, 18, 18.01],
    [{}, { ...was, tax_amount: 7 }, 18, 7],
    [{ tax_rate: 18 }, { ...was, tax_amount: 7 }, 18, 7],
    [{ tax_rate: 5 }, was, 5, 5],
    [{}, { ...was, subtotal: 50 }, 18, 18.01],
    [{ tax_amount: 18.01 }, { ...was, subtotal: 50 }, 18, 18.01],
    [{ tax_amount: 10 }, was, 10, 10],
    [{ tax_amount: 7 }, { ...was, tax_amount: 7 }, 18, 7],
  ])('%j with %j: %s %%, %s', (sent, own, tax_rate, tax_amount) => {
    const amounts = amountsOf(lines, sent, { ...rules('amount'), before: own, rate: 10 });
    expect(amounts).toMatchObject({ subtotal: 100.05, tax_rate, tax_amount });
  });
});

describe('a tax rate that decides', () => {
  const one = [{ quantity: 1, unit_price: 1000 }];
  const was = { subtotal: 1000, tax_rate: 1.23, tax_amount: 12.34, total_amount: 1012.34 };
  it.each<[string, SentAmounts, Amounts | undefined, number, number]>([
    ['by the rate', {}, undefined, 18, 180],
    ['by the rate sent', { tax_rate: 5 }, undefined, 5, 50],
    ['the amount sent', { tax_amount: 12.34 }, undefined, 1.23, 12.34],
    ['the amount that the rate makes', { tax_amount: 180 }, undefined, 18, 180],
    ['the rate before the amount', { tax_rate: 5, tax_amount: 12 }, undefined, 5, 50],
    ['as it was', {}, was, 1.23, 12.34],
    ['as it was, sent again', { tax_rate: 1.23, tax_amount: 12.34 }, was, 1.23, 12.34],
    ['another rate', { tax_rate: 10 }, was, 10, 100],
    ['another amount', { tax_amount: 100 }, was, 10, 100],
    ['its own rate of other lines', {}, { ...was, subtotal: 999 }, 1.23, 12.3],
  ])('%s', (_what, sent, own, tax_rate, tax_amount) => {
    const amounts = amountsOf(one, sent, { ...rules('rate'), before: own, rate: 18 });
    expect(amounts).toEqual({
      subtotal: 1000,
      tax_rate,
      tax_amount,
      total_amount: 1000 + tax_amount,
    });
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
    const ways = fc.constantFrom<AmountRules['taxFollows']>('rate', 'amount');
    fc.assert(
      fc.property(priced, rates, ways, (some, rate, way) => {
        const amounts = amountsOf(some, {}, { ...rules(way), rate });
        expect(amounts.total_amount).toBe(sumOf([amounts.subtotal, amounts.tax_amount]));
        const sent = { tax_rate: rate, tax_amount: amounts.tax_amount };
        expect(amountsOf(some, sent, { ...rules(way), rate: 0 })).toEqual(amounts);
      }),
    );
  });

  it('are too much when a line is, or the whole', () => {
    expect(isTooMuch(lines, before)).toBe(false);
    expect(isTooMuch(lines, { total_amount: 1e12 })).toBe(true);
    expect(isTooMuch([{ quantity: 2, unit_price: 999_999_999_999.99 }], before)).toBe(true);
  });
});

describe('amounts that were sent', () => {
  it('may be a paisa off, not more, and need not be sent', () => {
    const items = [100.03, 100.04, 100.05, 100.06, 100.07, null, undefined].map((line_total) => ({
      ...lines[0],
      line_total,
    }));
    const computed = {
      noun: 'order',
      amounts: before,
      lines: { items: items.flatMap(() => lines) },
    };
    expect(amountProblems({ items }, computed)).toEqual([
      {
        field: 'items.0.line_total',
        message: '₹100.03 does not match the order: the amount is ₹100.05',
      },
      {
        field: 'items.4.line_total',
        message: '₹100.07 does not match the order: the amount is ₹100.05',
      },
    ]);
    const services = [{ ...lines[0], total_price: 100.07 }];
    const served = { ...computed, lines: { items: [], services: lines } };
    expect(amountProblems({ services }, served)).toMatchObject([
      { field: 'services.0.total_price' },
    ]);
  });

  it('are named, each that is off', () => {
    const amounts = { subtotal: 1000, tax_rate: 18, tax_amount: 180, total_amount: 1180 };
    const item = { quantity: 1, unit_price: 1000 };
    const found = (sent: Parameters<typeof amountProblems>[0]) =>
      amountProblems(sent, { noun: 'invoice', amounts, paid: 100, lines: { items: [item] } }).map(
        ({ field }) => field,
      );
    const fine = { subtotal: 1000.01, tax_amount: 179.99, total_amount: 1180, balance_due: 1080 };
    expect(found({ ...fine, items: [{ ...item, line_total: 999.99 }] })).toEqual([]);
    const wrong = { subtotal: 1000.02, tax_amount: 0, total_amount: 1, balance_due: 1 };
    expect(found({ ...wrong, items: [{ ...item, line_total: 1 }] })).toEqual([
      'items.0.line_total',
      'subtotal',
      'tax_amount',
      'total_amount',
      'balance_due',
    ]);
  });
});
