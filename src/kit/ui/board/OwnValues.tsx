import type { Column } from '~/kit/ui/columns/tableColumn';
import classes from './OwnValues.module.css';

interface Props<Row> {
  columns: readonly Column<Row>[];
  row: Row;
}

/** The values of a card in the company's own fields that are chosen as columns (docs/product/screens.md#boards). */
export default function OwnValues<Row>({ columns, row }: Props<Row>) {
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
