import { IconEye, IconPencil, IconReceipt, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import { useCanWrite } from '~/modules/workspaces/screens/workspaces.client';
import type { Payment } from '../payments.fields';
import { canDelete, canEdit } from '../payments.rules';
import type { Payments } from './payments.client';
import { saveReceipt } from './receipt-files.client';

// A list is read far more often than one of its dialogs is opened.
const PaymentDetails = lazy(async () => ({
  default: (await import('./PaymentDetails')).PaymentDetails,
}));
const PaymentEditor = lazy(async () => ({
  default: (await import('./PaymentEditor')).PaymentEditor,
}));
const PaymentForm = lazy(async () => ({ default: (await import('./PaymentForm')).PaymentForm }));
const PaymentQuestions = lazy(async () => ({
  default: (await import('./PaymentQuestions')).PaymentQuestions,
}));

interface Props {
  payments: Payments;
  dialogs: PaymentDialogsState;
}

/** The payments' dialogs, one at a time, each loaded when it is first opened. */
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
        <PaymentQuestions payments={payments} doomed={doomed} onClose={close} />
      ) : null}
    </Suspense>
  );
}

type Asked = 'view' | 'edit' | 'delete';
type Open = { what: Asked; payment: Payment } | { what: 'record' };

/** Which dialog is open, and the actions that open one; `/payments?view={id}` and `/payments?new=1` open theirs. */
export function usePaymentDialogs(rows: readonly Payment[]) {
  const canWrite = useCanWrite().ok;
  const [chosen, setOpen] = useState<Open | null>(null);
  const [viewWish, viewDone] = useAddressWish('view');
  const [newWish, newDone] = useAddressWish('new');
  const open = chosen ?? wished(rows, viewWish, canWrite ? newWish : null);
  const close = useCallback(() => {
    setOpen(null);
    if (viewWish) viewDone();
    if (newWish) newDone();
  }, [viewWish, viewDone, newWish, newDone]);
  const show = useMemo(() => {
    const opener = (what: Asked) => (payment: Payment) => setOpen({ what, payment });
    return { view: opener('view'), edit: opener('edit'), delete: opener('delete') };
  }, []);
  const record = useCallback(() => setOpen({ what: 'record' }), []);
  const rowActions = useMemo(() => actionsOf(show, canWrite), [show, canWrite]);
  const opened = open && 'payment' in open ? open.payment : null;
  const payment = opened && (rows.find((each) => each.id === opened.id) ?? opened);
  const only = (asked: Asked) => (open?.what === asked ? payment : null);
  return {
    ...show,
    canWrite,
    record,
    close,
    rowActions,
    viewed: only('view'),
    edited: only('edit'),
    doomed: only('delete'),
    recording: open?.what === 'record',
  };
}

export type PaymentDialogsState = ReturnType<typeof usePaymentDialogs>;

function wished(rows: readonly Payment[], view: string | null, isNew: string | null): Open | null {
  if (isNew) return { what: 'record' };
  const payment = view ? rows.find((each) => each.id === Number(view)) : undefined;
  return payment ? { what: 'view', payment } : null;
}

function actionsOf(
  show: Record<Asked, (payment: Payment) => void>,
  canWrite: boolean,
): readonly RowAction<Payment>[] {
  return [
    { key: 'view', label: () => 'View', icon: <IconEye size={16} />, onClick: show.view },
    {
      key: 'receipt',
      label: () => 'Download Receipt',
      icon: <IconReceipt size={16} />,
      onClick: (payment) => void saveReceipt(payment),
    },
    {
      key: 'edit',
      label: () => 'Edit',
      icon: <IconPencil size={16} />,
      onClick: show.edit,
      isOffered: (payment) => canWrite && canEdit(payment, ['amount']).ok,
    },
    {
      key: 'delete',
      label: () => 'Delete',
      icon: <IconTrash size={16} />,
      onClick: show.delete,
      isOffered: (payment) => canWrite && canDelete(payment).ok,
      danger: true,
    },
  ];
}
