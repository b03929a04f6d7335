import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import type { Identified } from '~/kit/ui/feeds/list-rows';
import type { Selection } from '~/kit/ui/columns/selection';
import { useLatch } from '~/kit/ui/hooks/useLatch';
import type { Bulk, BulkList } from './bulk';
import classes from './Bulk.module.css';

export interface BulkAreaProps<Row extends Identified> {
  bulk: Bulk<Row>;
  list: BulkList<Row>;
  selection: Selection;
}

// Loaded with the first row that is selected.
const BulkBar = lazyPart(() => import('./BulkBar')) as <Row extends Identified>(
  props: BulkAreaProps<Row> & { ids: ReadonlySet<string | number> },
) => ReactNode;

/** The bar of the selected rows, below their table. */
export function BulkArea<Row extends Identified>(props: BulkAreaProps<Row>) {
  const { selection, list } = props;
  const ids = useSyncExternalStore(selection.listen, selection.ids);
  const isUsed = useLatch(ids.size > 0);
  const { rows, state } = list.source;
  const isWhole = state === 'ready' && list.long === null;
  useEffect(() => {
    if (!isWhole || selection.ids().size === 0) return;
    const there = new Set<string | number>();
    for (const { id } of rows) if (selection.has(id)) there.add(id);
    selection.keep((id) => there.has(id));
  }, [isWhole, rows, selection]);
  return (
    <div className={classes.area} data-shown={ids.size > 0 || undefined} aria-live="polite">
      {isUsed ? (
        <Suspense fallback={null}>
          <BulkBar {...props} ids={ids} />
        </Suspense>
      ) : null}
    </div>
  );
}
