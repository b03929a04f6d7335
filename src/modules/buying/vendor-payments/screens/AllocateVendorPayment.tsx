import { formatMoney } from '~/kit/shared/money/money';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { AllocationForm } from '~/modules/billing/receipts/screens/AllocationForm';
import { sumOf } from '~/modules/sales/documents/lines/totals.rules';
import type { VendorPayment } from '../vendor-payments.fields';
import { canAllocateToBills } from '../vendor-payments.rules';
import { useVendorBills } from './useVendorBills';
import type { VendorPayments } from './vendor-payments.client';

interface Props {
  payments: VendorPayments;
  payment: VendorPayment | null;
  onClose: () => void;
}

const parts = ['amount', 'round_off'] as const;

/** "Allocate": pays bills from the rest of a payment (docs/product/vendor-payments.md#advances). */
export default function AllocateVendorPayment({ payment, ...props }: Props) {
  return payment ? <Opened key={payment.id} payment={payment} {...props} /> : null;
}

function Opened({ payments, payment, onClose }: Props & { payment: VendorPayment }) {
  const { payment_number, vendor_name, vendor_id, unallocated } = payment;
  const tds = sumOf([payment.tds_amount, -payment.allocated_tds]);
  const documents = useVendorBills({ unallocated, tds });
  const withheld = `. Its TDS of ${formatMoney(tds, 'INR')} goes to the bills with it: balances are less TDS`;
  return (
    <AllocationForm
      title="Allocate Payment"
      submitLabel="Allocate"
      savingLabel="Allocating..."
      failed={orServerError('Failed to allocate payment')}
      note={`${formatMoney(unallocated, 'INR')} of ${payment_number} (${vendor_name}) is unallocated${tds > 0 ? withheld : ''}`}
      of={payment}
      party={vendor_id}
      documents={documents}
      amount={unallocated}
      parts={parts}
      allows={({ amount }) => canAllocateToBills(payment, amount)}
      onSend={async (allocations, key) => {
        await payments.allocate(payment, allocations, key);
        return 'Payment allocated successfully';
      }}
      onClose={onClose}
    />
  );
}
