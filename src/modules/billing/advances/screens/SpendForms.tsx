import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { paymentFields } from '~/modules/billing/payments/payments.fields';
import { UnpaidInvoicePicker } from '~/modules/billing/payments/screens/PayerPickers';
import type { Advance } from '../advances.fields';
import type { Advances } from './advances.client';
import { RefundForm } from './RefundForm';

interface Props {
  advances: Advances;
  advance: Advance | null;
  onClose: () => void;
}

const { invoice_id, amount } = paymentFields;

const applyFields = { invoice_id, amount };
const applySections = [{ title: '', names: ['invoice_id', 'amount'] }] as const;
const failed = 'Failed to apply advance';

/** "Apply to Invoice" (docs/product/advances.md#adjusting). */
export function ApplyAdvance({ advances, advance, onClose }: Props) {
  const initial = useMemo(() => ({ amount: advance?.balance ?? 0 }), [advance]);
  return (
    <FormDialog
      opened={advance !== null}
      onClose={onClose}
      title="Apply to Invoice"
      subject={advance?.id}
      size="md"
      fields={applyFields}
      sections={applySections}
      initial={initial}
      inputs={ofCustomer(advance?.customer_id ?? null)}
      required={['invoice_id', 'amount']}
      submitLabel="Apply Advance"
      failed={orServerError(failed)}
      onSubmit={async (values, key) => {
        if (!advance) return;
        await advances.apply(advance.id, values as { invoice_id: number }, key);
        return `Advance ${advance.voucher_number} applied successfully`;
      }}
    >
      <Rest advance={advance} />
    </FormDialog>
  );
}

function ofCustomer(customer: number | null) {
  return {
    invoice_id: (props: FieldInputProps) => (
      <UnpaidInvoicePicker {...props} customer={customer} isFirst />
    ),
  };
}

/** "Refund" (docs/product/advances.md#refund). */
export function RefundAdvance({ advances, advance, onClose }: Props) {
  const of = useMemo(
    () => advance && { ...advance, number: advance.voucher_number, remaining: advance.balance },
    [advance],
  );
  return <RefundForm noun="Advance" of={of} onRefund={advances.refund} onClose={onClose} />;
}

function Rest({ advance }: { advance: Advance | null }) {
  if (!advance) return null;
  return (
    <SoftText>
      {formatMoney(advance.balance, 'INR')} of {advance.voucher_number} ({advance.customer_name}) is
      available
    </SoftText>
  );
}
