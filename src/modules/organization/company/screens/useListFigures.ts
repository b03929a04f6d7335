import { useCallback, useMemo } from 'react';
import { type Figures, type FiguresOf, figuresOf } from '~/kit/shared/filters/figures';
import type { Computed } from '~/kit/ui/records/computed';
import type { Identified, List } from '~/kit/ui/records/list-store';
import { useFigures } from '~/kit/ui/records/useWhole';
import { useCompany } from './settings.client';

/** The figures of all rows of a list, from the server's call where it is too long to be here. */
export function useListFigures<Row extends Identified, F extends object>(
  list: Pick<List<Row>, 'rows' | 'long' | 'state'>,
  call: string,
  figures: F & Figures<Row>,
): Computed<FiguresOf<F>> {
  const { today, timeZone } = useCompany();
  const of = useCallback(
    (rows: readonly Row[]) => figuresOf(figures, rows, { today, timeZone }),
    [figures, today, timeZone],
  );
  return useFigures(list, call, of);
}

/** The figures of rows that are here. */
export function useFiguresOf<Row, F extends object>(
  rows: readonly Row[],
  figures: F & Figures<Row>,
): FiguresOf<F> {
  const { today, timeZone } = useCompany();
  return useMemo(
    () => figuresOf(figures, rows, { today, timeZone }),
    [figures, rows, today, timeZone],
  );
}
