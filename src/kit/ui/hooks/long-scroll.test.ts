import { describe, expect, it } from 'vitest';
import { type Extent, scrolled, settled, type Spot, spotAt, tallest } from './long-scroll';

const view = 800;
const long: Extent = { list: 36_000_000 - view, element: tallest - view };
const offsetOf = ({ top, shift }: Spot) => top + shift;

/** Steps of a wheel from one end to the other, as far as `until`. */
function wheel(from: Spot, step: number, until: (offset: number) => boolean) {
  let spot = from;
  for (let count = 0; count < 400_000 && !until(offsetOf(spot)); count++) {
    const top = Math.max(0, Math.min(long.element, spot.top + step));
    const next = scrolled(spot, top, long);
    if (offsetOf(next) === offsetOf(spot)) return next;
    spot = next;
  }
  return spot;
}

describe('a list that is longer than an element may be', () => {
  it('is the element itself while it fits', () => {
    const short = { list: 10_000, element: 10_000 };
    expect(spotAt(7000, short)).toEqual({ top: 7000, shift: 0 });
    expect(scrolled({ top: 0, shift: 0 }, 9999, short)).toEqual({ top: 9999, shift: 0 });
  });

  it('has every offset at a place of the element, in their order', () => {
    let before = -1;
    for (let offset = 0; offset <= long.list; offset += 9973) {
      const spot = spotAt(offset, long);
      expect(offsetOf(spot)).toBe(offset);
      expect(spot.top).toBeGreaterThanOrEqual(before);
      before = spot.top;
    }
    expect(spotAt(long.list, long).top).toBe(long.element);
  });

  it('is scrolled to its first and last row by the scrollbar', () => {
    const middle = spotAt(18_000_000, long);
    expect(offsetOf(scrolled(middle, 0, long))).toBe(0);
    expect(offsetOf(scrolled(middle, long.element, long))).toBe(long.list);
    const lower = offsetOf(scrolled(middle, long.element * 0.75, long));
    expect(Math.abs(lower / long.list - 0.75)).toBeLessThan(0.01);
  });

  it('moves by as much as a small step, wherever it is', () => {
    for (const offset of [0, 150_000, 5_000_000, 20_000_000, 35_900_000]) {
      const from = spotAt(offset, long);
      expect(offsetOf(scrolled(from, from.top + 120, long)) - offset).toBeCloseTo(120, 6);
    }
  });

  it('is reached to both ends by small steps alone', () => {
    const start = spotAt(700_000, long);
    expect(offsetOf(wheel(start, -300, (offset) => offset <= 0))).toBe(0);
    const end = spotAt(long.list - 700_000, long);
    expect(offsetOf(wheel(end, 300, (offset) => offset >= long.list))).toBe(long.list);
    const through = wheel(spotAt(0, long), 450, (offset) => offset >= long.list);
    expect(offsetOf(through)).toBe(long.list);
  });

  it('keeps its offset when it becomes longer, and ends where it ends when it becomes shorter', () => {
    const spot = spotAt(9_000_000, long);
    expect(offsetOf(settled(spot, { ...long, list: long.list + 36 }))).toBe(9_000_000);
    const short = { list: 2000, element: 2000 };
    expect(settled(spot, short)).toEqual({ top: 2000, shift: 0 });
  });
});
