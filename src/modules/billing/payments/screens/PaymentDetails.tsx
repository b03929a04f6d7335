import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Payment, paymentFields, paymentKinds, paymentStatuses } from '../payments.fields';
import { hasMethod, methodName } from '../payments.rules';

interface Props {
  payment: Payment | null;
  actions: readonly RowAction<Payment>[];
  onClose: () => void;
}

const shownActions = ['edit', 'receipt', 'reverse'];

export default function PaymentDetails({ payment, actions, onClose }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={payment !== null}
      onClose={onClose}
      title="Payment Details"
      subtitle={payment ? `#${payment.id} · ${payment.customer_name}` : null}
      sections={payment ? sectionsOf(payment, company) : []}
      actions={
        payment ? (
          <ActionButtons
            row={payment}
            actions={actions}
            shown={shownActions}
            endsFilled={hasMethod(payment)}
          />
        ) : null
      }
    />
  );
}

function sectionsOf(payment: Payment, { timeZone, today }: Company): DetailsSection[] {
  return [
    {
      title: 'Payment',
      details: [
        { label: 'Amount', value: formatMoney(payment.amount, 'INR') },
        { label: 'Status', value: <PaymentStatus payment={payment} /> },
        { label: 'Payment Date', value: formatDay(payment.payment_date) },
        ...(hasMethod(payment) ? [{ label: 'Payment Method', value: methodName(payment) }] : []),
        ...(payment.kind === 'cash' || payment.receipt_id !== null
          ? []
          : [{ label: 'Kind', value: kindOf(payment) }]),
        { label: 'Reference Number', value: payment.reference_number, wide: true },
      ],
    },
    {
      title: 'Invoice',
      details: [
        {
          label: 'Invoice Number',
          value: (
            <RecordLink path="/invoices" id={payment.invoice_id} name={payment.invoice_number} />
          ),
        },
        { label: 'Customer', value: payment.customer_name },
      ],
    },
    ...receiptSection(payment),
    { title: payment.kind === 'write_off' ? 'Reason' : 'Notes', text: payment.notes },
    {
      title: 'Record',
      details: [
        { label: 'Recorded By', value: payment.created_by_name },
        { label: 'Recorded', value: formatInstant(payment.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(payment.updated_at, timeZone) },
      ],
    },
    historySection('/payments', payment, { fields: paymentFields, timeZone, today }),
  ];
}

/** The receipt that it is part of, with its kind. */
function receiptSection(payment: Payment): DetailsSection[] {
  const { receipt_id, receipt_number } = payment;
  if (receipt_id === null) return [];
  return [
    {
      title: 'Receipt',
      details: [
        {
          label: 'Receipt Number',
          value: <RecordLink path="/receipts" id={receipt_id} name={receipt_number} />,
        },
        { label: 'Kind', value: kindOf(payment) },
      ],
    },
  ];
}

function kindOf({ kind }: Payment): string | undefined {
  return paymentKinds.find(({ value }) => value === kind)?.label;
}

export function PaymentStatus({ payment }: { payment: Pick<Payment, 'status'> }) {
  return <ChoiceBadge choices={paymentStatuses} value={payment.status} />;
}
