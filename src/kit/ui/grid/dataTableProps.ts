import type { ReactNode } from 'react';
import type { Positions } from '~/kit/ui/cells/positions';
import type { IdsIn, Selecting } from '~/kit/ui/cells/selecting';
import type { Column, ColumnSearch, RowAction, RowId, Sort } from '~/kit/ui/columns/tableColumn';

export interface LongPositions<Row> extends Positions<Row> {
  /** The places in view; their rows are requested. */
  want: (from: number, to: number) => void;
  /** With another one the table begins at the top. */
  query: string;
  idsIn: IdsIn;
  /** Whether rows in view could not be loaded. */
  lacksRows: boolean;
  retry: () => void;
}

export interface DataTableProps<Row extends object> {
  label: string;
  rows: readonly Row[];
  /** In place of `rows`: those of a list that is too long to be here whole. */
  long?: LongPositions<Row> | null | undefined;
  /** The visible ones in order (useColumnChoice); the first one is sticky. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => RowId;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Gives each row a checkbox. */
  selecting?: Selecting<Row> | undefined;
  rowActions?: readonly RowAction<Row>[] | undefined;
  noActionsText?: ((row: Row) => string) | undefined;
  columnSearch?: ColumnSearch | undefined;
  state: 'loading' | 'failed' | 'ready';
  loadingText: string;
  failedText?: string | undefined;
  onRetry?: (() => void) | undefined;
  emptyText: string;
  emptyHint?: ReactNode;
  emptyAction?: ReactNode;
  /** By Enter or a double click on a cell that cannot be edited, and by a tap on a phone. */
  onOpenRow?: ((row: Row) => void) | undefined;
  isRowMuted?: ((row: Row) => boolean) | undefined;
}
