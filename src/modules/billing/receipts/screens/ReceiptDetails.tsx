import type { ComponentType } from 'react';
import { RefundsTable } from '~/modules/billing/advances/screens/RefundsTable';
import { formatMoney } from '~/kit/shared/money/money';
import { formatDay } from '~/kit/shared/time/days';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { RecordLink } from '~/kit/ui/list/RecordLink';
import { TableHead } from '~/kit/ui/elements/TableHead';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { LinesTable } from '~/kit/ui/elements/LinesTable';
import { ActionButtons } from '~/modules/sales/papers/screens/PaperActions';
import { phoneDetails } from '~/modules/sales/papers/screens/PaperContact';
import { PaperDetails, recordSection } from '~/modules/sales/papers/screens/PaperDetails';
import { paymentMethods } from '~/modules/billing/payments/payments.fields';
import {
  type NewAllocation,
  type Receipt,
  receiptFields,
  type WholeReceipt,
} from '../receipts.fields';
import { allocated, spentCredit, sumsOf } from '../receipts.rules';
import type { ReceiptDialogsState } from './ReceiptActions';
import { ReceiptStatus } from './ReceiptColumns';
import { receiptContact, saveRefundVoucher, useWholeReceipt } from './receipts.client';

interface Props {
  receipt: Receipt | null;
  show: ReceiptDialogsState;
  onClose: () => void;
}

export default function ReceiptDetails({ receipt, show, onClose }: Props) {
  const company = useCompany();
  return (
    <PaperDetails
      title="Receipt Details"
      paper={
        receipt && {
          number: receipt.receipt_number,
          customer_name: receipt.customer_name,
          status: <ReceiptStatus receipt={receipt} />,
          page: recordPath('receipts', receipt.id),
          sections: receiptSections(receipt, company),
          actions: (
            <ActionButtons
              row={receipt}
              actions={show.rowActions}
              shown={['cancel', 'edit', 'refund', 'apply', 'download']}
              endsFilled
            />
          ),
        }
      }
      onClose={onClose}
    />
  );
}

/** All that is known of a receipt, in its dialog and on its page. */
export function receiptSections(receipt: Receipt, { timeZone, today }: Company): DetailsSection[] {
  const { advance_id } = receipt;
  const method = paymentMethods.find(({ value }) => value === receipt.payment_method);
  return [
    {
      title: 'Receipt',
      details: [
        { label: 'Receipt Number', value: receipt.receipt_number },
        {
          label: 'Customer',
          value: (
            <RecordLink path="/customers" id={receipt.customer_id} name={receipt.customer_name} />
          ),
        },
        ...phoneDetails(receipt, receiptContact),
        { label: 'Date', value: formatDay(receipt.receipt_date) },
        { label: 'Status', value: <ReceiptStatus receipt={receipt} /> },
        { label: 'Payment Method', value: method?.label },
        { label: 'Reference Number', value: receipt.reference_number },
      ],
    },
    {
      title: 'Amounts',
      details: [
        { label: 'Amount Received', value: formatMoney(receipt.amount, 'INR') },
        { label: 'Allocated', value: formatMoney(receipt.allocated_amount, 'INR') },
        { label: 'TDS', value: formatMoney(receipt.tds_amount, 'INR') },
        { label: 'Round-off', value: formatMoney(receipt.round_off, 'INR') },
        ...spentDetail(receipt),
        { label: 'Unallocated', value: formatMoney(receipt.unallocated, 'INR') },
        ...(advance_id === null
          ? []
          : [
              {
                label: 'Advance',
                value: <RecordLink path="/advances" id={advance_id} name="Open Advance" />,
              },
            ]),
      ],
    },
    { title: 'Allocations', content: <Loaded receipt={receipt} Part={Allocations} /> },
    ...(hasRefunds(receipt)
      ? [{ title: 'Refunds', content: <Loaded receipt={receipt} Part={Refunds} /> }]
      : []),
    { title: 'Notes', text: receipt.notes },
    recordSection(receipt, { timeZone, by: 'Recorded By' }),
    historySection('/receipts', receipt, { fields: receiptFields, timeZone, today }),
  ];
}

function spentDetail(receipt: Receipt) {
  const spent = spentCredit(receipt);
  const label = receipt.advance_id === null ? 'Refunded' : 'Refunded or Applied as Advance';
  return spent === 0 ? [] : [{ label, value: formatMoney(spent, 'INR') }];
}

/** Those of its advance are listed too. */
function hasRefunds({ refunded_amount, advance_id }: Receipt): boolean {
  return refunded_amount > 0 || advance_id !== null;
}

interface PartProps {
  whole: WholeReceipt;
}

function Loaded({ receipt, Part }: { receipt: Receipt; Part: ComponentType<PartProps> }) {
  const { data, state, retry } = useWholeReceipt(receipt);
  return data?.id === receipt.id ? (
    <Part whole={data} />
  ) : (
    <NotLoaded what="receipt" state={state} height={48} onRetry={retry} />
  );
}

function Refunds({ whole }: PartProps) {
  if (whole.refunds.length === 0) return <SoftText>No refunds</SoftText>;
  return (
    <RefundsTable
      refunds={whole.refunds}
      onDownload={(refund) => void saveRefundVoucher(whole, refund)}
    />
  );
}

function Allocations({ whole }: PartProps) {
  if (whole.allocations.length === 0) return <SoftText>Not allocated to any invoice yet</SoftText>;
  return <AllocationTable allocations={whole.allocations} />;
}

const heads = ['Amount', 'TDS', 'Round-off', 'Total'];

function AllocationTable({ allocations }: { allocations: readonly NewAllocation[] }) {
  return (
    <LinesTable stacked>
      <TableHead titles={['Invoice', 'Date']} amounts={heads} />
      <tbody>
        {allocations.map((each) => (
          <tr key={`${each.invoice_id} ${each.allocation_date}`}>
            <th scope="row">
              <RecordLink path="/invoices" id={each.invoice_id} name={each.invoice_number} />
            </th>
            <td data-day data-label="Date">
              {formatDay(each.allocation_date)}
            </td>
            <Amounts of={each} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <Amounts of={sumsOf(allocations)} />
        </tr>
      </tfoot>
    </LinesTable>
  );
}

function Amounts({ of }: { of: ReturnType<typeof sumsOf> }) {
  return [of.amount, of.tds_amount, of.round_off, allocated(of)].map((amount, at) => (
    <td key={heads[at]} className="amount" data-label={heads[at]}>
      {formatMoney(amount, 'INR')}
    </td>
  ));
}
