import { expect, it } from 'vitest';
import { restOfParts, withRest } from './order-rests.rules';

const parts = {
  total_amount: 118.06,
  invoiced_amount: 78.71,
  line_count: 2,
  lines: [{ id: 1, ordered: 1, charged: 0.666 }],
};
const last = [{ order_line_id: 1, quantity: 0.334, line_total: 33.42 }];

it.each([
  ['the rest', parts, last, 39.36, -0.01],
  ['the rest upwards', parts, last, 39.33, 0.02],
  ['nothing where it fits', parts, last, 39.35, 0],
  ['nothing with another price', parts, last, 39.25, 0],
  ['nothing with more of the order open', parts, [{ ...last[0], quantity: 0.3 }], 39.36, 0],
  ['nothing with more than the order has', parts, [{ ...last[0], quantity: 0.4 }], 39.36, 0],
  ['nothing of an order in one', { ...parts, line_count: 0 }, last, 39.36, 0],
])('gives the last part %s', (_what, of, charging, total, rest) => {
  expect(restOfParts(of, charging as typeof last, total)).toBe(rest);
});

it('is a part of the round-off', () => {
  expect(withRest({ round_off: 0.4, total_amount: 100 }, -0.02)).toEqual({
    round_off: 0.38,
    total_amount: 99.98,
  });
});
