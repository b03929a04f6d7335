import type { ReactNode } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { type Day, formatDay } from '~/kit/shared/time/days';
import type { Computed } from '~/kit/ui/records/computed';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { LinesTable } from '~/kit/ui/elements/LinesTable';

/** A record that belongs to a document, such as a payment; `amount` in rupees, none where the records have no amounts. */
interface RelatedRecord {
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
    <LinesTable stacked>
      <TableHead titles={[noun, 'Date', about, 'Status']} amounts={hasAmounts ? ['Amount'] : []} />
      <tbody>
        {records.map((record) => (
          <tr key={`${record.path} ${record.id}`}>
            <th scope="row">
              <RecordLink path={record.path} id={record.id} name={record.name} />
            </th>
            <td data-day>{formatDay(record.day)}</td>
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

interface ListProps<Row> extends Omit<Props, 'records'> {
  of: Pick<Computed<Row[]>, 'data' | 'state' | 'retry'>;
  /** As in "Deliveries". */
  plural: string;
  /** How the first is made. */
  hint: string;
  recordOf: (row: Row) => RelatedRecord;
}

/** Records that are loaded by their own call, on the page of the record that they belong to. */
export function RelatedList<Row>({ of, plural, hint, recordOf, ...heads }: ListProps<Row>) {
  const { data, state, retry } = of;
  const all = plural.toLowerCase();
  if (state === 'failed')
    return <FailedState text={`${plural} could not be loaded`} onRetry={retry} />;
  if (!data) return <LoadingRows columns={5} text={`Loading ${all}...`} />;
  if (data.length === 0) return <EmptyState action={null} text={`No ${all} found`} hint={hint} />;
  return <RelatedRecords {...heads} records={data.map(recordOf)} />;
}
