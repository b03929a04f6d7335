import type { ReactNode } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { type Day, formatDay } from '~/kit/shared/time/days';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { LinesTable } from './LinesTable';

/** A record that belongs to a document, such as a payment; `amount` in rupees, none where the records have no amounts. */
export interface RelatedRecord {
  id: number;
  path: string;
  name: string;
  day: Day;
  about: string | undefined;
  status: ReactNode;
  amount?: number;
}

interface Props {
  /** The heads of the first and the third column: what the records are, and what is said about them. */
  noun: string;
  about: string;
  records: readonly RelatedRecord[];
}

/** What belongs to a document, in its details: each with a link to its own. */
export function RelatedRecords({ noun, about, records }: Props) {
  const hasAmounts = records.some(({ amount }) => amount !== undefined);
  return (
    <LinesTable>
      <TableHead titles={[noun, 'Date', about, 'Status']} amounts={hasAmounts ? ['Amount'] : []} />
      <tbody>
        {records.map((record) => (
          <tr key={`${record.path} ${record.id}`}>
            <td>
              <RecordLink path={record.path} id={record.id}>
                {record.name}
              </RecordLink>
            </td>
            <td>{formatDay(record.day)}</td>
            <td>{record.about}</td>
            <td>{record.status}</td>
            {record.amount === undefined ? null : (
              <td className="amount">{formatMoney(record.amount, 'INR')}</td>
            )}
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}
