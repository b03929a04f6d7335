import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostSelected, Selection } from './selection';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

function startSelection() {
  const selection = new Selection();
  return { selection, now: () => [...selection.ids()].sort((a, b) => Number(a) - Number(b)) };
}

describe('selected rows', () => {
  it('takes a row and gives it back', () => {
    const { selection, now } = startSelection();
    selection.toggle(7);
    selection.toggle(3);
    expect(now()).toEqual([3, 7]);
    selection.toggle(7);
    expect(now()).toEqual([3]);
    expect(selection.has(7)).toBe(false);
  });

  it('lays a range over what was selected before, and a shorter one in its place', () => {
    const { selection, now } = startSelection();
    selection.toggle(20);
    selection.toggle(5);
    selection.extend(numbers(5, 9));
    expect(now()).toEqual([5, 6, 7, 8, 9, 20]);
    selection.extend(numbers(5, 6));
    expect(now()).toEqual([5, 6, 20]);
    expect(selection.anchor).toBe(5);
  });

  it('drops what is gone, and the beginning of a range with it', () => {
    const { selection, now } = startSelection();
    selection.add(numbers(1, 4));
    selection.toggle(5);
    selection.keep((id) => Number(id) % 2 === 0);
    expect(now()).toEqual([2, 4]);
    expect(selection.anchor).toBeNull();
    selection.clear();
    expect(now()).toEqual([]);
  });

  it('tells only when something changed', () => {
    const { selection } = startSelection();
    let count = 0;
    const end = selection.listen(() => {
      count += 1;
    });
    selection.clear();
    selection.keep(() => false);
    expect(count).toBe(0);
    selection.toggle(1);
    expect(count).toBe(1);
    end();
    selection.toggle(2);
    expect(count).toBe(1);
  });

  it('never holds more than a bulk change takes', () => {
    const { selection } = startSelection();
    selection.add(numbers(1, mostSelected + 5));
    selection.toggle(mostSelected + 7);
    selection.extend(numbers(1, mostSelected + 9));
    expect(selection.ids().size).toBe(mostSelected);
  });

  it('is what a set of the same steps would be', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 })), (steps) => {
        const { selection, now } = startSelection();
        const odd = numbers(1, 9).filter((id) => steps.filter((step) => step === id).length % 2);
        for (const step of steps) selection.toggle(step);
        expect(now()).toEqual(odd);
      }),
    );
  });
});
