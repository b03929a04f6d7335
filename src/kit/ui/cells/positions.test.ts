import { describe, expect, it } from 'vitest';
import type { Drafts } from './cellEdits';
import { positionsOf, withEdited } from './positions';

interface Row {
  id: number;
}

const idOf = ({ id }: Row) => id;
const positionsIn = (...ids: number[]) =>
  positionsOf(
    ids.map((id) => ({ id })),
    idOf,
  );
const editing = (...edited: [id: number, index: number][]): Drafts<Row> =>
  new Map(edited.map(([id, index]) => [id, { row: { id }, index, cells: {} }]));

describe('a record that leaves the list while it is edited', () => {
  const shown = (ids: number[], drafts: Drafts<Row>) => {
    const positions = withEdited(positionsIn(...ids), drafts);
    return Array.from({ length: positions.length }, (_, index) => positions.at(index)?.id);
  };

  it('stays in its place, or at the end of a shorter list', () => {
    expect(shown([1, 2], editing([7, 0]))).toEqual([7, 1, 2]);
    expect(shown([1, 2, 3], editing([8, 3], [7, 1]))).toEqual([1, 7, 2, 8, 3]);
    expect(shown([1], editing([7, 40], [8, 50]))).toEqual([1, 7, 8]);
  });

  it('is found there, and the others where they are now', () => {
    const positions = withEdited(positionsIn(1, 2, 3), editing([7, 1]));
    expect([1, 7, 2, 3, 9].map((id) => positions.indexOf(id, 0))).toEqual([0, 1, 2, 3, -1]);
  });

  it('is not doubled while it is there', () => {
    const positions = positionsIn(7, 1);
    expect(withEdited(positions, editing([7, 0]))).toBe(positions);
  });
});
