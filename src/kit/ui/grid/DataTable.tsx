import { useMediaQuery } from '@mantine/hooks';
import { tablet } from '~/kit/ui/theme/breakpoints';
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react';
import { ownFile } from '~/kit/ui/hooks/ownFile';
import { type ColumnWidth, columnWidths } from '~/kit/ui/columns/columnWidths';
import type { DataTableProps } from './dataTableProps';
import { rowHeight, useDensity } from '~/kit/ui/columns/density';
import { mostIcons } from '~/kit/ui/columns/tableColumn';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
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
  const { columns, rows } = props;
  const widths = useMemo(() => columnWidths(columns, rows), [columns, rows]);
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
  // The menu of the others is as wide as an icon.
  const actions = Math.min(props.rowActions?.length ?? 0, mostIcons + 1);
  const count = (props.long ?? props.rows).length;
  const style = gridStyle({
    columns: widths,
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
      {props.long?.lacksRows ? (
        <div className={classes.lacking}>
          <LoadFailed text="Some rows could not be loaded." onRetry={props.long.retry} />
        </div>
      ) : null}
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

const headHeight = 36;
const leastHeight = 240;
const actionWidth = 26;
const selectWidth = 32;

interface Shape {
  columns: readonly ColumnWidth[];
  actions: number;
  rows: number;
  selects: boolean;
}

function gridStyle({ columns, actions, rows, selects }: Shape): CSSProperties {
  const actionsWidth = actions === 0 ? 0 : Math.max(72, actions * actionWidth + 14);
  // Where not even the least widths fit, all columns have their own width and the list scrolls sideways.
  const widths = columns.map(({ width, least }) => `minmax(${least}px, ${width}fr)`);
  // Paper cannot scroll: there all columns share its width.
  const printed = columns.map(({ width }) => `minmax(0, ${width}fr)`).join(' ');
  if (actions > 0) widths.push(`${actionsWidth}px`);
  const before = selects ? selectWidth : 0;
  if (selects) widths.unshift(`${before}px`);
  const beside = actionsWidth + before;
  const total = columns.reduce((sum, { width }) => sum + width, beside);
  const least = columns.reduce((sum, column) => sum + column.least, beside);
  return {
    '--dt-columns': widths.join(' '),
    '--dt-printed': printed,
    '--dt-before': `${before}px`,
    '--dt-first': `${before + (columns[0]?.width ?? 0)}px`,
    '--dt-actions': `${actionsWidth}px`,
    '--dt-width': `${total}px`,
    '--dt-fits': `${least}px`,
    '--dt-least': `${Math.min(leastHeight, headHeight + rows * rowHeight())}px`,
    '--row-height': `${rowHeight()}px`,
  } as CSSProperties;
}
