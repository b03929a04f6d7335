import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAgreed, matchShares, type OrderShare, shareMessage, shareTerms } from './shares.rules';

const pump: OrderShare = {
  id: 1,
  product_id: 7,
  service_id: null,
  description: 'Pump',
  remaining: 3,
};
const more: OrderShare = { ...pump, id: 2, remaining: 5 };
const hours: OrderShare = {
  id: 3,
  product_id: null,
  service_id: 9,
  description: 'Fitting',
  remaining: 2.5,
};
const order = [pump, more, hours];

function ids(...claims: Parameters<typeof matchShares>[0]): (number | string | null)[] {
  return matchShares(claims, order).map((each) =>
    'problem' in each ? each.problem.kind : (each.share?.id ?? null),
  );
}

it('finds the line that is named, then by product, by service, by words; what matches none is free', () => {
  const line = { description: 'x', quantity: 1 };
  expect(
    ids(
      { ...line, order_line_id: 2 },
      { ...line, product_id: 7 },
      { ...line, service_id: 9 },
      { ...line, description: ' PUMP ' },
      { ...line, description: 'Freight' },
      { ...line, product_id: 8 },
    ),
  ).toEqual([2, 1, 3, 1, null, null]);
});

it('takes over a discount in proportion, and no more than a small part costs', () => {
  const terms = { hsn_code: null, unit: null, discount_percent: null, tax_class_id: null };
  const share = { ...pump, ...terms, discount_amount: 0.33, ordered: 0.999, unit_price: 0.33 };
  const discountOf = (quantity: number) =>
    shareTerms({ quantity, unit_price: 0.33 }, share, null).discount_amount;
  expect(discountOf(0.999)).toBe(0.33);
  expect(discountOf(0.5)).toBe(0.17);
  // Its part of the discount is ₹0.11 to the paisa, and it costs ₹0.10.
  expect(discountOf(0.318)).toBe(0.1);
});

it('goes to the line that has enough left, and those that name theirs come first', () => {
  const line = { description: 'Pump', product_id: 7 };
  expect(ids({ ...line, quantity: 4 }, { ...line, quantity: 3 })).toEqual([2, 1]);
  expect(ids({ ...line, quantity: 3 }, { ...line, quantity: 3, order_line_id: 1 })).toEqual([2, 1]);
  expect(ids({ ...line, quantity: 6 })).toEqual(['taken']);
  expect(ids({ description: 'x', service_id: 9, quantity: 2.501 })).toEqual(['taken']);
});

it('knows its own lines alone', () => {
  expect(ids({ description: 'x', quantity: 1, order_line_id: 99 })).toEqual(['unknown']);
  expect(ids({ description: 'x', quantity: 1, order_line_id: 1, service_id: 9 })).toEqual([
    'other',
  ]);
});

it('says what is left', () => {
  expect(shareMessage({ kind: 'taken', share: pump })).toBe('Only 3 of "Pump" are left to invoice');
  expect(shareMessage({ kind: 'taken', share: { ...pump, remaining: 0 } })).toBe(
    '"Pump" has already been invoiced',
  );
});

it('never gives more of a line than there is', () => {
  const claim = fc.record({
    description: fc.constantFrom('Pump', 'Fitting', 'Freight'),
    quantity: fc.integer({ min: 1, max: 4000 }).map((thousandths) => thousandths / 1000),
    product_id: fc.constantFrom(7, 8, null),
    order_line_id: fc.constantFrom(1, 2, 3, null),
  });
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 12 }), (claims) => {
      const matched = matchShares(claims, order);
      for (const share of order) {
        const given = claims
          .filter((_, index) => {
            const each = matched[index];
            return each && 'share' in each && each.share?.id === share.id;
          })
          .reduce((sum, each) => sum + Math.round(each.quantity * 1000), 0);
        expect(given).toBeLessThanOrEqual(share.remaining * 1000);
      }
    }),
  );
});

it('a line is agreed where it charges what the order did for its quantity, but for paise', () => {
  const agreed = [{ id: 1, ordered: 3, taxable_value: 100 }];
  const line = { order_line_id: 1, quantity: 1 };
  expect(isAgreed({ ...line, taxable_value: 33.33 }, agreed)).toBe(true);
  expect(isAgreed({ ...line, taxable_value: 33.23 }, agreed)).toBe(true);
  expect(isAgreed({ ...line, taxable_value: 33.22 }, agreed)).toBe(false);
  expect(isAgreed({ ...line, quantity: 3, taxable_value: 33.33 }, agreed)).toBe(false);
  expect(isAgreed({ ...line, order_line_id: null, taxable_value: 500 }, agreed)).toBe(false);
  expect(isAgreed({ ...line, order_line_id: 2, taxable_value: 500 }, agreed)).toBe(false);
});
