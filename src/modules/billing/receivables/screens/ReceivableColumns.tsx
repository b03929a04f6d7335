import { Link } from '@tanstack/react-router';
import { formatMoney } from '~/kit/shared/money/money';
import type { Column } from '~/kit/ui/columns/tableColumn';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { ageLabels, ageNames } from '../receivables.fields';
import type { Debtor } from './receivables.client';

/** The id of the row with the sums. */
export const totalsId = 0;

/** A column with an amount of a row, which is in bold in the row with the sums. */
export function ageColumn<Name extends string, Row extends Record<Name, number> & { id: number }>(
  name: Name,
  title: string,
  width = 108,
): Column<Row> {
  const text = (row: Row) => (row[name] === 0 ? '' : formatMoney(row[name], 'INR'));
  return {
    key: name,
    title,
    width,
    least: 68,
    align: 'right',
    sortValue: (row) => row[name],
    fileValue: (row) => row[name],
    text,
    render: (row) => (row.id === totalsId ? <strong>{text(row)}</strong> : text(row)),
    // Of the amounts, a phone shows this one.
    money: name === 'total',
  };
}

type Named<Name extends string> = Record<Name, string> & { id: number };

/** The column with the name of a customer or vendor, which leads to its page. */
export function partyColumn<Name extends string, Row extends Named<Name>>(
  kind: 'customers' | 'vendors',
  name: Name,
  title: string,
): Column<Row> {
  return {
    key: name,
    title,
    width: 230,
    least: 104,
    required: true,
    sortValue: (row) => row[name].toLowerCase(),
    text: (row) => row[name],
    render: (row) =>
      row.id === totalsId ? (
        <strong>{row[name]}</strong>
      ) : (
        <Link to={recordPath(kind, row.id)} tabIndex={-1}>
          {row[name]}
        </Link>
      ),
  };
}

export const receivableColumns: readonly Column<Debtor>[] = [
  partyColumn('customers', 'customer_name', 'Customer'),
  ...ageNames.map((name) => ageColumn(name, ageLabels[name])),
  ageColumn('credit', 'Credit'),
  ageColumn('total', 'Total', 124),
];
