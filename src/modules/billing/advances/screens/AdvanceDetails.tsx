import { Button } from '@mantine/core';
import type { ComponentType } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { Badge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { RelatedRecords } from '~/modules/sales/documents/screens/RelatedRecords';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import { type Advance, advanceFields, type WholeAdvance } from '../advances.fields';
import type { AdvanceDialogsState } from './AdvanceActions';
import { AdvanceStatus } from './AdvanceColumns';
import { AdvanceParts } from './AdvanceParts';
import { RefundsTable } from './RefundsTable';
import { saveVoucher, useAdvance } from './advances.client';

interface Props {
  advance: Advance | null;
  show: AdvanceDialogsState;
  onClose: () => void;
}

export default function AdvanceDetails({ advance, show, onClose }: Props) {
  const company = useCompany();
  return (
    <PaperDetails
      title="Advance Details"
      paper={
        advance && {
          number: advance.voucher_number,
          customer_name: advance.customer_name,
          status: <AdvanceStatus advance={advance} />,
          sections: sectionsOf(advance, company),
          actions: (
            <>
              <ActionButtons row={advance} actions={show.rowActions} shown={more} />
              <Button onClick={() => void saveVoucher(advance)}>Download Voucher</Button>
            </>
          ),
        }
      }
      onClose={onClose}
    />
  );
}

const more = ['apply', 'refund', 'cancel'];

function sectionsOf(advance: Advance, { timeZone, today }: Company): DetailsSection[] {
  const method = paymentMethods.find(({ value }) => value === advance.payment_method);
  return [
    {
      title: 'Advance',
      details: [
        { label: 'Voucher Number', value: advance.voucher_number },
        { label: 'Date', value: formatDay(advance.advance_date) },
        { label: 'Customer', value: advance.customer_name },
        {
          label: 'Order',
          value:
            advance.order_id === null ? null : (
              <RecordLink path="/orders" id={advance.order_id} name={advance.order_number} />
            ),
        },
        ...(advance.receipt_id === null
          ? []
          : [
              {
                label: 'Receipt',
                value: (
                  <RecordLink
                    path="/receipts"
                    id={advance.receipt_id}
                    name={advance.receipt_number}
                  />
                ),
              },
            ]),
        { label: 'Amount', value: formatMoney(advance.amount, 'INR') },
        { label: 'Balance', value: formatMoney(advance.balance, 'INR') },
        { label: 'Payment Method', value: method?.label },
        { label: 'Reference Number', value: advance.reference_number },
      ],
    },
    { title: 'Tax', content: <Loaded advance={advance} Part={Tax} /> },
    { title: 'Invoices', content: <Loaded advance={advance} Part={Adjustments} /> },
    { title: 'Refunds', content: <Loaded advance={advance} Part={Refunds} /> },
    { title: 'Notes', text: advance.notes },
    recordSection(advance, { timeZone, by: 'Recorded By' }),
    historySection('/advances', advance, { fields: advanceFields, timeZone, today }),
  ];
}

interface PartProps {
  whole: WholeAdvance;
}

function Loaded({ advance, Part }: { advance: Advance; Part: ComponentType<PartProps> }) {
  const { data, state, retry } = useAdvance(advance);
  return data?.id === advance.id ? (
    <Part whole={data} />
  ) : (
    <NotLoaded what="advance" state={state} onRetry={retry} />
  );
}

function Tax({ whole }: PartProps) {
  return <AdvanceParts {...whole} />;
}

function Adjustments({ whole: { adjustments } }: PartProps) {
  if (adjustments.length === 0) return <SoftText>Not applied to any invoice yet</SoftText>;
  return (
    <RelatedRecords
      noun="Invoice"
      about="Payment"
      records={adjustments.map((each) => ({
        id: each.invoice_id,
        path: '/invoices',
        name: each.invoice_number,
        day: each.payment_date,
        about: `#${each.payment_id}`,
        status: <Badge color="green">Adjusted</Badge>,
        amount: each.amount,
      }))}
    />
  );
}

function Refunds({ whole }: PartProps) {
  if (whole.refunds.length === 0) return <SoftText>No refunds</SoftText>;
  return (
    <RefundsTable
      refunds={whole.refunds}
      onDownload={(refund) => void saveVoucher(whole, refund)}
    />
  );
}
