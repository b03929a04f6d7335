import type { Positions } from './positions';
import { mostSelected, type Selection } from '~/kit/ui/columns/selection';
import type { RowId } from '~/kit/ui/columns/tableColumn';

/** That rows of a table can be selected. */
export interface Selecting<Row> {
  selection: Selection;
  /** The record's name or number, as its checkbox says it. */
  nameOf: (row: Row) => string;
}

interface Table<Row> {
  selecting: Selecting<Row> | undefined;
  rows: Positions<Row>;
  rowId: (row: Row) => RowId;
  idsIn: IdsIn | undefined;
}

/** The ids at places of a long list, wherever it was scrolled to. */
export type IdsIn = (from: number, to: number) => Promise<readonly RowId[]>;

/** Selects the row at a place or gives it back; with `isRange` all from the last one to it. */
export function selectAt<Row>(table: Table<Row>, index: number, isRange: boolean): void {
  const { selecting, rows, rowId } = table;
  const row = rows.at(index);
  if (!selecting || row === undefined) return;
  const { selection } = selecting;
  const from = positionOfAnchor(table, index);
  if (isRange && from !== -1) extend(table, from, index);
  else selection.toggle(rowId(row));
}

/** Selects from where a range began, or from this row, to the one at `to`. */
export function extendTo<Row>(table: Table<Row>, at: number, to: number): void {
  const { selecting, rows, rowId } = table;
  const row = rows.at(at);
  if (!selecting || row === undefined || to < 0 || to >= rows.length) return;
  const { selection } = selecting;
  if (!selection.has(rowId(row))) selection.toggle(rowId(row));
  const from = positionOfAnchor(table, at);
  extend(table, from === -1 ? at : from, to);
}

/** Selects all rows, as far as a bulk change takes them; where all of them are, none. */
export function selectAll<Row>(table: Table<Row>, areAll: boolean): void {
  const { selecting, rows } = table;
  if (!selecting) return;
  const { selection } = selecting;
  if (areAll) selection.clear();
  else withIds(table, 0, Math.min(rows.length, mostSelected) - 1, (ids) => selection.add(ids));
}

function positionOfAnchor<Row>({ selecting, rows }: Table<Row>, hint: number): number {
  const anchor = selecting?.selection.anchor ?? null;
  return anchor === null ? -1 : rows.indexOf(anchor, hint);
}

function extend<Row>(table: Table<Row>, from: number, to: number): void {
  const [first, last] = from < to ? [from, to] : [to, from];
  withIds(table, first, last, (ids) => table.selecting?.selection.extend(ids));
}

function withIds<Row>(
  { rows, rowId, idsIn }: Table<Row>,
  first: number,
  last: number,
  give: (ids: readonly RowId[]) => void,
): void {
  const ids: RowId[] = [];
  const end = Math.min(last, first + mostSelected - 1);
  for (let at = first; at <= end; at++) {
    const row = rows.at(at);
    if (row === undefined) break;
    ids.push(rowId(row));
  }
  if (ids.length === end - first + 1 || !idsIn) return give(ids);
  // Without an answer nothing is selected: the next try asks again.
  void idsIn(first, end + 1).then(give, () => undefined);
}
