import { useOwnColumns } from '~/kit/ui/columns/useOwnColumns';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { CellEditor } from './CellEditor';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { canEdit, type FieldEdits, useFieldEdits } from './useFieldEdits';
import { textAt, waitingAt } from './waitingCells';
import { markOf } from '~/kit/ui/waiting/waiting-change';
import {
  type Detail,
  DetailsSections,
  type DetailsSection,
  DetailValue,
  useOwnSections,
} from '~/kit/ui/dialog/DetailsSections';
import { WaitingMark } from '~/kit/ui/messages/WaitingMark';
import { isPressed } from '~/kit/ui/keys/shortcuts';
import classes from './EditableDetails.module.css';

interface Props<Row> {
  row: Row;
  /** Those of its list, with their editors. */
  columns: readonly Column<Row>[];
  sections: readonly DetailsSection[];
}

const idOf = ({ id }: { id: number }) => id;

/** A record's details on its page, edited in place by the editors of its list (docs/product/records.md#details). */
export function EditableDetails<Row extends { id: number }>({
  row,
  columns: standard,
  sections: given,
}: Props<Row>) {
  const columns = useOwnColumns(standard);
  const sections = useOwnSections(given);
  const around = useRef<HTMLDivElement>(null);
  const shown = sectionsInPlace(sections, columns, row);
  const order = shown.flatMap(fieldsOf).flatMap((field) => columnOfField(columns, field) ?? []);
  const edits = useFieldEdits({ row, columns: order, rowId: idOf, around });
  const draw = (detail: Detail) => {
    const [field = ''] = detail.fields ?? [];
    const column = columnOfField(columns, field);
    if (!column) return <DetailValue value={detail.value} />;
    return <FieldInPlace row={row} column={column} detail={detail} edits={edits} />;
  };
  return (
    <div ref={around}>
      <DetailsSections sections={shown} layout="page" draw={draw} />
    </div>
  );
}

function fieldsOf({ details = [], fields = [] }: DetailsSection): readonly string[] {
  return [...details.flatMap((detail) => detail.fields ?? []), ...fields];
}

interface FieldProps<Row> {
  row: Row;
  column: Column<Row>;
  detail: Detail;
  edits: FieldEdits<Row>;
}

function FieldInPlace<Row extends object>({ row, column, detail, edits }: FieldProps<Row>) {
  const { key, edit } = column;
  const editor = edits.editorOf(column);
  const waiting = waitingAt(row, column);
  const verdict = edit?.canEdit?.(row);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'edit') && !isPressed(event, 'begin')) return;
    event.preventDefault();
    edits.begin(column, 'key');
  };
  return (
    <span
      className={classes.field}
      data-cell={key}
      aria-busy={editor?.draft.phase === 'saving' || undefined}
      title={verdict?.ok === false ? verdict.message : undefined}
    >
      {editor ? (
        <CellEditor {...editor} />
      ) : (
        <>
          <span className={classes.value}>
            <DetailValue value={waiting ? textAt(row, column) : detail.value} />
            {waiting ? <WaitingMark {...markOf(waiting)} /> : null}
          </span>
          {canEdit(column, row) ? (
            <button
              type="button"
              className={classes.begin}
              data-begin
              aria-label={`Change ${detail.label}`}
              onKeyDown={onKeyDown}
              onClick={({ detail: clicks }) => edits.begin(column, clicks > 0 ? 'pointer' : 'key')}
            >
              <IconPencil size={14} aria-hidden />
            </button>
          ) : null}
        </>
      )}
    </span>
  );
}

/**
 * The sections of a record's page where its fields are edited: a value of several fields, such as an address, is
 * shown field by field.
 */
function sectionsInPlace<Row>(
  sections: readonly DetailsSection[],
  columns: readonly Column<Row>[],
  row: Row,
): readonly DetailsSection[] {
  const apart = (fields: readonly string[] | undefined): Detail[] | null => {
    const own = fields?.map((field) => columnOfField(columns, field));
    if (!own || own.length < 2) return null;
    const existing = own.filter((column) => column !== undefined);
    if (!existing.some((column) => canEdit(column, row))) return null;
    return existing.map(({ title, text, edit }) => ({
      label: title,
      value: text(row),
      fields: edit ? [edit.field] : [],
    }));
  };
  return sections.map((section) => {
    const { text: _text, fields, ...others } = section;
    const loose = apart(fields);
    if (loose) return { ...others, details: loose };
    const details = section.details?.flatMap((detail) => apart(detail.fields) ?? [detail]);
    return details ? { ...section, details } : section;
  });
}

function columnOfField<Row>(
  columns: readonly Column<Row>[],
  field: string,
): Column<Row> | undefined {
  return columns.find(({ edit }) => edit?.field === field);
}
