import { useMemo } from 'react';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import { useOwnColumns } from '~/kit/ui/columns/useOwnColumns';
import type { BulkAreaProps } from './BulkArea';
import { editsForMany, type ManyEdit } from './manyEdits';

const none: readonly never[] = [];

/** What the selected rows of a list can be given. */
export function useManyEdits<Row extends Identified>({
  bulk: { fields, columns = none },
  list,
}: Pick<BulkAreaProps<Row>, 'bulk' | 'list'>): readonly ManyEdit[] {
  const more = useOwnColumns(columns);
  return useMemo(
    () => editsForMany([...list.columns, ...more], fields),
    [list.columns, more, fields],
  );
}
