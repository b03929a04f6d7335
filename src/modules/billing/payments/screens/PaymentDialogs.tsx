import { IconReceipt } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOnceTrue } from '~/kit/ui/hooks/useOnceTrue';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import type { Payment } from '../payments.fields';
import { canDelete, canEdit } from '../payments.rules';
import type { Payments } from './payments.client';
import { saveReceipt } from './receipt-files.client';

const PaymentDetails = lazy(async () => ({
  default: (await import('./PaymentDetails')).PaymentDetails,
}));
const PaymentEditor = lazy(async () => ({
  default: (await import('./PaymentEditor')).PaymentEditor,
}));
const PaymentForm = lazy(async () => ({ default: (await import('./PaymentForm')).PaymentForm }));
const ConfirmPaymentDelete = lazy(async () => ({
  default: (await import('./ConfirmPaymentDelete')).ConfirmPaymentDelete,
}));

interface Props {
  payments: Payments;
  dialogs: PaymentDialogsState;
}

export function PaymentDialogs({ payments, dialogs }: Props) {
  const { viewed, edited, doomed, recording, close } = dialogs;
  const needsDetails = useOnceTrue(viewed !== null);
  const needsEditor = useOnceTrue(edited !== null);
  const needsForm = useOnceTrue(recording);
  const needsQuestions = useOnceTrue(doomed !== null);
  return (
    <Suspense fallback={null}>
      {needsDetails ? (
        <PaymentDetails payment={viewed} onEdit={dialogs.edit} onClose={close} />
      ) : null}
      {needsEditor ? <PaymentEditor payments={payments} payment={edited} onClose={close} /> : null}
      {needsForm ? <PaymentForm opened={recording} onClose={close} /> : null}
      {needsQuestions ? (
        <ConfirmPaymentDelete payments={payments} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}

const asks = ['edit', 'delete'] as const;
type Asked = 'view' | (typeof asks)[number];

/** Which dialog is open, and the actions that open one. `/payments?view={id}` and `/payments?new=1` open theirs. */
export function usePaymentDialogs(rows: readonly Payment[]) {
  const canCreate = useMay('payments.create').ok;
  const mayUpdate = useMay('payments.update').ok;
  const mayDelete = useMay('payments.delete').ok;
  const dialogs = useRecordDialogs(rows, asks, { canCreate });
  const { show, recordTo } = dialogs;
  const rowActions = useMemo(
    () => actionsOf(show, { mayUpdate, mayDelete }),
    [show, mayUpdate, mayDelete],
  );
  return {
    ...show,
    canCreate,
    record: dialogs.create,
    close: dialogs.close,
    rowActions,
    viewed: recordTo('view'),
    edited: recordTo('edit'),
    doomed: recordTo('delete'),
    recording: dialogs.isCreating,
  };
}

export type PaymentDialogsState = ReturnType<typeof usePaymentDialogs>;

function actionsOf(
  show: Record<Asked, (payment: Payment) => void>,
  { mayUpdate, mayDelete }: { mayUpdate: boolean; mayDelete: boolean },
): readonly RowAction<Payment>[] {
  return [
    viewAction(show.view),
    {
      key: 'receipt',
      label: () => 'Download Receipt',
      icon: <IconReceipt size={16} />,
      onClick: (payment) => void saveReceipt(payment),
    },
    editAction(show.edit, (payment) => mayUpdate && canEdit(payment, ['amount']).ok),
    deleteAction(show.delete, (payment) => mayDelete && canDelete(payment).ok),
  ];
}
