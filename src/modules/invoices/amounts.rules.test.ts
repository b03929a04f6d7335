import { describe, expect, it } from 'vitest';
import type { Amounts, SentAmounts } from '~/modules/documents/amounts.rules';
import { amountLimit, amountProblems, amountsOf } from './amounts.rules';

const lines = [{ quantity: 1, unit_price: 1000 }];
const before: Amounts = {
  subtotal: 1000,
  tax_rate: 1.23,
  tax_amount: 12.34,
  total_amount: 1012.34,
};

describe('the tax of an invoice', () => {
  it.each<[string, SentAmounts, Amounts | undefined, number, number]>([
    ['by the rate', {}, undefined, 18, 180],
    ['by the rate sent', { tax_rate: 5 }, undefined, 5, 50],
    ['the amount sent', { tax_amount: 12.34 }, undefined, 1.23, 12.34],
    ['the amount that the rate makes', { tax_amount: 180 }, undefined, 18, 180],
    ['the rate before the amount', { tax_rate: 5, tax_amount: 12 }, undefined, 5, 50],
    ['as it was', {}, before, 1.23, 12.34],
    ['as it was, sent again', { tax_rate: 1.23, tax_amount: 12.34 }, before, 1.23, 12.34],
    ['another rate', { tax_rate: 10 }, before, 10, 100],
    ['another amount', { tax_amount: 100 }, before, 10, 100],
    ['its own rate of other lines', {}, { ...before, subtotal: 999 }, 1.23, 12.3],
  ])('%s', (_what, sent, was, tax_rate, tax_amount) => {
    const amounts = amountsOf(lines, sent, { before: was, rate: 18 });
    expect(amounts).toEqual({
      subtotal: 1000,
      tax_rate,
      tax_amount,
      total_amount: 1000 + tax_amount,
    });
  });
});

it('names each amount that is off by more than a paisa', () => {
  const amounts = { subtotal: 1000, tax_rate: 18, tax_amount: 180, total_amount: 1180 };
  const fine = {
    subtotal: 1000.01,
    tax_amount: 179.99,
    total_amount: 1180,
    balance_due: 1080,
    paid: 100,
  };
  expect(
    amountProblems(
      [{ ...lines[0], quantity: 1, unit_price: 1000, line_total: 999.99 }],
      fine,
      amounts,
    ),
  ).toEqual([]);
  const wrong = { subtotal: 1000.02, tax_amount: 0, total_amount: 1, balance_due: 1 };
  const problems = amountProblems(
    [{ quantity: 1, unit_price: 1000, line_total: 1 }],
    wrong,
    amounts,
  );
  expect(problems.map((each) => each.field)).toEqual([
    'items.0.line_total',
    'subtotal',
    'tax_amount',
    'total_amount',
    'balance_due',
  ]);
});

it('has its limits', () => {
  expect(amountLimit(lines, before)).toBeNull();
  expect(amountLimit(lines, { ...before, tax_amount: 1000.01 })).toMatch(/tax/);
  expect(amountLimit(lines, { ...before, total_amount: 1e12 })).toMatch(/cannot exceed/);
});
