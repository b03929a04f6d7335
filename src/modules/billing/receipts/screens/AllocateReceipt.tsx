import * as field from '~/kit/shared/fields/fields';
import { formatMoney } from '~/kit/shared/money/money';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useSendKey } from '~/kit/ui/form/useSendKey';
import { typedNumber } from '../receipt-form.rules';
import type { Receipt } from '../receipts.fields';
import { canAllocate } from '../receipts.rules';
import { AllocationLines } from './AllocationLines';
import { type Receipts, withReport } from './receipts.client';
import { type Allocations, useAllocations } from './useAllocations';

const formFields = { tds_rate: field.percent({ label: 'TDS Rate (%)' }) };

interface Props {
  receipts: Receipts;
  receipt: Receipt | null;
  onClose: () => void;
}

/** "Allocate": pays invoices from the rest of a receipt (docs/product/receipts.md#credit). */
export function AllocateReceipt({ receipt, ...props }: Props) {
  return receipt && <OpenedForm key={receipt.id} receipt={receipt} {...props} />;
}

function OpenedForm({ receipts, receipt, onClose }: Props & { receipt: Receipt }) {
  const keyFor = useSendKey();
  const { customer_id: customer, unallocated: amount } = receipt;
  const form = useAllocations(customer);
  const allocationsOf = (rate: string | undefined) =>
    form.of({ customer, amount, tdsRate: typedNumber(rate) });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Allocate Receipt"
      subject={receipt.id}
      fields={formFields}
      blocked={(typed) => wrongIn(receipt, allocationsOf(typed['tds_rate']))}
      isChangedBeside={typeof form.filling === 'object'}
      submitLabel="Allocate"
      savingLabel="Allocating..."
      failedText="Failed to allocate receipt"
      onSubmit={async ({ tds_rate }) => {
        const { allocations } = allocationsOf(String(tds_rate ?? ''));
        const key = keyFor([receipt.updated_at, allocations]);
        await form.send(allocations, () =>
          withReport('allocate', () => receipts.allocate(receipt, allocations, key)),
        );
      }}
    >
      {(typed) => (
        <>
          <SoftText>
            {formatMoney(amount, 'INR')} of {receipt.receipt_number} ({receipt.customer_name}) is
            unallocated
          </SoftText>
          <AllocationLines
            form={form}
            allocations={allocationsOf(typed['tds_rate'])}
            amount={amount}
          />
        </>
      )}
    </FormDialog>
  );
}

function wrongIn(receipt: Receipt, { wrong, allocations, sums }: Allocations): string | null {
  if (wrong !== null) return wrong;
  if (allocations.length === 0) return 'Please enter an amount for an invoice';
  const verdict = canAllocate(receipt, sums);
  return verdict.ok ? null : verdict.message;
}
