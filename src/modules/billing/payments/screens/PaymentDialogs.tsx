import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Payment } from '../payments.fields';
import { canDelete, canEdit, canReverse } from '../payments.rules';
import type { Payments } from './payments.client';
import { saveReceipt } from './receipt-files.client';

const PaymentDetails = lazyDialog(
  'payment',
  async () => (await import('./PaymentDetails')).PaymentDetails,
);
const PaymentEditor = lazyDialog(
  'payment',
  async () => (await import('./PaymentEditor')).PaymentEditor,
);
const PaymentForm = lazyDialog('opened', async () => (await import('./PaymentForm')).PaymentForm);

interface Props {
  payments: Payments;
  dialogs: PaymentDialogsState;
}

export function PaymentDialogs({ payments, dialogs }: Props) {
  const { viewed, edited, reversed, recordToDelete, recording, close } = dialogs;
  return (
    <>
      <PaymentDetails payment={viewed} actions={dialogs.rowActions} onClose={close} />
      <PaymentEditor payments={payments} payment={edited} onClose={close} />
      <PaymentForm opened={recording} onClose={close} />
      <PaperQuestion question={reversed && reversalOf(reversed, payments)} onClose={close} />
      <ConfirmDelete
        noun="Payment"
        record={recordToDelete}
        label={
          recordToDelete &&
          `#${recordToDelete.id} · ${formatMoney(recordToDelete.amount, 'INR')} · ${recordToDelete.customer_name}`
        }
        message="This action cannot be undone. Only pending payments can be deleted."
        onDelete={payments.delete}
        done={`Payment #${recordToDelete?.id} deleted successfully`}
        offlineText="Failed to delete payment"
        onClose={close}
      />
    </>
  );
}

function reversalOf(payment: Payment, payments: Payments): Question {
  const { id, invoice_number, updated_at, amount } = payment;
  return {
    id,
    title: 'Reverse Write-Off',
    subject: `${invoice_number} · ${formatMoney(amount, 'INR')} · ${payment.customer_name}`,
    message: 'The amount is due on the invoice again.',
    act: async () => {
      await payments.update(id, { status: 'failed', updated_at });
      return `Write-off of invoice ${invoice_number} reversed successfully`;
    },
    refused: 'Failed to reverse write-off',
  };
}

const asks = ['edit', 'reverse', 'delete'] as const;
type PaymentDialog = 'view' | (typeof asks)[number];

/** Which dialog is open, and the actions that open one. `/payments?view={id}` and `/payments?new=1` open theirs. */
export function usePaymentDialogs(rows: readonly Payment[]) {
  const canCreate = useMay('payments.create').ok;
  const mayUpdate = useMay('payments.update').ok;
  const mayDelete = useMay('payments.delete').ok;
  const mayReverse = useMay('invoices.write_off').ok && mayUpdate;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo(
    () => actionsOf(show, { mayUpdate, mayReverse, mayDelete }),
    [show, mayUpdate, mayReverse, mayDelete],
  );
  return {
    ...show,
    canCreate,
    record: dialogs.create,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    edited: recordTo('edit'),
    reversed: recordTo('reverse'),
    recordToDelete: recordTo('delete'),
    recording: dialogs.isCreating,
  };
}

export type PaymentDialogsState = ReturnType<typeof usePaymentDialogs>;

function actionsOf(
  show: Record<PaymentDialog, (payment: Payment) => void>,
  { mayUpdate, mayReverse, mayDelete }: Record<`may${'Update' | 'Reverse' | 'Delete'}`, boolean>,
): readonly RowAction<Payment>[] {
  return [
    viewAction(show.view),
    {
      key: 'receipt',
      label: () => 'Download Receipt',
      icon: <IconReceipt size={16} />,
      onClick: (payment) => void saveReceipt(payment),
      isOffered: ({ kind }) => kind !== 'write_off' && kind !== 'set_off',
    },
    editAction(show.edit, (payment) => mayUpdate && canEdit(payment, ['amount']).ok),
    paperAction(
      'reverse',
      'Reverse Write-Off',
      show.reverse,
      (payment) => mayReverse && payment.kind === 'write_off' && canReverse(payment).ok,
    ),
    deleteAction(show.delete, (payment) => mayDelete && canDelete(payment).ok),
  ];
}
