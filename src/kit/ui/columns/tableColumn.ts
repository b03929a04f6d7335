import type { Reading } from '~/kit/shared/fields/field-rules';
import type { ReactNode } from 'react';
import type { Choice, Field, Fields } from '~/kit/shared/fields/fields';
import type { Verdict } from '~/kit/shared/verdict';

export type RowId = string | number;
export type SortValue = string | number | boolean | null;

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

/**
 * One column of a DataTable. Keep the array stable (module level or useMemo): all rows render again when it changes.
 */
export interface Column<Row> {
  key: string;
  title: string;
  width: number;
  /** As narrow as it gets where that saves the list from scrolling sideways; its width where left out. */
  least?: number;
  align?: 'left' | 'right';
  required?: boolean;
  /** Makes the column sortable; null and '' come last in both directions. */
  sortValue?: (row: Row) => SortValue;
  /** The field that the server sorts a long list by, where it is not `key`. */
  sortField?: string | undefined;
  /** The text shown, searched and copied. Must depend on the row alone. */
  text: (row: Row) => string;
  /** The text on a narrow screen, where it has no title above it. */
  narrowText?: (row: Row) => string;
  /** The value in a file for other programs: a plain amount, a day as `2026-11-21`. The text by default. */
  fileValue?: (row: Row) => SortValue;
  /** Draws more than text. Links and buttons in it need `tabIndex={-1}`: the grid is one tab stop. */
  render?: (row: Row) => ReactNode;
  copy?: boolean;
  edit?: CellEdit<Row>;
  money?: boolean;
  badge?: boolean;
  /** One of the company's own fields. */
  own?: Field;
  /** How the columns of own fields are made next to this one (`useOwnColumns`). */
  ownColumns?: { fields: Fields; columns: (own: Fields) => readonly Column<Row>[] };
}

export interface CellEdit<Row> {
  /** The field of the record that it changes. */
  field: string;
  kind: 'text' | 'longText' | 'number' | 'choice' | 'flag' | 'day';
  inputType?: 'text' | 'email' | 'tel' | 'url';
  /** For `choice`: with an empty one where the field may be empty. For `flag`: labels of 'true' and 'false'. */
  choices?: readonly Choice[] | ((row: Row) => readonly Choice[]);
  /** For many rows at once, where `choices` depends on the row. */
  choicesForMany?: readonly Choice[];
  /** Each record has its own: many rows cannot get the same. */
  isUnique?: boolean;
  value: (row: Row) => string;
  canEdit?: (row: Row) => Verdict;
  read: (typed: string) => Reading;
  check?: (row: Row, value: unknown) => string | null;
  /** True where a dialog asks about the value instead: the cell closes, unchanged. */
  instead?: (row: Row, value: unknown) => boolean;
  /** Rejects with an Error whose message is shown at the cell; what was typed stays. */
  save: (row: Row, value: unknown) => Promise<void>;
}

export interface RowAction<Row> {
  key: string;
  label: (row: Row) => string;
  icon: ReactNode;
  onClick: (row: Row) => void;
  isOffered?: (row: Row) => boolean;
  /** It leaves its place as an icon to the others of its row (placedActions). */
  isSecondary?: (row: Row) => boolean;
  danger?: boolean;
  /** The first choice on the record's page, as "Edit" is. */
  isFirst?: boolean;
  /** The record's page has it next to what it acts on. */
  isInDetails?: boolean;
}

export interface ColumnSearch {
  /** The columns that are searched, with '' where nothing is typed. */
  values: Readonly<Record<string, string>>;
  onChange: (key: string, text: string) => void;
}

export const actionsKey = 'actions';
export const selectKey = 'select';

/** Which of a grid's stops is its first column of data. */
export function firstStop(stops: readonly string[]): number {
  return stops[0] === selectKey ? 1 : 0;
}

export function choicesOf<Row>(edit: CellEdit<Row>, row: Row): readonly Choice[] {
  if (edit.choices) return typeof edit.choices === 'function' ? edit.choices(row) : edit.choices;
  return edit.kind === 'flag' ? yesNo : [];
}

export const yesNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

export function offeredActions<Row>(
  actions: readonly RowAction<Row>[],
  row: Row,
): readonly RowAction<Row>[] {
  return actions.filter((action) => action.isOffered?.(row) ?? true);
}

export const mostIcons = 4;

/**
 * Which of the actions that a row offers are icons, four at most, and which are in its menu "More actions", both in
 * the list's order (docs/product/screens.md#row-actions).
 */
export function placedActions<Row>(offered: readonly RowAction<Row>[], row: Row) {
  const isSecondary = (action: RowAction<Row>) => action.isSecondary?.(row) ?? false;
  const chosen = [
    ...offered.filter((action) => !isSecondary(action)),
    ...offered.filter(isSecondary),
  ].slice(0, mostIcons);
  return {
    icons: offered.filter((action) => chosen.includes(action)),
    more: offered.filter((action) => !chosen.includes(action)),
  };
}
