import fc from 'fast-check';
import { expect, it } from 'vitest';
import { restOfQuantity } from '~/kit/shared/money/quantities';
import { taxedLine } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { restOf, sumOf } from '~/modules/sales/documents/lines/totals.rules';
import { itemProblem, itemTaxes, noteAmounts, pricedItem, splitOf } from './note-amounts.rules';

const line = {
  description: 'Bolt',
  quantity: 4,
  unit_price: 25,
  line_total: 90,
  left_quantity: 4,
  left_amount: 90,
  left_value: 90,
};

it.each([
  [{ quantity: 4 }, { unit_price: 25, discount_amount: 10, line_total: 90 }],
  [{ quantity: 1 }, { unit_price: 25, discount_amount: 2.5, line_total: 22.5 }],
  [
    { quantity: 1, unit_price: 25 },
    { unit_price: 25, discount_amount: 2.5, line_total: 22.5 },
  ],
  [
    { quantity: 2, unit_price: 3 },
    { unit_price: 3, discount_amount: 0, line_total: 6 },
  ],
])('%j of a line with a discount comes to %j', (requested, priced) => {
  expect(pricedItem('credit', line, requested)).toEqual({
    quantity: requested.quantity,
    ...priced,
  });
  expect(pricedItem('debit', line, requested)).toEqual({ quantity: requested.quantity, ...priced });
});

it.each([
  [{ quantity: 4 }, null],
  [{ quantity: 4.001 }, 'Only 4 of "Bolt" were invoiced'],
  [{ quantity: 4, unit_price: 22.5 }, null],
  [{ quantity: 4, unit_price: 22.51 }, 'The invoiced unit price of "Bolt" was lower'],
])('%j is credited of it: %s', (requested, message) => {
  expect(itemProblem('credit', line, requested)?.message ?? null).toBe(message);
  expect(itemProblem('debit', line, requested)).toBeNull();
});

it.each([
  [{ quantity: 2 }, 1, 22.5, 'Only 1 of "Bolt" are left to credit'],
  [{ quantity: 1 }, 0, 0, '"Bolt" has already been credited'],
  [{ quantity: 4, unit_price: 10 }, 2, 39.99, 'Only ₹39.99 of "Bolt" are left to credit'],
])('%j where %d of ₹%d are left: %s', (requested, left_quantity, left_amount, message) => {
  const taken = { ...line, left_quantity, left_amount, left_value: left_amount };
  expect(itemProblem('credit', taken, requested)).toMatchObject({ message, isTaken: true });
});

const supplied = { supply_type: 'b2b', place_of_supply: '27', reverse_charge: false } as const;
it.each([
  [{ cgst_amount: 1, igst_amount: 0 }, '30', 'within'],
  [{ cgst_amount: 0, igst_amount: 1 }, '27', 'between'],
  [{ cgst_amount: 0, igst_amount: 0 }, '30', 'between'],
  [{ cgst_amount: 0, igst_amount: 0 }, '27', 'within'],
])('of an invoice with %j, sold from %s, tax is split %s', (taxes, seller, split) => {
  expect(splitOf({ ...supplied, ...taxes }, seller)).toBe(split);
});

const money = fc.integer({ min: 1, max: 1_000_000 }).map((paise) => paise / 100);
const parts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 });
const rates = fc.constantFrom(0.25, 3, 5, 18, 28, 40);

it('parts credited one after the other come to the whole, by GST and at one rate', () => {
  const splits = fc.constantFrom('within', 'between', 'none');
  fc.assert(
    fc.property(money, parts, rates, splits, (unit_price, thousandths, tax_rate, split) => {
      const quantity = thousandths.reduce((sum, part) => sum + part, 0) / 1000;
      const priced = { quantity, unit_price, tax_rate, tax_treatment: 'taxable' as const };
      const whole = taxedLine(priced, split);
      const { taxable_value: line_total, cgst_amount, igst_amount } = whole;
      const taxed = { description: 'Bolt', ...priced, line_total };
      let remaining = {
        left_quantity: quantity,
        left_amount: line_total,
        left_cgst: cgst_amount,
        left_igst: igst_amount,
      };
      for (const part of thousandths) {
        const item = { quantity: part / 1000 };
        const rest = { ...taxed, ...remaining, left_value: remaining.left_amount };
        expect(itemProblem('credit', rest, item)).toBeNull();
        const credited = pricedItem('credit', rest, item);
        const taxes = itemTaxes('credit', { ...taxed, ...remaining }, { ...credited, split });
        remaining = {
          left_quantity: restOfQuantity(remaining.left_quantity, item.quantity),
          left_amount: restOf(remaining.left_amount, credited.line_total),
          left_cgst: restOf(remaining.left_cgst, taxes.cgst_amount),
          left_igst: restOf(remaining.left_igst, taxes.igst_amount),
        };
        for (const each of Object.values(remaining)) expect(each).toBeGreaterThanOrEqual(0);
      }
      expect(Object.values(remaining)).toEqual([0, 0, 0, 0]);
    }),
  );
});

it('what takes the last of an invoice takes the rest of its tax and round-off', () => {
  const invoice = { subtotal: 100, tax_rate: 18, tax_amount: 18.01, round_off: -0.01 };
  const none = { cgst_amount: 0, sgst_amount: 0, igst_amount: 0 };
  const source = {
    invoice: { ...invoice, tax_mode: 'single' as const },
    credited: { subtotal: 40, tax_amount: 7.2, round_off: 0 },
  };
  const last = noteAmounts('credit', [{ line_total: 60, ...none }], source);
  expect(last).toMatchObject({ tax_amount: 10.81, round_off: -0.01, total_amount: 70.8 });
  expect(sumOf([last.tax_amount, 7.2])).toBe(invoice.tax_amount);
  const part = noteAmounts('credit', [{ line_total: 50, ...none }], source);
  expect(part).toMatchObject({ tax_amount: 9, round_off: 0, total_amount: 59 });
  const debit = noteAmounts('debit', [{ line_total: 60, ...none }], source);
  expect(debit).toMatchObject({ tax_amount: 10.8, round_off: 0 });
});
