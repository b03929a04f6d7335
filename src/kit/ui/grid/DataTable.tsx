import { useMediaQuery } from '@mantine/hooks';
import { tablet } from '~/kit/ui/elements/breakpoints';
import { memo, type ReactNode } from 'react';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import type { DataTableProps } from './dataTableProps';
import { useDensity } from './density';
import { gridStyle } from './gridStyle';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { Panel } from '~/kit/ui/elements/Panel';
import classes from './DataTable.module.css';

type ListView = <Row extends object>(
  props: DataTableProps<Row> & { coming: ReactNode },
) => ReactNode;

// Wide screens never need the narrow list's code, phones never the grid's, boards neither.
const Grid = ownFile(async () => (await import('./DataTableGrid')).DataTableGrid) as ListView;
const Narrow = ownFile(async () => (await import('./DataTableNarrow')).DataTableNarrow) as ListView;

/**
 * A list of records: a grid with inline editing by the ARIA pattern, below 768 px rows of two lines. At most as high
 * as its parent (a flex column) allows and its rows need. Only visible rows are in the page.
 */
export const DataTable = memo(DenseDataTable) as typeof PlainDataTable;

/** A table of another density is another table: every place in it is another one. */
function DenseDataTable<Row extends object>(props: DataTableProps<Row>) {
  return <PlainDataTable key={useDensity()} {...props} />;
}

function PlainDataTable<Row extends object>(props: DataTableProps<Row>) {
  const isNarrow = useMediaQuery(tablet, false, {
    getInitialValueInEffect: false,
  });
  if (props.state === 'failed') {
    return (
      <Panel className={classes.dt} as="div">
        <FailedState
          text={props.failedText ?? 'This list could not be loaded'}
          onRetry={props.onRetry}
        />
      </Panel>
    );
  }
  const actions = Math.min(props.rowActions?.length ?? 0, props.mostActions ?? Infinity);
  const count = (props.long ?? props.rows).length;
  const style = gridStyle({
    columns: props.columns,
    actions,
    rows: count,
    selects: props.selecting !== undefined,
  });
  const coming = count === 0 ? null : <LoadingRows columns={2} text={props.loadingText} />;
  const isEmpty = props.state === 'ready' && count === 0;
  return (
    <Panel
      className={classes.dt}
      as="div"
      data-narrow={isNarrow || undefined}
      style={isNarrow ? undefined : style}
    >
      {isNarrow ? <Narrow {...props} coming={coming} /> : <Grid {...props} coming={coming} />}
      {props.state === 'loading' && count === 0 ? (
        <LoadingRows columns={isNarrow ? 2 : props.columns.length} text={props.loadingText} />
      ) : null}
      {isEmpty ? (
        <EmptyState text={props.emptyText} hint={props.emptyHint} action={props.emptyAction} />
      ) : null}
    </Panel>
  );
}
