import type { Drafts } from './cellEdits';
import type { RowId } from '~/kit/ui/columns/tableColumn';

/** The rows of a table by their places, whether they are all here or come when they are needed. */
export interface Positions<Row> {
  readonly length: number;
  /** Undefined while the row is on its way. */
  at: (index: number) => Row | undefined;
  /** -1 where it is not known to be there; `hint` is where it was. */
  indexOf: (id: RowId, hint: number) => number;
}

export function positionsOf<Row>(rows: readonly Row[], rowId: (row: Row) => RowId): Positions<Row> {
  return {
    length: rows.length,
    at: (index) => rows[index],
    indexOf: (id, hint) => {
      const there = rows[hint];
      if (there !== undefined && rowId(there) === id) return hint;
      return rows.findIndex((row) => rowId(row) === id);
    },
  };
}

/** The rows, with those put back that are being edited but have left the list (filtered out or deleted). */
export function withEdited<Row>(positions: Positions<Row>, drafts: Drafts<Row>): Positions<Row> {
  const missing = [...drafts]
    .filter(([id, { index }]) => positions.indexOf(id, index) === -1)
    .sort(([, a], [, b]) => a.index - b.index)
    .map(([id, { row, index }], before) => ({
      id,
      row,
      index: Math.min(index, positions.length + before),
    }));
  if (missing.length === 0) return positions;
  return {
    length: positions.length + missing.length,
    at: (index) => {
      const own = missing.find((each) => each.index === index);
      if (own) return own.row;
      return positions.at(index - missing.filter((each) => each.index < index).length);
    },
    indexOf: (id, hint) => {
      const own = missing.find((each) => each.id === id);
      if (own) return own.index;
      const found = positions.indexOf(id, hint);
      if (found === -1) return -1;
      return missing.reduce((at, { index }) => (index <= at ? at + 1 : at), found);
    },
  };
}
