import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { CellEditor } from '~/kit/ui/cells/CellEditor';
import type { Column, RowId } from '~/kit/ui/columns/tableColumn';
import { canEdit, useFieldEdits } from '~/kit/ui/cells/useFieldEdits';
import { textAt, waitingAt } from '~/kit/ui/cells/waitingCells';
import { markOf } from '~/kit/ui/waiting/waiting-change';
import { WaitingMark } from '~/kit/ui/messages/WaitingMark';
import classes from './DataTableNarrow.module.css';

interface Props<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => RowId;
  onClose: () => void;
}

export function RowSheet<Row extends object>({ row, columns, rowId, onClose }: Props<Row>) {
  const around = useRef<HTMLDListElement>(null);
  const { editorOf, begin } = useFieldEdits<Row>({ row, columns, rowId, around });
  return (
    <Modal opened fullScreen title={<strong>{columns[0]?.text(row)}</strong>} onClose={onClose}>
      <dl className={classes.sheet} ref={around}>
        {columns.map((column) => {
          const { key, title } = column;
          const editor = editorOf(column);
          const text = textAt(row, column);
          const waiting = waitingAt(row, column);
          const mark = waiting && markOf(waiting);
          return (
            <div key={key} className={classes.sheetLine}>
              <dt>{title}</dt>
              <dd data-cell={key} aria-busy={editor?.draft.phase === 'saving' || undefined}>
                {editor ? (
                  <CellEditor {...editor} />
                ) : canEdit(column, row) ? (
                  <button
                    type="button"
                    className={classes.sheetValue}
                    aria-label={[`Edit ${title}: ${text}`, ...(mark ? [mark.text] : [])].join(', ')}
                    data-begin
                    onClick={() => begin(column, 'pointer')}
                  >
                    <span>
                      {text === '' ? <span className={classes.sheetNone}>Add</span> : text}
                      {mark ? <WaitingMark {...mark} /> : null}
                    </span>
                    <span className={classes.pencil} aria-hidden="true" />
                  </button>
                ) : (
                  <span>{column.render ? column.render(row) : column.text(row)}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Modal>
  );
}
