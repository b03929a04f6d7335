import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { BulkArea } from '~/kit/ui/bulk/BulkArea';
import type { Bulk } from '~/kit/ui/bulk/bulk';
import { DataTable } from '~/kit/ui/grid/DataTable';
import type { DataTableProps } from '~/kit/ui/grid/dataTableProps';
import { Selection } from '~/kit/ui/columns/selection';
import type { Identified } from '~/kit/ui/records/list-store';
import type { RecordList } from './useRecordList';

type Given =
  | 'rows'
  | 'columns'
  | 'columnSearch'
  | 'selecting'
  | 'rowId'
  | 'sort'
  | 'onSort'
  | 'state'
  | 'onRetry';
type Text = 'loadingText' | 'failedText' | 'emptyText';

interface Props<Row extends Identified>
  extends Omit<DataTableProps<Row>, Given | Text>,
    Partial<Pick<DataTableProps<Row>, Text>> {
  list: RecordList<Row>;
  /** Gives each row a checkbox, and what can be done to those selected; keep it stable. */
  bulk?: Bulk<Row> | null;
  noMatchText?: string;
  noMatchHint?: string | null;
  clearLabel?: string;
}

const idOf = ({ id }: Identified) => id;

/** The table of a list; texts that are left out follow from the label, such as "Invoices". */
export function RecordTable<Row extends Identified>({
  list,
  bulk = null,
  rowActions,
  label,
  loadingText = `Loading ${label.toLowerCase()}...`,
  failedText = `${label} could not be loaded`,
  emptyText = `No ${label.toLowerCase()} found`,
  emptyHint,
  emptyAction,
  noMatchText = emptyText,
  noMatchHint = `No ${label.toLowerCase()} match your search and filters.`,
  clearLabel = `Show all ${label.toLowerCase()}`,
  ...table
}: Props<Row>) {
  const { source, choice, isFiltered } = list;
  const [selection] = useState(() => new Selection());
  const selecting = useMemo(
    () => (bulk ? { selection, nameOf: bulk.nameOf } : undefined),
    [bulk, selection],
  );
  const clearAll = () => {
    list.clear();
    if (list.searches.isTyped) list.chosen.clearSearches();
  };
  const clear = (
    <Button variant="default" onClick={clearAll}>
      {clearLabel}
    </Button>
  );
  // A button is a new element at each render: passed while hidden, it would render all rows again.
  const isEmpty = (list.long ?? list.rows).length === 0;
  return (
    <>
      <DataTable
        {...table}
        label={label}
        loadingText={loadingText}
        failedText={failedText}
        rows={list.rows}
        long={list.long}
        columns={choice.columns}
        columnSearch={list.searches.table}
        rowId={idOf}
        sort={list.sort}
        onSort={list.setSort}
        selecting={selecting}
        rowActions={choice.showsActions ? rowActions : undefined}
        state={source.state}
        onRetry={source.retry}
        emptyText={isFiltered ? noMatchText : emptyText}
        emptyHint={isFiltered ? noMatchHint : emptyHint}
        emptyAction={isEmpty ? (isFiltered ? clear : emptyAction) : null}
      />
      {bulk ? <BulkArea bulk={bulk} list={list} selection={selection} /> : null}
    </>
  );
}
