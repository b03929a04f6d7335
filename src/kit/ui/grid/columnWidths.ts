import type { Column } from './tableColumn';

/** Of a letter, and of the room around the text of a cell, in px. */
const letter = 7.1;
const around = 24;

export interface ColumnWidth {
  width: number;
  /** As narrow as it gets where that saves the list from scrolling sideways. */
  least: number;
}

/**
 * The widths of columns in px, wide enough for the largest amount of each: a cut amount reads as another one. Any other text
 * keeps the width of its column.
 */
export function columnWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly ColumnWidth[] {
  return columns.map((column) => {
    const { align, width, sortValue, text, least: own = width } = column;
    const least = Math.min(own, width);
    if (align !== 'right' || !sortValue) return { width, least };
    const largest = largestOf(rows, sortValue);
    const needed = largest === null ? 0 : Math.ceil(text(largest).length * letter) + around;
    return { width: Math.max(width, needed), least: Math.max(least, needed) };
  });
}

function largestOf<Row>(
  rows: readonly Row[],
  valueOf: NonNullable<Column<Row>['sortValue']>,
): Row | null {
  let largest: Row | null = null;
  let most = 0;
  for (const row of rows) {
    const value = valueOf(row);
    if (typeof value !== 'number') continue;
    // The sign of an amount below zero takes room too.
    const size = Math.abs(value) * (value < 0 ? 10 : 1);
    if (size <= most) continue;
    most = size;
    largest = row;
  }
  return largest;
}
