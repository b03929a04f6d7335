import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { BillDialogsState } from './BillActions';
import type { Bills } from './bills.client';

const BillDetails = lazyDialog('bill', () => import('./BillDetails'));
const BillForm = lazyDialog('subject', () => import('./BillForm'));
const OpenBillForm = lazyDialog('bill', () => import('./OpenBillForm'));
const BookBill = lazyDialog('bill', () => import('./BookBill'));
const CreditForm = lazyDialog('bill', () => import('./CreditForm'));
const ConfirmBillAction = lazyDialog('question', () => import('./ConfirmBillAction'));

interface Props {
  bills: Bills;
  dialogs: BillDialogsState;
}

export function BillDialogs({ bills, dialogs }: Props) {
  const { recordTo, close } = dialogs;
  return (
    <>
      <BillDetails bill={dialogs.viewed} show={dialogs} onClose={close} />
      <BillForm bills={bills} subject={dialogs.subject} onClose={close} />
      <OpenBillForm bills={bills} bill={dialogs.opened} onClose={close} />
      <BookBill bills={bills} bill={recordTo('book')} onClose={close} />
      <CreditForm bill={recordTo('credit')} onClose={close} />
      <ConfirmBillAction bills={bills} question={dialogs.question} onClose={close} />
      {dialogs.extra.dialogs}
    </>
  );
}
