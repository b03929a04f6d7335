import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import {
  type BillAllocation,
  type VendorPayment,
  vendorPaymentFields,
} from '../vendor-payments.fields';
import { settled } from '../vendor-payments.rules';
import type { VendorPaymentDialogsState } from './VendorPaymentActions';
import { VendorPaymentStatus } from './VendorPaymentColumns';
import { useWholeVendorPayment } from './vendor-payments.client';

interface Props {
  payment: VendorPayment | null;
  show: VendorPaymentDialogsState;
  onClose: () => void;
}

export default function VendorPaymentDetails({ payment, show, onClose }: Props) {
  const company = useCompany();
  return (
    <PaperDetails
      title="Payment Details"
      paper={
        payment && {
          number: payment.payment_number,
          customer_name: payment.vendor_name,
          status: <VendorPaymentStatus payment={payment} />,
          page: recordPath('vendor_payments', payment.id),
          sections: vendorPaymentSections(payment, company),
          actions: (
            <ActionButtons
              row={payment}
              actions={show.rowActions}
              shown={['cancel', 'apply', 'download']}
              endsFilled
            />
          ),
        }
      }
      onClose={onClose}
    />
  );
}

/** All that is stored of a payment, in its dialog and on its page. */
export function vendorPaymentSections(
  payment: VendorPayment,
  { timeZone, today }: Company,
): DetailsSection[] {
  const method = paymentMethods.find(({ value }) => value === payment.payment_method);
  return [
    {
      title: 'Payment',
      details: [
        { label: 'Payment Number', value: payment.payment_number },
        {
          label: 'Vendor',
          value: <RecordLink path="/vendors" id={payment.vendor_id} name={payment.vendor_name} />,
        },
        { label: 'Date', value: formatDay(payment.payment_date) },
        { label: 'Status', value: <VendorPaymentStatus payment={payment} /> },
        { label: 'Payment Method', value: method?.label },
        { label: 'Reference Number', value: payment.reference_number },
      ],
    },
    {
      title: 'Amounts',
      details: [
        { label: 'Amount Paid', value: formatMoney(payment.amount, 'INR') },
        { label: 'Allocated', value: formatMoney(payment.allocated_amount, 'INR') },
        { label: 'Round-off', value: formatMoney(payment.round_off, 'INR') },
        { label: 'Unallocated', value: formatMoney(payment.unallocated, 'INR') },
        ...(payment.tds_amount === 0
          ? []
          : [
              { label: 'TDS Withheld', value: formatMoney(payment.tds_amount, 'INR') },
              { label: 'TDS Base', value: formatMoney(payment.tds_base, 'INR') },
              { label: 'TDS Code', value: payment.tds_code },
            ]),
      ],
    },
    { title: 'Allocations', content: <Allocations payment={payment} /> },
    { title: 'Notes', text: payment.notes },
    recordSection(payment, { timeZone, by: 'Recorded By' }),
    historySection('/vendor-payments', payment, { fields: vendorPaymentFields, timeZone, today }),
  ];
}

const heads = ['Amount', 'TDS', 'Round-off', 'Total'];

function Allocations({ payment }: { payment: VendorPayment }) {
  const { data, state, retry } = useWholeVendorPayment(payment);
  if (data?.id !== payment.id)
    return <NotLoaded what="payment" state={state} height={48} onRetry={retry} />;
  if (data.allocations.length === 0) return <SoftText>Not allocated to any bill yet</SoftText>;
  return (
    <LinesTable stacked>
      <TableHead titles={['Bill', 'Date']} amounts={heads} />
      <tbody>
        {data.allocations.map((each, at) => (
          <tr key={`${each.bill_id} ${String(at)}`}>
            <th scope="row">
              <RecordLink path="/bills" id={each.bill_id} name={each.bill_number} />
            </th>
            <td data-day data-label="Date">
              {formatDay(each.allocation_date)}
            </td>
            <Amounts of={each} />
          </tr>
        ))}
      </tbody>
    </LinesTable>
  );
}

function Amounts({ of }: { of: BillAllocation }) {
  return [of.amount, of.tds_amount, of.round_off, settled(of)].map((amount, at) => (
    <td key={heads[at]} className="amount" data-label={heads[at]}>
      {formatMoney(amount, 'INR')}
    </td>
  ));
}
