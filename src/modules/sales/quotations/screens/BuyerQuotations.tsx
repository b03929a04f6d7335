import { EmptyState, FailedState, LoadingRows } from '~/kit/ui/elements/ListStates';
import { RelatedRecords } from '~/modules/sales/documents/screens/RelatedRecords';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import { quotationLabel } from '../quotations.rules';
import { QuotationStatus } from './QuotationColumns';
import { useQuotationsOf } from './quotations.client';

/** The quotations of a customer or of a lead, on their page. */
export function BuyerQuotations({ kind, id }: Pick<RecordPart, 'kind' | 'id'>) {
  const { data, state, retry } = useQuotationsOf(kind === 'leads' ? kind : 'customers', id);
  if (state === 'failed')
    return <FailedState text="Quotations could not be loaded" onRetry={retry} />;
  if (!data) return <LoadingRows columns={5} text="Loading quotations..." />;
  if (data.length === 0)
    return (
      <EmptyState
        action={null}
        text="No quotations found"
        hint='Make one with "Create Quotation" above.'
      />
    );
  return (
    <RelatedRecords
      noun="Quotation"
      about="Reference"
      records={data.map((quotation) => ({
        id: quotation.id,
        path: '/quotations',
        name: quotationLabel(quotation),
        day: quotation.quotation_date,
        about: quotation.reference ?? undefined,
        status: <QuotationStatus quotation={quotation} />,
        amount: quotation.total_amount,
      }))}
    />
  );
}
