import type { ReactNode } from 'react';
import type { Column, ColumnSearch, RowAction, RowId, Sort } from './tableColumn';

export interface DataTableProps<Row extends object> {
  /** The list's name for those who hear it: "Leads". */
  label: string;
  /** In the order to show them (useTableView). */
  rows: readonly Row[];
  /** The visible ones in their order (useColumnChoice); the first stays in view. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => RowId;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Like `columns` to be kept stable (useMemo). */
  rowActions?: readonly RowAction<Row>[] | undefined;
  /** The most actions that one row offers at once, where no row offers all of them: the column keeps room for these. */
  mostActions?: number | undefined;
  /** What stands in place of the actions of a row that offers none; to be kept stable too. */
  noActionsText?: ((row: Row) => string) | undefined;
  columnSearch?: ColumnSearch | undefined;
  state: 'loading' | 'failed' | 'ready';
  /** "Loading leads..." */
  loadingText: string;
  failedText?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** "No leads found" */
  emptyText: string;
  /** What the list is for, or why a search found nothing. */
  emptyHint?: ReactNode;
  /** The first step: a button. */
  emptyAction?: ReactNode;
  /** By Enter or a double click on a cell that cannot be edited, by a tap on a phone. */
  onOpenRow?: ((row: Row) => void) | undefined;
  isRowMuted?: ((row: Row) => boolean) | undefined;
}
