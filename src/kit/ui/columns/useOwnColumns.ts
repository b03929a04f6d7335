import { useMemo } from 'react';
import { useOwnFields } from '~/kit/ui/calls/own-fields';
import type { Column } from './tableColumn';

/** The columns of a list with those of the company's own fields behind them; keep `columns` stable. */
export function useOwnColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const ownColumns = useMemo(
    () => columns.find((column) => column.ownColumns !== undefined)?.ownColumns,
    [columns],
  );
  const own = useOwnFields(ownColumns?.fields);
  return useMemo(() => {
    const names = Object.keys(own);
    return ownColumns && names.length > 0 ? [...columns, ...ownColumns.columns(own)] : columns;
  }, [columns, ownColumns, own]);
}
