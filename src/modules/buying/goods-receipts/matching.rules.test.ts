import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billedOf, matchGoods, type PurchasedLine, spreadCharge } from './matching.rules';

const line = (values: Partial<PurchasedLine>): PurchasedLine => ({
  ordered: { quantity: 10, value: 1000 },
  accepted: [],
  billed: [],
  returned: [],
  ...values,
});
const goods = (id: number, quantity: number, unit_cost: number | null = null) => ({
  id,
  quantity,
  stock_quantity: quantity,
  unit_cost,
});
const valuesOf = (values: Partial<PurchasedLine>) =>
  matchGoods(line(values)).accepted.map(({ value }) => value);

it('goods are worth the order until a bill meets them, first to first', () => {
  const accepted = [goods(1, 4), goods(2, 6)];
  expect(valuesOf({ accepted })).toEqual([400, 600]);
  expect(valuesOf({ accepted, billed: [{ quantity: 5, value: 550 }] })).toEqual([440, 610]);
  const billed = [
    { quantity: 5, value: 550 },
    { quantity: 5, value: 450 },
  ];
  expect(valuesOf({ accepted, billed })).toEqual([440, 560]);
  expect(valuesOf({ accepted: accepted.slice(0, 1), billed })).toEqual([440]);
});

it('a typed cost counts until a bill has another', () => {
  const accepted = [goods(1, 4, 12.3456)];
  expect(valuesOf({ accepted })).toEqual([49.38]);
  expect(valuesOf({ accepted, billed: [{ quantity: 2, value: 20 }] })).toEqual([44.69]);
  const pieces = [{ id: 1, quantity: 5, stock_quantity: 105, unit_cost: 2 }];
  expect(valuesOf({ accepted: pieces })).toEqual([210]);
  expect(valuesOf({ accepted: pieces, billed: [{ quantity: 2, value: 100 }] })).toEqual([226]);
});

it('parts of a bill add up to it', () => {
  const accepted = [goods(1, 1), goods(2, 1), goods(3, 1)];
  expect(valuesOf({ accepted, billed: [{ quantity: 3, value: 100 }] })).toEqual([
    33.33, 33.34, 33.33,
  ]);
});

it('goods that go back are the last ones of their receipt', () => {
  const accepted = [goods(1, 10), goods(2, 5)];
  const billed = [
    { quantity: 8, value: 800 },
    { quantity: 4, value: 440 },
  ];
  const returned = [
    { id: 7, of_line_id: 1, quantity: 1 },
    { id: 8, of_line_id: 1, quantity: 3 },
    { id: 9, of_line_id: 2, quantity: 5 },
  ];
  expect(matchGoods(line({ accepted, billed, returned })).returned).toEqual([
    { id: 7, value: 110 },
    { id: 8, value: 310 },
    { id: 9, value: 520 },
  ]);
});

it('a receipt is billed by what met a bill', () => {
  const accepted = [goods(1, 4), goods(2, 6), goods(3, 1)];
  expect([...billedOf(accepted, [{ quantity: 5.5 }])]).toEqual([
    [1, 4],
    [2, 1.5],
    [3, 0],
  ]);
});

it('a charge goes by value, by quantity where nothing has one, and the last line takes the rest', () => {
  const each = (id: number, value: number, quantity: number) => ({ id, value, quantity });
  const sharesOf = (amount: number, values: [number, number][]) => [
    ...spreadCharge(
      amount,
      values.map(([value, quantity], id) => each(id, value, quantity)),
    ).values(),
  ];
  expect(
    sharesOf(100, [
      [100, 1],
      [100, 5],
      [100, 1],
    ]),
  ).toEqual([33.33, 33.33, 33.34]);
  expect(
    sharesOf(60, [
      [0, 1],
      [0, 5],
    ]),
  ).toEqual([10, 50]);
  expect(
    sharesOf(
      0.05,
      Array.from({ length: 8 }, () => [1, 1]),
    ),
  ).toEqual([0.01, 0.01, 0.01, 0.01, 0.01, 0, 0, 0]);
  expect(sharesOf(5, [])).toEqual([]);
});

const quantity = fc.integer({ min: 1, max: 50_000 }).map((parts) => parts / 1000);
const value = fc.integer({ min: 0, max: 900_000 }).map((paise) => paise / 100);
const paiseOf = (rupees: number) => Math.round(rupees * 100);

it('matched goods are worth their bills and the others the order, in any history', () => {
  const history = fc.record({
    ordered: fc.record({ quantity, value }),
    accepted: fc.array(quantity, { maxLength: 6 }),
    billed: fc.array(fc.record({ quantity, value }), { maxLength: 5 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(history, ({ ordered, accepted: taken, billed, cuts }) => {
      const accepted = taken.map((each, index) => goods(index, each));
      const whole = { ordered, accepted, billed };
      const { accepted: matched } = matchGoods({ ...whole, returned: [] });
      const sum = matched.reduce((total, each) => total + paiseOf(each.value), 0);
      expect(sum).toBe(worthOf(whole));
      expect(matched.every((each) => each.value >= 0)).toBe(true);
      const returned = cuts.flatMap((cut, index) => {
        const of = accepted[index];
        const part = Math.floor(cut * (of?.quantity ?? 0) * 1000) / 1000;
        return of && part > 0 ? [{ id: index, of_line_id: of.id, quantity: part }] : [];
      });
      const result = matchGoods({ ...whole, returned });
      expect(result.accepted).toEqual(matched);
      for (const { id, value: owed } of result.returned)
        expect(paiseOf(owed)).toBeLessThanOrEqual(paiseOf(matched[id]?.value ?? 0));
    }),
    { numRuns: 1000 },
  );
});

/** Written again with floating numbers, which are exact enough for these sizes. */
function worthOf({
  ordered,
  accepted,
  billed,
}: Pick<PurchasedLine, 'ordered' | 'accepted' | 'billed'>): number {
  const parts = (each: number) => Math.round(each * 1000);
  let missing = accepted.reduce((sum, each) => sum + parts(each.quantity), 0);
  let [top, bottom] = [0n, 1n];
  const add = (rupees: number, part: number, of: number) => {
    top = top * BigInt(of) + BigInt(paiseOf(rupees)) * BigInt(part) * bottom;
    bottom *= BigInt(of);
  };
  for (const bill of billed) {
    const met = Math.min(missing, parts(bill.quantity));
    add(bill.value, met, parts(bill.quantity));
    missing -= met;
  }
  add(ordered.value, missing, parts(ordered.quantity));
  return Number((top * 2n + bottom) / (bottom * 2n));
}
