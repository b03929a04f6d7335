import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noDiscount } from '~/modules/sales/documents/lines/discounts.rules';
import {
  lineTotal,
  partOf,
  restOf,
  sumOf,
  taxOn,
} from '~/modules/sales/documents/lines/totals.rules';
import { type ChargingLine, discountFromOrder, type OrderedLine } from './order-discounts.rules';

const ordered = (id: number, quantity: number, unit_price: number, remaining = quantity) => ({
  id,
  ordered: quantity,
  remaining,
  unit_price,
  discount_percent: null,
  discount_amount: 0,
});
const charge = (line: OrderedLine, quantity: number): ChargingLine => ({
  order_line_id: line.id,
  quantity,
  line_total: partOf(lineTotal({ ...line, quantity: line.ordered }), quantity, line.ordered),
});
const freight: ChargingLine = { order_line_id: null, quantity: 1, line_total: 50 };
const bolts = ordered(1, 10, 100);
const order = {
  discount_percent: null,
  discount_amount: 100,
  invoiced_discount: 0,
  lines: [bolts],
};
const byPercent = { ...order, discount_percent: 10 };

describe('an invoice takes over from its order', () => {
  it.each([
    ['all of the discount with all of the goods', order, [charge(bolts, 10)], null, 100],
    ['a part of it with a part of them', order, [charge(bolts, 3)], 10, 30],
    ['its percentage with a part of them', byPercent, [charge(bolts, 3)], 10, 30],
    ['nothing for what the order does not have', order, [freight], null, 0],
    [
      'an amount where its percentage would be taken off freight',
      byPercent,
      [charge(bolts, 10), freight],
      null,
      100,
    ],
    [
      'nothing where the order has none',
      { ...order, discount_amount: 0 },
      [charge(bolts, 10)],
      null,
      0,
    ],
  ])('%s', (_what, of, charging, percent, amount) => {
    const isUnchanged = of.discount_percent !== null && percent !== null;
    expect(discountFromOrder(of, charging)).toEqual({
      discount_percent: isUnchanged ? percent : null,
      discount_amount: amount,
    });
  });

  it('the rest with the last of it, regardless of the shares of other invoices', () => {
    const rest = (invoiced_discount: number, line_total = 400) =>
      discountFromOrder({ ...order, invoiced_discount, lines: [ordered(1, 10, 100, 4)] }, [
        { ...charge(bolts, 4), line_total },
      ]);
    expect(rest(60).discount_amount).toBe(40);
    expect(rest(0).discount_amount).toBe(100);
    expect(rest(100)).toEqual(noDiscount);
    expect(rest(60, 25).discount_amount).toBe(25);
  });

  it('so that all invoices together have the discount to the paisa', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      unit_price: fc.integer({ min: 1, max: 999_999 }).map((n) => n / 100),
    });
    const parts = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        parts,
        fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
        fc.boolean(),
        (some, steps, percent, isPercent) => {
          const lines = some.map((each, at) => ordered(at + 1, each.quantity, each.unit_price));
          const value = sumOf(lines.map((each) => charge(each, each.ordered).line_total));
          const discount_amount = taxOn(value, percent);
          const discount_percent = isPercent ? percent : null;
          let taken = 0;
          for (const step of [...steps, Infinity]) {
            const charging = lines
              .map((each) => charge(each, Math.min(step, each.remaining)))
              .filter(({ quantity }) => quantity > 0);
            if (charging.length === 0) break;
            const of = { discount_percent, discount_amount, invoiced_discount: taken, lines };
            const own = discountFromOrder(of, charging).discount_amount;
            expect(own).toBeGreaterThanOrEqual(0);
            taken = sumOf([taken, own]);
            for (const each of lines) each.remaining -= Math.min(step, each.remaining);
          }
          expect(restOf(discount_amount, taken)).toBe(0);
        },
      ),
    );
  });
});
