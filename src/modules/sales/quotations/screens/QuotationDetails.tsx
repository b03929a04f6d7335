import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import type { Detail, DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { lists, recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { textSections } from '~/modules/sales/documents/screens/TextSections';
import { supplyDetails } from '~/modules/sales/documents/taxes/tax-texts.rules';
import { amountDetails } from '~/modules/sales/orders/screens/OrderDetails';
import { WholeLines } from '~/modules/sales/documents/lines/screens/WholeLines';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import { emailSection } from '~/modules/sales/papers/screens/PaperMail';
import { type Quotation, quotationFields, quotationTexts } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { phoneDetails } from '~/modules/sales/papers/screens/PaperContact';
import type { QuotationDialogsState } from './QuotationActions';
import { QuotationStatus, ValidUntil } from './QuotationColumns';
import { quotationContact, useWholeQuotation } from './quotations.client';

interface Props {
  quotation: Quotation | null;
  show: QuotationDialogsState;
  onClose: () => void;
}

const tools = ['edit', 'markSent', 'decline', 'revise', 'download', 'share', 'duplicate'];
const main = ['send', 'order', 'accept'];

export default function QuotationDetails({ quotation, show, onClose }: Props) {
  const company = useCompany();
  return (
    <PaperDetails
      title="Quotation Details"
      paper={
        quotation && {
          number: quotationLabel(quotation),
          customer_name: quotation.customer_name,
          status: <QuotationStatus quotation={quotation} />,
          page: recordPath('quotations', quotation.id),
          sections: quotationSections(quotation, { company, show }),
          tools: (
            <ActionButtons row={quotation} actions={show.rowActions} shown={tools} size="xs" />
          ),
          actions: (
            <ActionButtons row={quotation} actions={show.rowActions} shown={main} endsFilled />
          ),
        }
      }
      onClose={onClose}
    />
  );
}

interface Around {
  company: Company;
  show: Pick<QuotationDialogsState, 'send' | 'rights'>;
}

/** All that is known of a quotation, in its dialog and on its page. */
export function quotationSections(
  quotation: Quotation,
  { company, show }: Around,
): DetailsSection[] {
  const { timeZone, today } = company;
  return [
    {
      title: 'Quotation',
      details: [
        { label: 'Quotation Number', value: quotation.quotation_number },
        { label: 'Revision', value: String(quotation.revision) },
        buyerDetail(quotation),
        ...phoneDetails(quotation, quotationContact),
        { label: 'Status', value: <QuotationStatus quotation={quotation} />, fields: ['status'] },
        {
          label: 'Quotation Date',
          value: formatDay(quotation.quotation_date),
          fields: ['quotation_date'],
        },
        {
          label: 'Valid Until',
          value: <ValidUntil quotation={quotation} today={today} />,
          fields: ['valid_until'],
        },
        ...orderDetail(quotation),
        {
          label: 'Template',
          value: quotation.is_template ? 'Yes' : 'No',
          fields: ['is_template'],
        },
      ],
    },
    ...decisionSection(quotation, timeZone),
    { title: 'Items and Services', content: <Lines quotation={quotation} /> },
    { title: 'Amounts', details: [...amountDetails(quotation), ...supplyDetails(quotation)] },
    ...textSections(quotationFields, quotation, quotationTexts),
    emailSection(quotation, {
      noun: 'quotation',
      timeZone,
      onSend: show.rights.canSend(quotation).ok ? () => show.send(quotation) : null,
    }),
    recordSection(quotation, { timeZone }),
    historySection('/quotations', quotation, { fields: quotationFields, timeZone, today }),
  ];
}

function Lines({ quotation }: { quotation: Quotation }) {
  const whole = useWholeQuotation(quotation);
  return <WholeLines noun="quotation" id={quotation.id} whole={whole} />;
}

function buyerDetail({ customer_id, lead_id, customer_name }: Quotation): Detail {
  const of = lead_id === null ? lists.customers : lists.leads;
  return {
    label: of.noun,
    value: <RecordLink path={of.path} id={lead_id ?? customer_id ?? 0} name={customer_name} />,
  };
}

function orderDetail({ order_id, order_number }: Quotation): Detail[] {
  if (order_id === null) return [];
  const link = (
    <RecordLink path="/orders" id={order_id} name={order_number ?? `Order ${order_id}`} />
  );
  return [{ label: 'Order', value: link }];
}

function decisionSection(quotation: Quotation, timeZone: string): DetailsSection[] {
  const { decided_at, decided_by_name, purchase_order, decline_reason, status } = quotation;
  if (decided_at === null) return [];
  const isDeclined = status === 'declined';
  return [
    {
      title: 'Decision',
      details: [
        { label: isDeclined ? 'Declined By' : 'Accepted By', value: decided_by_name },
        { label: 'At', value: formatInstant(decided_at, timeZone) },
        isDeclined
          ? { label: 'Reason', value: decline_reason, wide: true }
          : { label: 'Purchase Order', value: purchase_order, wide: true },
      ],
    },
  ];
}
