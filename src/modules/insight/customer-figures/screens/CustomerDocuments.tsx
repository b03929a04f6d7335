import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { Choice } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/calls/api';
import { responseKey } from '~/kit/ui/records/computed';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/messages/ListStates';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { lists, recordPathOfType } from '~/modules/organization/kinds/kinds.rules';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { noteStatuses } from '~/modules/billing/credit-notes/credit-notes.fields';
import { invoiceStatuses } from '~/modules/billing/invoices/invoices.fields';
import { receiptStatuses } from '~/modules/billing/receipts/receipts.fields';
import { deliveryStatuses } from '~/modules/sales/deliveries/deliveries.fields';
import { orderStatuses } from '~/modules/sales/orders/orders.fields';
import { quotationStatuses } from '~/modules/sales/quotations/quotations.fields';
import { quotationLabel } from '~/modules/sales/quotations/quotations.rules';
import type { CustomerDocument, DocumentType } from '../customer-documents.fields';
import { pageSize, positionText } from '../customer-documents.rules';
import classes from './CustomerDocuments.module.css';

const statuses: Readonly<Record<DocumentType, readonly Choice[]>> = {
  quotation: quotationStatuses,
  order: orderStatuses,
  delivery: deliveryStatuses,
  invoice: invoiceStatuses,
  credit_note: noteStatuses,
  debit_note: noteStatuses,
  receipt: receiptStatuses,
};

// Payments and advances change what is open.
const dependsOn = [
  'customers',
  'leads',
  'quotations',
  'orders',
  'deliveries',
  'invoices',
  'payments',
  'receipts',
  'advances',
  'credit_notes',
];

function useDocuments({ kind, id }: Pick<RecordPart, 'kind' | 'id'>) {
  const path = `/${kind}/${id}/documents`;
  return useInfiniteQuery({
    queryKey: responseKey(path, ''),
    queryFn: ({ pageParam }) =>
      api.get<CustomerDocument[]>(pageParam === '' ? path : `${path}?before=${pageParam}`),
    initialPageParam: '',
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? positionText(last) : undefined;
    },
    meta: { dependsOn },
  });
}

/** All documents of a customer, or of a lead with those of the customer that it became, on their page. */
export default function CustomerDocuments({ kind, id }: Pick<RecordPart, 'kind' | 'id'>) {
  const found = useDocuments({ kind, id });
  const documents = found.data?.pages.flat();
  if (!documents) {
    if (found.isError)
      return (
        <FailedState text="Documents could not be loaded" onRetry={() => void found.refetch()} />
      );
    return <LoadingRows columns={5} text="Loading documents..." />;
  }
  if (documents.length === 0)
    return (
      <EmptyState
        text="No documents found"
        hint="Quotations, orders, deliveries, invoices, notes and receipts appear here."
        action={null}
      />
    );
  return (
    <>
      <LinesTable stacked>
        <TableHead titles={['Number', 'Type', 'Date', 'Status']} amounts={['Amount', 'Open']} />
        <tbody>
          {documents.map((document) => (
            <DocumentLine key={positionText(document)} document={document} />
          ))}
        </tbody>
      </LinesTable>
      {found.isFetchNextPageError ? (
        <p role="alert">Earlier documents could not be loaded.</p>
      ) : null}
      {found.hasNextPage ? (
        <Button
          className={classes.more}
          variant="default"
          size="xs"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </>
  );
}

function DocumentLine({ document }: { document: CustomerDocument }) {
  const { type, id, number, revision, date, status, amount, open } = document;
  const list = Object.values(lists).find((each) => each.type === type);
  const page = recordPathOfType(document);
  const name = revision === null ? number : quotationLabel({ quotation_number: number, revision });
  return (
    <tr>
      <th scope="row">
        {page === null ? (
          <RecordLink path={list?.path ?? ''} id={id} name={name} />
        ) : (
          <Link to={page}>{name}</Link>
        )}
      </th>
      <td>{list?.noun}</td>
      <td data-day>{formatDay(date)}</td>
      <td>
        <ChoiceBadge choices={statuses[type]} value={status} />
      </td>
      <td className="amount" data-label={amount === null ? undefined : 'Amount'}>
        {amount === null ? null : formatMoney(amount, 'INR')}
      </td>
      <td className="amount" data-label={open ? 'Open' : undefined}>
        {open ? formatMoney(open, 'INR') : null}
      </td>
    </tr>
  );
}
