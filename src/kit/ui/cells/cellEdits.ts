import type { Reading } from '~/kit/shared/fields/field-rules';
import { isRefusal } from '~/kit/ui/calls/api';
import type { CellEdit, Column, RowId } from '~/kit/ui/columns/tableColumn';

export interface Draft {
  typed: string;
  start: string;
  phase: 'open' | 'saving';
  error: string | null;
  openedBy: 'key' | 'pointer' | 'typing';
  staysOpen: boolean;
}

export interface RowDrafts<Row> {
  /** The record when the edit began, shown in its place if it leaves the list. */
  row: Row;
  index: number;
  cells: Readonly<Record<string, Draft>>;
}

export type Drafts<Row> = ReadonlyMap<RowId, RowDrafts<Row>>;

export interface DraftStore<Row> {
  read: () => Drafts<Row>;
  write: (drafts: Drafts<Row>) => void;
  rowId: (row: Row) => RowId;
  onClose: (row: Row, column: Column<Row>) => void;
}

/** `stays`: the value is invalid and the editor is still open. */
export type Outcome = 'closed' | 'saving' | 'stays';

export interface CellEdits<Row> {
  begin: (
    row: Row,
    column: Column<Row>,
    how: { index: number; openedBy: Draft['openedBy']; typed?: string },
  ) => void;
  type: (row: Row, column: Column<Row>, typed: string) => void;
  cancel: (row: Row, column: Column<Row>) => void;
  /** Saves what was typed if it differs; `keepOpen` leaves the editor open afterwards. */
  commit: (row: Row, column: Column<Row>, keepOpen?: boolean) => Outcome;
  leave: (row: Row, column: Column<Row>) => void;
}

/** The operations on cell editors. Several may be open: Tab moves on while the previous cell is being saved. */
export function createCellEdits<Row>(store: DraftStore<Row>): CellEdits<Row> {
  const { draftOf, change, close, stay } = draftCallbacks(store);

  const overtaken = (theirs: Row, column: Column<Row>) =>
    stay(theirs, column, {
      start: column.edit?.value(theirs) ?? '',
      error: changedMeanwhile(column.text(theirs)),
    });

  const save = async (row: Row, column: Column<Row>, typed: string, value: unknown) => {
    try {
      await column.edit?.save(row, value);
    } catch (error) {
      const theirs = isRefusal(error, 'record.changed') ? (error.data as Row) : null;
      if (theirs) overtaken(theirs, column);
      else stay(row, column, { error: messageOf(error) });
      return;
    }
    if (draftOf(row, column)?.staysOpen) stay(row, column, { start: typed });
    else close(row, column);
  };

  const commit = (row: Row, column: Column<Row>, keepOpen = false): Outcome => {
    const draft = draftOf(row, column);
    if (!draft || !column.edit) return 'closed';
    if (draft.phase === 'saving') {
      change(row, column, { staysOpen: keepOpen });
      return 'saving';
    }
    const now = column.edit.value(row);
    if (draft.typed === draft.start) return keepOpen ? 'stays' : close(row, column);
    if (draft.typed === now) return close(row, column);
    if (now !== draft.start) return overtaken(row, column);
    const reading = readCell(column.edit, row, draft.typed);
    if (!reading.ok) return stay(row, column, { error: reading.message });
    if (column.edit.instead?.(row, reading.value)) return close(row, column);
    change(row, column, { phase: 'saving', error: null, staysOpen: keepOpen });
    void save(row, column, draft.typed, reading.value);
    return 'saving';
  };

  return {
    begin: (row, column, { index, openedBy, typed }) => {
      if (!column.edit || draftOf(row, column)) return;
      const start = column.edit.value(row);
      const fresh = { phase: 'open', error: null, staysOpen: false } as const;
      put(store, row, column.key, { ...fresh, typed: typed ?? start, start, openedBy }, index);
    },
    type: (row, column, typed) => change(row, column, { typed, error: null }),
    cancel: (row, column) => {
      if (draftOf(row, column)?.phase === 'open') close(row, column);
    },
    commit,
    leave: (row, column) => {
      if (draftOf(row, column)?.error === null) commit(row, column);
    },
  };
}

function readCell<Row>({ read, check }: CellEdit<Row>, row: Row, typed: string): Reading {
  const reading = read(typed);
  const message = reading.ok ? (check?.(row, reading.value) ?? null) : null;
  return message === null ? reading : { ok: false, message };
}

function draftCallbacks<Row>(store: DraftStore<Row>) {
  const draftOf = (row: Row, column: Column<Row>) =>
    store.read().get(store.rowId(row))?.cells[column.key];
  const change = (row: Row, column: Column<Row>, changes: Partial<Draft>) => {
    const draft = draftOf(row, column);
    if (draft) put(store, row, column.key, { ...draft, ...changes });
  };
  const close = (row: Row, column: Column<Row>): Outcome => {
    store.onClose(row, column);
    put(store, row, column.key, null);
    return 'closed';
  };
  const stay = (row: Row, column: Column<Row>, changes: Partial<Draft>): Outcome => {
    change(row, column, { phase: 'open', ...changes });
    return 'stays';
  };
  return { draftOf, change, close, stay };
}

function put<Row>(
  store: DraftStore<Row>,
  row: Row,
  key: string,
  draft: Draft | null,
  index = 0,
): void {
  const drafts = new Map(store.read());
  const id = store.rowId(row);
  const existing = drafts.get(id) ?? { row, index, cells: {} };
  const { [key]: _replaced, ...others } = existing.cells;
  const cells = draft ? { ...others, [key]: draft } : others;
  if (Object.keys(cells).length === 0) drafts.delete(id);
  else drafts.set(id, { ...existing, cells });
  store.write(drafts);
}

function changedMeanwhile(text: string): string {
  const what =
    text === '' ? 'Someone else cleared this field.' : `Someone else changed this to “${text}”.`;
  return `${what} Press Enter to keep your value or Escape to keep theirs.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'Failed to save changes';
}
