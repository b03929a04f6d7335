import type { Reading } from '~/kit/shared/fields/record-schemas';
import type { ReactNode } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';

export type RowId = string | number;
export type SortValue = string | number | boolean | null;

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/** One column of a DataTable. Keep the list of columns stable (module level or useMemo): rows are drawn anew when it changes. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Pixels; wider screens share out what is left in proportion. */
  width: number;
  align?: 'left' | 'right';
  /** Cannot be hidden in the column chooser. */
  required?: boolean;
  /** Sortable when present; null and '' come last in both directions. */
  sortValue?: (row: Row) => SortValue;
  /** What a person reads: shown, searched in and copied. Must depend on the row alone. */
  text: (row: Row) => string;
  /** What a file holds where a program is to read on: an amount bare, a day as `2026-11-21`. The text when left out. */
  fileValue?: (row: Row) => SortValue;
  /** Draws more than text. Links and buttons in it take `tabIndex={-1}`: the grid is one tab stop. */
  render?: (row: Row) => ReactNode;
  /** Offers a copy button on hover and focus. */
  copy?: boolean;
  edit?: CellEdit<Row>;
  /** An amount of money: what a phone's list shows of the numbers. */
  money?: boolean;
  /** A short state, shown beside the name where a phone's list has two lines. */
  badge?: boolean;
}

export interface CellEdit<Row> {
  kind: 'text' | 'longText' | 'number' | 'choice' | 'flag' | 'day';
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** For `choice`: with an empty one where the field may be empty. For `flag`: words for 'true' and 'false'. */
  choices?: readonly Choice[] | ((row: Row) => readonly Choice[]);
  /** What the editor starts with. */
  value: (row: Row) => string;
  /** Refused: not editable, and the sentence says why. */
  canEdit?: (row: Row) => Verdict;
  /** The value that what was typed stands for, as it is saved, or what is wrong with it. */
  read: (typed: string) => Reading;
  /** What is wrong with such a value in the light of the record, or null. */
  check?: (row: Row, value: unknown) => string | null;
  /** Rejects with an Error whose message is shown at the cell; what was typed stays. */
  save: (row: Row, value: unknown) => Promise<void>;
}

export interface RowAction<Row> {
  key: string;
  /** The button's name: "Edit", not "Edit Acme Tools". */
  label: (row: Row) => string;
  icon: ReactNode;
  onClick: (row: Row) => void;
  isOffered?: (row: Row) => boolean;
  danger?: boolean;
}

/** A search text for each column, by the column's key. */
export interface ColumnSearch {
  values: Readonly<Record<string, string>>;
  onChange: (key: string, text: string) => void;
}

/** The key under which the column of row actions is chosen and reached. */
export const actionsKey = 'actions';

/** The words of a choice or flag editor. */
export function choicesOf<Row>(edit: CellEdit<Row>, row: Row): readonly Choice[] {
  if (edit.choices) return typeof edit.choices === 'function' ? edit.choices(row) : edit.choices;
  return edit.kind === 'flag' ? yesNo : [];
}

const yesNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** The actions that a record offers now. */
export function offeredActions<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
): readonly RowAction<Row>[] {
  return actions.filter((action) => action.isOffered?.(row) ?? true);
}
