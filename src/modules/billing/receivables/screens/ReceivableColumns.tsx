import { Link } from '@tanstack/react-router';
import { formatMoney } from '~/kit/shared/money/money';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { ageLabels, ageNames, type ReceivablesSums } from '../receivables.fields';
import type { Debtor } from './receivables.client';

/** The id of the row with the sums. */
export const totalsId = 0;

function amount(name: keyof ReceivablesSums, title: string, width = 108): Column<Debtor> {
  const text = (row: Debtor) => (row[name] === 0 ? '' : formatMoney(row[name], 'INR'));
  return {
    key: name,
    title,
    width,
    align: 'right',
    sortValue: (row) => row[name],
    fileValue: (row) => row[name],
    text,
    render: (row) => (row.id === totalsId ? <strong>{text(row)}</strong> : text(row)),
    // Of the amounts, a phone shows this one.
    money: name === 'total',
  };
}

export const receivableColumns: readonly Column<Debtor>[] = [
  {
    key: 'customer_name',
    title: 'Customer',
    width: 230,
    required: true,
    sortValue: ({ customer_name }) => customer_name.toLowerCase(),
    text: ({ customer_name }) => customer_name,
    render: ({ id, customer_name }) =>
      id === totalsId ? (
        <strong>{customer_name}</strong>
      ) : (
        <Link to={recordPath('customers', id)} tabIndex={-1}>
          {customer_name}
        </Link>
      ),
  },
  ...ageNames.map((name) => amount(name, ageLabels[name])),
  amount('credit', 'Credit'),
  amount('total', 'Total', 124),
];
