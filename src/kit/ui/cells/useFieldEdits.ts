import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { Draft } from './cellEdits';
import type { EditorProps } from './CellEditor';
import type { Column, RowId } from '~/kit/ui/columns/tableColumn';
import { useCellEdits } from './useCellEdits';
import type { EditorCallbacks } from './useGridKeys';
import { useLatest } from '~/kit/ui/hooks/useLatest';

interface Input<Row> {
  row: Row;
  /** In the order of the page: Tab continues in it. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => RowId;
  /** What holds the fields, each in an element with its column's key as `data-cell`. */
  around: RefObject<HTMLElement | null>;
}

export interface FieldEdits<Row> {
  /** What its editor takes; null while it is not edited. */
  editorOf: (column: Column<Row>) => EditorProps<Row> | null;
  begin: (column: Column<Row>, openedBy: Draft['openedBy']) => void;
}

/** The editors of one record's fields outside a table: the focus returns from each to its button. */
export function useFieldEdits<Row extends object>(input: Input<Row>): FieldEdits<Row> {
  const { row, rowId, around } = input;
  const leftCell = useRef<string | null>(null);
  const { drafts, edits } = useCellEdits<Row>({
    rowId,
    onClose: (_row, { key }) => {
      if (fieldOf(around, key)?.contains(document.activeElement)) leftCell.current = key;
    },
  });
  useLayoutEffect(() => {
    if (leftCell.current === null) return;
    fieldOf(around, leftCell.current)?.querySelector<HTMLElement>('[data-begin]')?.focus();
    leftCell.current = null;
  }, [drafts, around]);
  const latest = useLatest(input);
  const cells = drafts.get(rowId(row))?.cells;
  return useMemo(() => {
    const begin: FieldEdits<Row>['begin'] = (column, openedBy) =>
      edits.begin(latest.current.row, column, { index: 0, openedBy });
    const tab: EditorCallbacks<Row>['tab'] = (of, column, back) => {
      if (edits.commit(of, column) === 'stays') return true;
      const { columns } = latest.current;
      const at = columns.findIndex(({ key }) => key === column.key);
      const others = back ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
      const next = others.find((each) => canEdit(each, of));
      if (next) begin(next, 'key');
      return next !== undefined;
    };
    const editorOf: FieldEdits<Row>['editorOf'] = (column) => {
      const draft = cells?.[column.key];
      const { edit } = column;
      return edit && draft ? { row, column, edit, draft, callbacks: { edits, tab } } : null;
    };
    return { editorOf, begin };
  }, [cells, edits, latest, row]);
}

export function canEdit<Row>({ edit }: Column<Row>, row: Row): boolean {
  return edit !== undefined && edit.canEdit?.(row).ok !== false;
}

function fieldOf(around: RefObject<HTMLElement | null>, key: string): HTMLElement | null {
  return around.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`) ?? null;
}
