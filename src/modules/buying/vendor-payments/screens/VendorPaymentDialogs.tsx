import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { VendorPayment } from '../vendor-payments.fields';
import type { VendorPaymentDialogsState } from './VendorPaymentActions';
import type { VendorPayments } from './vendor-payments.client';

const VendorPaymentDetails = lazyDialog('payment', () => import('./VendorPaymentDetails'));
const VendorPaymentForm = lazyDialog('opened', () => import('./VendorPaymentForm'));
const AllocateVendorPayment = lazyDialog('payment', () => import('./AllocateVendorPayment'));
const PaperQuestion = lazyDialog(
  'question',
  async () => (await import('~/modules/sales/papers/screens/PaperQuestion')).PaperQuestion,
);

interface Props {
  payments: VendorPayments;
  dialogs: VendorPaymentDialogsState;
}

export function VendorPaymentDialogs({ payments, dialogs }: Props) {
  const { viewed, recordTo, close } = dialogs;
  const cancelled = recordTo('cancel');
  return (
    <>
      <VendorPaymentDetails payment={viewed} show={dialogs} onClose={close} />
      <VendorPaymentForm opened={dialogs.isCreating} onClose={close} />
      <AllocateVendorPayment payments={payments} payment={recordTo('allocate')} onClose={close} />
      <PaperQuestion question={cancelled && questionOf(payments, cancelled)} onClose={close} />
    </>
  );
}

function questionOf(payments: VendorPayments, payment: VendorPayment): Question {
  const { id, payment_number, vendor_name } = payment;
  return {
    id,
    title: 'Cancel Payment',
    subject: `${payment_number} · ${vendor_name}`,
    message:
      'Its bills are due again. The payment keeps its number and is marked as cancelled. This cannot be undone.',
    cancelLabel: 'Keep Payment',
    danger: true,
    act: async () => {
      await payments.cancel(payment);
      return 'Payment cancelled successfully';
    },
    refused: 'Failed to cancel payment',
  };
}
