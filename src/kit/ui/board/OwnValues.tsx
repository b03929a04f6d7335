import { type ReactNode, useCallback, useMemo } from 'react';
import type { Column } from '~/kit/ui/grid/tableColumn';
import classes from './OwnValues.module.css';

/** Draws cards with the values of the company's own fields that are chosen as columns (docs/product/screens.md#boards). */
export function useOwnValues<Row>(
  columns: readonly Column<Row>[],
  renderCard: (row: Row) => ReactNode,
): (row: Row) => ReactNode {
  const own = useMemo(() => columns.filter((column) => column.own !== undefined), [columns]);
  return useCallback(
    (row) => (
      <>
        {renderCard(row)}
        <OwnValues columns={own} row={row} />
      </>
    ),
    [own, renderCard],
  );
}

function OwnValues<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const filled = columns.filter(({ text }) => text(row) !== '');
  if (filled.length === 0) return null;
  return (
    <div className={classes.values}>
      {filled.map(({ key, title, text, badge, render }) => (
        <div key={key} className={classes.line} title={text(row)}>
          {title}:{' '}
          <span className={classes.value}>{badge && render ? render(row) : text(row)}</span>
        </div>
      ))}
    </div>
  );
}
