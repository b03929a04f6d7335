import { useMemo } from 'react';
import * as field from '~/kit/shared/fields/fields';
import { formatMoney } from '~/kit/shared/money/money';
import { orServerError } from '~/kit/ui/calls/reportFailure';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { type Payment, paymentFields } from '~/modules/billing/payments/payments.fields';
import type { NewRefund } from '../requests.schema';

const { amount, payment_method, reference_number, notes } = paymentFields;

const refundFields = {
  amount,
  payment_method: { ...payment_method, label: 'Payment Method' },
  refund_date: field.day({ label: 'Refund Date', required: true }),
  reference_number,
  notes,
};
const refundSections = [
  {
    title: '',
    names: ['amount', 'payment_method', 'refund_date', 'reference_number', 'notes'],
  },
] as const;

/** An advance, a receipt with a rest, or an invoice with credit. */
interface Refundable {
  id: number;
  number: string;
  customer_name: string;
  payment_method: Payment['payment_method'];
  /** In rupees: the credit that is left. */
  remaining: number;
}

interface Props {
  noun: 'Advance' | 'Receipt' | 'Credit';
  /** Closed while null. */
  of: Refundable | null;
  onRefund: (id: number, values: NewRefund, key: string) => Promise<unknown>;
  onClose: () => void;
}

/** "Refund" (docs/product/advances.md#refund, docs/product/receipts.md#refund, docs/product/credit-notes.md#using-the-credit). */
export function RefundForm({ noun, of, onRefund, onClose }: Props) {
  const { today } = useCompany();
  const initial = useMemo(
    () => ({
      amount: of?.remaining ?? 0,
      payment_method: of?.payment_method ?? 'bank_transfer',
      refund_date: today,
    }),
    [of, today],
  );
  const failed = `Failed to refund ${noun.toLowerCase()}`;
  return (
    <FormDialog
      opened={of !== null}
      onClose={onClose}
      title={`Refund ${noun}`}
      subject={of?.id}
      size="md"
      fields={refundFields}
      sections={refundSections}
      initial={initial}
      required={['amount', 'payment_method', 'refund_date']}
      submitLabel={`Refund ${noun}`}
      failed={orServerError(failed)}
      onSubmit={async (values, key) => {
        if (!of) return;
        await onRefund(of.id, values as NewRefund, key);
        return `${noun}${noun === 'Credit' ? ' of' : ''} ${of.number} refunded successfully`;
      }}
    >
      {of ? (
        <SoftText>
          {formatMoney(of.remaining, 'INR')} of {of.number} ({of.customer_name}) is available
        </SoftText>
      ) : null}
    </FormDialog>
  );
}
