import { describe, expect, it } from 'vitest';
import { moveInGrid, nextPosition } from './gridMove';

const size = { rows: 100, columns: 5, page: 20 };
const at = (row: number, column: number) => ({ row, column });

describe('keys in the grid', () => {
  it.each([
    ['ArrowDown', false, at(3, 2), at(4, 2)],
    ['ArrowUp', false, at(0, 2), at(-1, 2)],
    ['ArrowUp', false, at(-1, 2), at(-1, 2)],
    ['ArrowRight', false, at(3, 4), at(3, 4)],
    ['ArrowLeft', false, at(3, 0), at(3, 0)],
    ['ArrowDown', true, at(3, 2), at(99, 2)],
    ['Home', false, at(3, 2), at(3, 0)],
    ['End', false, at(-1, 2), at(-1, 4)],
    ['Home', true, at(3, 2), at(0, 0)],
    ['End', true, at(3, 2), at(99, 4)],
    ['PageDown', false, at(90, 2), at(99, 2)],
    ['PageUp', false, at(5, 2), at(0, 2)],
    ['PageDown', false, at(-1, 2), at(19, 2)],
  ])('%s (Ctrl: %s) from %o leads to %o', (key, jump, from, to) => {
    expect(moveInGrid(from, key, jump, size)).toEqual(to);
  });

  it('leaves out the boxes before the first column of data', () => {
    const withBoxes = { ...size, first: 1 };
    expect(moveInGrid(at(3, 4), 'Home', false, withBoxes)).toEqual(at(3, 1));
    expect(moveInGrid(at(3, 4), 'ArrowLeft', true, withBoxes)).toEqual(at(3, 1));
    expect(moveInGrid(at(3, 1), 'ArrowLeft', false, withBoxes)).toEqual(at(3, 0));
  });

  it('leaves other keys alone', () => {
    expect(moveInGrid(at(1, 1), 'a', false, size)).toBeNull();
  });

  it('stays in the header of an empty list', () => {
    expect(moveInGrid(at(-1, 1), 'ArrowDown', false, { ...size, rows: 0 })).toEqual(at(-1, 1));
  });
});

describe('Tab', () => {
  const isEditable = ({ column }: { column: number }) => column === 1 || column === 3;

  it('continues in the row, then in the next', () => {
    expect(nextPosition(at(2, 1), 1, size, isEditable)).toEqual(at(2, 3));
    expect(nextPosition(at(2, 3), 1, size, isEditable)).toEqual(at(3, 1));
  });

  it('goes back with Shift', () => {
    expect(nextPosition(at(2, 1), -1, size, isEditable)).toEqual(at(1, 3));
  });

  it('leaves the grid at its ends', () => {
    expect(nextPosition(at(99, 3), 1, size, isEditable)).toBeNull();
    expect(nextPosition(at(0, 1), -1, size, isEditable)).toBeNull();
  });
});
