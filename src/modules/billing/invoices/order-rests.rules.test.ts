import { expect, it } from 'vitest';
import { noTax } from '~/modules/sales/documents/taxes/gst-amounts.rules';
import { type ChargedOrder, restOfParts, uninvoicedOf, withRest } from './order-rests.rules';

/** 1 at ₹100.05 with 18 %, of which 0.666 are invoiced in two parts. Random histories: `advances.rules.test.ts`. */
const order: ChargedOrder = {
  tax_mode: 'single',
  rounds_to_rupee: false,
  tax_rate: 18,
  total_amount: 118.06,
  discount_percent: null,
  discount_amount: 0,
  cgst_amount: 0,
  igst_amount: 0,
  invoiced_amount: 78.62,
  invoiced_discount: 0,
  line_count: 2,
  is_as_ordered: true,
  lines: [
    {
      id: 1,
      ordered: 1,
      closed: 0,
      charged: 0.666,
      unit_price: 100.05,
      discount_percent: null,
      discount_amount: 0,
      tax_rate: null,
    },
  ],
};
const last = {
  ...noTax,
  order_line_id: 1,
  quantity: 0.334,
  unit_price: 100.05,
  discount_percent: null,
  discount_amount: 0,
  discount_share: 0,
  tax_rate: null,
};
const taxed = { subtotal: 33.42, tax_amount: 6.02 };
const freight = { ...last, order_line_id: null, quantity: 1, unit_price: 10 };

it.each([
  ['nothing where it fits', {}, {}, taxed, 0],
  ['the rest', { invoiced_amount: 78.63 }, {}, taxed, -0.01],
  ['the rest upwards', { invoiced_amount: 78.6 }, {}, taxed, 0.02],
  ['nothing with another price', { invoiced_amount: 78.6 }, { unit_price: 100.04 }, taxed, 0],
  ['nothing with a discount', { invoiced_amount: 78.6 }, { discount_share: 0.01 }, taxed, 0],
  ['nothing with another tax', { invoiced_amount: 78.6 }, {}, { ...taxed, tax_amount: 6 }, 0],
  [
    'nothing where others were changed',
    { invoiced_amount: 78.6, is_as_ordered: false },
    {},
    taxed,
    0,
  ],
  ['nothing with more of the order open', { invoiced_amount: 78.6 }, { quantity: 0.3 }, taxed, 0],
  ['nothing with more than the order has', { invoiced_amount: 78.6 }, { quantity: 0.4 }, taxed, 0],
  ['nothing of an order in one', { invoiced_amount: 78.6, line_count: 0 }, {}, taxed, 0],
])('gives the last part %s', (_what, of, line, amounts, rest) => {
  const invoice = { tax_mode: 'single', lines: [{ ...last, ...line }], amounts } as const;
  expect(restOfParts({ ...order, ...of }, invoice)).toBe(rest);
});

it('leaves freight out', () => {
  const amounts = { subtotal: 43.42, tax_amount: 7.82 };
  const invoice = { tax_mode: 'single', lines: [last, freight], amounts } as const;
  expect(restOfParts({ ...order, invoiced_amount: 78.63 }, invoice)).toBe(-0.01);
});

it.each([
  ['all of an order', { line_count: 0, lines: [{ ...order.lines[0], charged: 0 }] }, 118.06],
  ['the rest of one in parts', { invoiced_amount: 78.63 }, 39.43],
  ['what is not closed', { lines: [{ ...order.lines[0], closed: 0.234 }] }, 11.81],
  ['nothing where all is invoiced', { lines: [{ ...order.lines[0], charged: 1 }] }, 0],
  ['nothing where more is closed', { lines: [{ ...order.lines[0], closed: 0.5 }] }, 0],
])('will still charge %s', (_what, of, amount) => {
  expect(uninvoicedOf({ ...order, ...of } as ChargedOrder)).toBe(amount);
});

it('is a part of the round-off', () => {
  expect(withRest({ round_off: 0.4, total_amount: 100 }, -0.02)).toEqual({
    round_off: 0.38,
    total_amount: 99.98,
  });
});
