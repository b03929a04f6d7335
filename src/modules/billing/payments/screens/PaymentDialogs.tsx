import { IconReceipt } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '~/kit/shared/money/money';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import { PaperQuestion, type Question } from '~/modules/sales/papers/screens/PaperQuestion';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { useRights } from '~/modules/organization/workspaces/screens/rights.client';
import type { Payment } from '../payments.fields';
import { canDelete, canEdit, canReverse } from '../payments.rules';
import { type Payments, saveReceipt } from './payments.client';

const PaymentDetails = lazyDialog('payment', () => import('./PaymentDetails'));
const PaymentEditor = lazyDialog('payment', () => import('./PaymentEditor'));
const PaymentForm = lazyDialog('opened', () => import('./PaymentForm'));

interface Props {
  payments: Payments;
  dialogs: PaymentDialogsState;
}

export function PaymentDialogs({ payments, dialogs }: Props) {
  const { viewed, recordTo, close } = dialogs;
  const [reversed, recordToDelete] = [recordTo('reverse'), recordTo('delete')];
  return (
    <>
      <PaymentDetails payment={viewed} actions={dialogs.rowActions} onClose={close} />
      <PaymentEditor payments={payments} payment={recordTo('edit')} onClose={close} />
      <PaymentForm opened={dialogs.isCreating} onClose={close} />
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

const reversals = {
  write_off: {
    noun: 'Write-off',
    title: 'Reverse Write-Off',
    message: 'The amount is due on the invoice again.',
  },
  set_off: {
    noun: 'Set-off',
    title: 'Reverse Set-Off',
    message: 'The credit is on its invoice again, and the amount is due on the other invoice.',
  },
};

function reversalOf(payment: Payment, payments: Payments): Question {
  const { id, invoice_number, updated_at, amount } = payment;
  const { noun, ...texts } = reversals[payment.kind === 'set_off' ? 'set_off' : 'write_off'];
  return {
    id,
    ...texts,
    subject: `${invoice_number} · ${formatMoney(amount, 'INR')} · ${payment.customer_name}`,
    act: async () => {
      await payments.update(id, { status: 'failed', updated_at });
      return `${noun} of invoice ${invoice_number} reversed successfully`;
    },
    refused: `Failed to reverse ${noun.toLowerCase()}`,
  };
}

const asks = ['edit', 'reverse', 'delete'] as const;
type PaymentDialog = 'view' | (typeof asks)[number];

/** Which dialog is open, and the actions that open one. `/payments?view={id}` and `/payments?new=1` open theirs. */
export function usePaymentDialogs(rows: readonly Payment[]) {
  const may = useRights('payments');
  const mayWriteOff = useMay('invoices.write_off').ok;
  const mayRefund = useMay('payments.refund').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const { show } = dialogs;
  const rowActions = useMemo(
    () => actionsOf(show, { ...may, writeOff: mayWriteOff, refund: mayRefund }),
    [show, may, mayWriteOff, mayRefund],
  );
  return { ...dialogs, rowActions };
}

export type PaymentDialogsState = ReturnType<typeof usePaymentDialogs>;

function actionsOf(
  show: Record<PaymentDialog, (payment: Payment) => void>,
  may: Record<'update' | 'writeOff' | 'refund' | 'delete', boolean>,
): readonly RowAction<Payment>[] {
  return [
    viewAction(show.view),
    {
      key: 'receipt',
      label: ({ kind }) => (kind === 'refund' ? 'Download Voucher' : 'Download Receipt'),
      icon: <IconReceipt size={16} />,
      onClick: (payment) => void saveReceipt(payment),
      isOffered: ({ kind }) => kind !== 'write_off' && kind !== 'set_off',
    },
    editAction(show.edit, (payment) => may.update && canEdit(payment, ['amount']).ok),
    paperAction(
      'reverse',
      ({ kind }) => reversals[kind === 'set_off' ? 'set_off' : 'write_off'].title,
      show.reverse,
      (payment) =>
        may.update &&
        (payment.kind === 'set_off' ? may.refund : may.writeOff) &&
        canReverse(payment).ok,
    ),
    deleteAction(show.delete, (payment) => may.delete && canDelete(payment).ok),
  ];
}
