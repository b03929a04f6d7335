import { formatMoney } from '~/kit/shared/money/money';
import { failureText } from '~/kit/ui/data/api';
import { ConfirmDialog } from '~/kit/ui/dialog/ConfirmDialog';
import { toast } from '~/kit/ui/elements/toasts';
import type { Payment } from '../payments.fields';
import type { Payments } from './payments.client';

interface Props {
  payments: Payments;
  doomed: Payment | null;
  onClose: () => void;
}

export function ConfirmPaymentDelete({ payments, doomed, onClose }: Props) {
  return (
    <ConfirmDialog
      opened={doomed !== null}
      title="Delete Payment"
      subject={
        doomed
          ? `#${doomed.id} · ${formatMoney(doomed.amount, 'INR')} · ${doomed.customer_name}`
          : ''
      }
      message="This action cannot be undone. Only pending payments can be deleted."
      confirmLabel="Delete Payment"
      danger
      onConfirm={async () => {
        if (doomed) await deletePayment(payments, doomed);
      }}
      onClose={onClose}
    />
  );
}

async function deletePayment(payments: Payments, { id }: Payment): Promise<void> {
  try {
    await payments.delete(id);
    toast('success', `Payment #${id} deleted successfully`);
  } catch (error) {
    const refused = 'Failed to delete payment';
    toast('error', failureText(error, { refused, broken: refused }));
    throw error;
  }
}
