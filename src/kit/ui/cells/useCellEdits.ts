import { useInsertionEffect, useState } from 'react';
import { type CellEdits, createCellEdits, type Drafts } from './cellEdits';
import type { Column, RowId } from '~/kit/ui/columns/tableColumn';
import { createHolder } from '~/kit/ui/hooks/holder';

interface Options<Row> {
  rowId: (row: Row) => RowId;
  onClose?: (row: Row, column: Column<Row>) => void;
}

export function useCellEdits<Row>(options: Options<Row>): {
  drafts: Drafts<Row>;
  edits: CellEdits<Row>;
} {
  const [drafts, setDrafts] = useState<Drafts<Row>>(() => new Map());
  const [{ edits, latest }] = useState(() => {
    const latest = createHolder(options);
    const current = createHolder(drafts);
    const edits = createCellEdits<Row>({
      read: current.get,
      write: (changed) => {
        current.set(changed);
        setDrafts(changed);
      },
      rowId: (row) => latest.get().rowId(row),
      onClose: (row, column) => latest.get().onClose?.(row, column),
    });
    return { edits, latest };
  });
  useInsertionEffect(() => latest.set(options));
  return { drafts, edits };
}
