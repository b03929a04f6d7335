import { useMemo, useRef, useState } from 'react';
import { type CellEdits, createCellEdits, type Drafts } from './cellEdits';
import type { Column, RowId } from './tableColumn';
import { useLatest } from '~/kit/ui/hooks/useLatest';

interface Options<Row> {
  rowId: (row: Row) => RowId;
  onClose?: (row: Row, column: Column<Row>) => void;
}

/** The cells being edited, and what can be done with them; `edits` never changes. */
export function useCellEdits<Row>(options: Options<Row>): {
  drafts: Drafts<Row>;
  edits: CellEdits<Row>;
} {
  const [drafts, setDrafts] = useState<Drafts<Row>>(() => new Map());
  const current = useRef(drafts);
  const latest = useLatest(options);
  const edits = useMemo(
    () =>
      createCellEdits<Row>({
        read: () => current.current,
        write: (changed) => {
          current.current = changed;
          setDrafts(changed);
        },
        rowId: (row) => latest.current.rowId(row),
        onClose: (row, column) => latest.current.onClose?.(row, column),
      }),
    [latest],
  );
  return { drafts, edits };
}
