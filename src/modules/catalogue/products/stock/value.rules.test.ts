import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type StockState, stockAfter, type ValuedMove, worthOf } from './value.rules';

const empty: StockState = { quantity: 0, value: 0, cost: null };
const move = (quantity: number, worth: number | null = null, type = 'edit'): ValuedMove => ({
  type,
  quantity,
  worth,
  costPrice: 0,
});

function history(moves: readonly ValuedMove[]) {
  let state = empty;
  return moves.map((each) => {
    const after = stockAfter(state, each);
    state = after;
    return after;
  });
}

const moved = (moves: readonly ValuedMove[]) => history(moves).map((each) => each.moved);

describe('the value of stock', () => {
  it('leaves one by one without a paisa lost', () => {
    expect(moved([move(3, 100), move(-1), move(-1), move(-1)])).toEqual([
      100, -33.33, -33.34, -33.33,
    ]);
  });

  it('is the average of what came in', () => {
    const after = history([move(10, 1000), move(5, 550), move(-5)]).at(-1);
    expect(after).toMatchObject({ moved: -516.67, value: 1033.33, quantity: 10 });
  });

  it('knows what goods cost that came after they were sold', () => {
    expect(history([move(-10), move(5, 50)]).at(-1)).toMatchObject({
      value: -50,
      difference: 100,
      cost: { value: 50, quantity: 5 },
    });
  });

  it('leaves 525.00 where 10 of 100 at 5 and 15 at 5 were delivered at first', () => {
    expect(history([move(100, 500), move(15, 75), move(-10)]).at(-1)).toMatchObject({
      moved: -50,
      value: 525,
    });
  });

  it.each<[string, ValuedMove[], Partial<ReturnType<typeof stockAfter>>]>([
    ['goods in at the cost price before any', [{ ...move(4), costPrice: 2.5 }], { value: 10 }],
    ['goods in at the average', [move(2, 30), move(1)], { value: 45, moved: 15 }],
    ['at the last cost once all is gone', [move(2, 30), move(-2), move(1)], { value: 15 }],
    ['below zero at the last cost', [move(2, 30), move(-4)], { value: -30, moved: -60 }],
    [
      'a revaluation',
      [move(4, 40), move(0, 12.5, 'revalue')],
      { value: 50, moved: 10, difference: -10 },
    ],
    [
      'a revaluation is the last cost',
      [move(4, 40), move(0, 12.5, 'revalue'), move(-4), move(2)],
      { value: 25 },
    ],
    ['an undo takes its value back', [move(4, 40), move(4, 80), move(-4, -80)], { value: 40 }],
  ])('%s', (_what, moves, expected) => {
    expect(history(moves).at(-1)).toMatchObject(expected);
  });

  it('rounds half a paisa away from zero, and exactly', () => {
    expect(worthOf(0.5, 0.01)).toBe(0.01);
    expect(worthOf(999_999_999.999, 0.0001)).toBe(100_000);
    expect(worthOf(3, 33.3333)).toBe(100);
  });
});

describe('any history', () => {
  const quantity = fc.integer({ min: 1, max: 40_000 }).map((parts) => parts / 1000);
  const paise = fc.integer({ min: 0, max: 5_000_000 }).map((each) => each / 100);
  const step = fc.oneof(
    fc.tuple(quantity, fc.option(paise)).map(([amount, worth]) => move(amount, worth)),
    quantity.map((amount) => move(-amount)),
    paise.map((unit) => move(0, unit, 'revalue')),
  );
  const toPaise = (amount: number) => Math.round(amount * 100);

  it('is worth nothing where nothing is there, never less where something is, and loses no paisa', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (moves) => {
        let sum = 0;
        for (const { value, quantity: on, moved: by } of history(moves)) {
          sum += toPaise(by);
          expect(toPaise(value)).toBe(sum);
          if (on === 0) expect(toPaise(value)).toBe(0);
          if (on > 0) expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('where goods are there, the value stays within what they can have cost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (moves) => {
        let state = empty;
        for (const each of moves) {
          const after = stockAfter(state, each);
          if (each.type !== 'revalue' && each.quantity < 0 && after.quantity > 0)
            expect(toPaise(after.value)).toBeLessThanOrEqual(toPaise(state.value));
          state = after;
        }
      }),
    );
  });
});
