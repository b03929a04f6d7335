import { RelatedList } from '~/modules/sales/documents/screens/RelatedRecords';
import type { RecordPart } from '~/modules/records/records/screens/RecordPage';
import type { Quotation } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { QuotationStatus } from './QuotationColumns';
import { useQuotationsOf } from './quotations.client';

/** The quotations of a customer or of a lead, on their page. */
export default function BuyerQuotations({ kind, id }: Pick<RecordPart, 'kind' | 'id'>) {
  return (
    <RelatedList
      of={useQuotationsOf(kind === 'leads' ? kind : 'customers', id)}
      noun="Quotation"
      plural="Quotations"
      about="Reference"
      hint='Make one with "Create Quotation" above.'
      recordOf={recordOf}
    />
  );
}

const recordOf = (quotation: Quotation) => ({
  id: quotation.id,
  path: '/quotations',
  name: quotationLabel(quotation),
  day: quotation.quotation_date,
  about: quotation.reference ?? undefined,
  status: <QuotationStatus quotation={quotation} />,
  amount: quotation.total_amount,
});
