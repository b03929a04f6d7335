import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { ReceiptDialogsState } from './ReceiptActions';
import type { Receipts } from './goods-receipts.client';

const ReceiptDetails = lazyDialog('receipt', () => import('./ReceiptDetails'));
const ReceiptForm = lazyDialog('subject', () => import('./ReceiptForm'));
const ReturnForm = lazyDialog('receipt', () => import('./ReturnForm'));
const ConfirmReceiptAction = lazyDialog('question', () => import('./ConfirmReceiptAction'));

interface Props {
  receipts: Receipts;
  dialogs: ReceiptDialogsState;
}

export function ReceiptDialogs({ receipts, dialogs }: Props) {
  const { viewed, subject, question, rowActions, close } = dialogs;
  return (
    <>
      <ReceiptDetails receipt={viewed} actions={rowActions} onClose={close} />
      <ReceiptForm receipts={receipts} subject={subject} onClose={close} />
      <ReturnForm receipt={dialogs.recordTo('return')} onClose={close} />
      <ConfirmReceiptAction receipts={receipts} question={question} onClose={close} />
    </>
  );
}
