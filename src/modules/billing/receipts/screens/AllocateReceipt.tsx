import { formatMoney } from '~/kit/shared/money/money';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import type { Receipt } from '../receipts.fields';
import { canAllocate } from '../receipts.rules';
import { AllocationForm } from './AllocationForm';
import type { Receipts } from './receipts.client';

interface Props {
  receipts: Receipts;
  receipt: Receipt | null;
  onClose: () => void;
}

/** "Allocate": pays invoices from the rest of a receipt (docs/product/receipts.md#credit). */
export default function AllocateReceipt({ receipts, receipt, onClose }: Props) {
  if (!receipt) return null;
  const { receipt_number, customer_name, unallocated } = receipt;
  return (
    <AllocationForm
      key={receipt.id}
      title="Allocate Receipt"
      submitLabel="Allocate"
      savingLabel="Allocating..."
      failed={orServerError('Failed to allocate receipt')}
      note={`${formatMoney(unallocated, 'INR')} of ${receipt_number} (${customer_name}) is unallocated`}
      of={receipt}
      party={receipt.customer_id}
      amount={unallocated}
      allows={(sums) => canAllocate(receipt, sums)}
      onSend={async (allocations, key) => {
        await receipts.allocate(receipt, allocations, key);
        return 'Receipt allocated successfully';
      }}
      onClose={onClose}
    />
  );
}
