import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Question } from '~/modules/sales/papers/screens/PaperQuestion';
import type { Receipt } from '../receipts.fields';
import type { ReceiptDialogsState } from './ReceiptActions';
import type { Receipts } from './receipts.client';

const ReceiptDetails = lazyDialog('receipt', () => import('./ReceiptDetails'));
const ReceiptForm = lazyDialog('opened', () => import('./ReceiptForm'));
const ReceiptEditor = lazyDialog('receipt', () => import('./ReceiptEditor'));
const AllocateReceipt = lazyDialog('receipt', () => import('./AllocateReceipt'));
const RefundReceipt = lazyDialog('receipt', () => import('./RefundReceipt'));
const PaperQuestion = lazyDialog(
  'question',
  async () => (await import('~/modules/sales/papers/screens/PaperQuestion')).PaperQuestion,
);

interface Props {
  receipts: Receipts;
  dialogs: ReceiptDialogsState;
}

export function ReceiptDialogs({ receipts, dialogs }: Props) {
  const { viewed, recordTo, close } = dialogs;
  const cancelled = recordTo('cancel');
  return (
    <>
      <ReceiptDetails receipt={viewed} show={dialogs} onClose={close} />
      <ReceiptForm opened={dialogs.isCreating} onClose={close} />
      <ReceiptEditor receipts={receipts} receipt={recordTo('edit')} onClose={close} />
      <AllocateReceipt receipts={receipts} receipt={recordTo('allocate')} onClose={close} />
      <RefundReceipt receipts={receipts} receipt={recordTo('refund')} onClose={close} />
      <PaperQuestion question={cancelled && questionOf(receipts, cancelled)} onClose={close} />
    </>
  );
}

function questionOf(receipts: Receipts, receipt: Receipt): Question {
  const { id, receipt_number, customer_name, advance_id, receipt_date: date, updated_at } = receipt;
  return {
    id,
    title: 'Cancel Receipt',
    subject: `${receipt_number} · ${customer_name}`,
    message:
      'Its payments become failed, and its invoices are due again. The receipt keeps its number and is marked as cancelled. This cannot be undone.',
    // Its rest is an advance by GST, which is cancelled with it.
    ...(advance_id === null
      ? {}
      : { filed: { document: { path: '/advances', id: advance_id, updated_at }, date } }),
    cancelLabel: 'Keep Receipt',
    danger: true,
    act: async () => {
      await receipts.cancel(receipt);
      return 'Receipt cancelled successfully';
    },
    refused: 'Failed to cancel receipt',
  };
}
