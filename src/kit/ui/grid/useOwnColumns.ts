import { useMemo } from 'react';
import { useOwnFields } from '~/kit/ui/data/own-fields';
import type { Column } from './tableColumn';

/** The columns of a list with those of the company's own fields behind them; keep `columns` stable. */
export function useOwnColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const beside = useMemo(
    () => columns.find((column) => column.beside !== undefined)?.beside,
    [columns],
  );
  const own = useOwnFields(beside?.fields);
  return useMemo(() => {
    const names = Object.keys(own);
    return beside && names.length > 0 ? [...columns, ...beside.columns(own)] : columns;
  }, [columns, beside, own]);
}
