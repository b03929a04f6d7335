import type { Column } from './tableColumn';

/** Of a sign, of a comma or point, and of the room around the text of a cell, in px. */
const sign = 8;
const point = 3;
const around = 18;

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
    const needed = largest === null ? 0 : amountWidth(text(largest));
    return { width: Math.max(width, needed), least: Math.max(least, needed) };
  });
}

/** The width of a cell with this amount, in px. */
function amountWidth(text: string): number {
  const points = text.length - text.replace(/[.,]/g, '').length;
  return (text.length - points) * sign + points * point + around;
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
