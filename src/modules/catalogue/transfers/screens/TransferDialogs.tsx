import type { ComponentType } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Transfer } from '../transfers.fields';
import type { TransferDialogsState } from './TransferActions';
import type { Transfers } from './transfers.client';

const TransferDetails = lazyDialog('transfer', () => import('./TransferDetails'));
const TransferForm = lazyDialog('subject', () => import('./TransferForm'));
const DuplicateForm = lazyDialog(
  'copied',
  async () => (await import('./TransferForm')).DuplicateForm,
);
const ConfirmTransferAction = lazyDialog('question', () => import('./ConfirmTransferAction'));

/** Dialogs of a transfer that modules above this one bring. */
export interface TransferForms {
  EWayBill: ComponentType<{ transfer: Transfer | null; onClose: () => void }>;
}

interface Props extends TransferForms {
  transfers: Transfers;
  dialogs: TransferDialogsState;
}

export function TransferDialogs({ transfers, dialogs, EWayBill }: Props) {
  const { viewed, subject, question, recordTo, rowActions, close } = dialogs;
  return (
    <>
      <TransferDetails transfer={viewed} actions={rowActions} onClose={close} />
      <TransferForm transfers={transfers} subject={subject} onClose={close} />
      <DuplicateForm transfers={transfers} copied={recordTo('duplicate')} onClose={close} />
      <EWayBill transfer={recordTo('eWayBill')} onClose={close} />
      <ConfirmTransferAction transfers={transfers} question={question} onClose={close} />
    </>
  );
}
