import { IconChecks, IconEdit, IconReceiptRefund } from '@tabler/icons-react';
import { type ComponentType, useMemo, useState } from 'react';
import type { Right } from '~/kit/shared/access';
import { deleteAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useOpenRecord } from '~/kit/ui/list/useOpenRecord';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { mayHere } from '~/modules/organization/users/rights.rules';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Bill } from '../bills.fields';
import { canBook, canCancel, canCredit, canDelete } from '../bills.rules';

const questions = ['cancel', 'delete'] as const;
const asks = ['edit', 'book', 'credit', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (bill: Bill) => void>>;

export interface BillQuestion {
  ask: (typeof questions)[number];
  bill: Bill;
}

/** An action that a module above adds, such as "Pay", and the dialog that it opens. */
export interface BillExtra {
  action: Omit<RowAction<Bill>, 'onClick' | 'isOffered'>;
  right: Right;
  isOffered: (bill: Bill) => boolean;
  Dialog: ComponentType<{ bill: Bill | null; onClose: () => void }>;
}

export interface WithExtras {
  /** A constant. */
  extras: readonly BillExtra[];
}

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function useBillDialogs(rows: readonly Bill[], extras: WithExtras['extras']) {
  const rights = {
    canCreate: useMay('bills.create').ok,
    update: useMay('bills.update').ok,
    remove: useMay('bills.delete').ok,
  };
  const dialogs = useRecordDialogs(rows, asks, rights);
  const extra = useExtras(rows, extras);
  const { show, openDialog, record: bill, recordTo } = dialogs;
  const { update, remove } = rights;
  const rowActions = useMemo(
    () => actionsOf(show, { update, remove }, extra.actions),
    [show, update, remove, extra.actions],
  );
  const ask = questions.find((each) => each === openDialog);
  const question: BillQuestion | null = bill && ask ? { ask, bill } : null;
  const edited = recordTo('edit');
  return {
    view: show.view,
    create: rights.canCreate ? dialogs.create : null,
    close: dialogs.close,
    rowActions,
    question,
    viewed: recordTo('view'),
    booked: recordTo('book'),
    credited: recordTo('credit'),
    subject: dialogs.isCreating ? ('new' as const) : edited?.status === 'draft' ? edited : null,
    opened: edited && edited.status !== 'draft' ? edited : null,
    extras: extra.dialogs,
  };
}

export type BillDialogsState = ReturnType<typeof useBillDialogs>;

function useExtras(rows: readonly Bill[], extras: WithExtras['extras']) {
  const { role, rights, workspace_role } = useSession();
  const [open, setOpen] = useState<{ key: string; bill: Bill } | null>(null);
  const bill = useOpenRecord(rows, open && open.bill, null);
  const actions = useMemo(
    () =>
      extras.map(({ action, right, isOffered }): RowAction<Bill> => {
        const isPermitted = mayHere({ role, rights, workspace_role }, right).ok;
        return {
          ...action,
          isOffered: (each) => isPermitted && isOffered(each),
          onClick: (each) => setOpen({ key: action.key, bill: each }),
        };
      }),
    [extras, role, rights, workspace_role],
  );
  const dialogs = extras.map(({ action: { key }, Dialog }) => ({
    key,
    Dialog,
    bill: open?.key === key ? bill : null,
    onClose: () => setOpen(null),
  }));
  return { actions, dialogs };
}

function actionsOf(
  show: Show,
  { update, remove }: { update: boolean; remove: boolean },
  extras: readonly RowAction<Bill>[],
): readonly RowAction<Bill>[] {
  const icon = { size: 16 } as const;
  return [
    viewAction(show.view),
    {
      key: 'edit',
      label: () => 'Edit',
      icon: <IconEdit {...icon} />,
      onClick: show.edit,
      isOffered: ({ status }) => update && status !== 'cancelled',
    },
    {
      key: 'book',
      label: () => 'Book',
      icon: <IconChecks {...icon} />,
      onClick: show.book,
      isOffered: (bill) => update && canBook(bill).ok,
    },
    ...extras,
    {
      key: 'credit',
      label: () => 'Credit',
      icon: <IconReceiptRefund {...icon} />,
      onClick: show.credit,
      isOffered: (bill) => update && canCredit(bill).ok,
    },
    paperAction('cancel', 'Cancel', show.cancel, (bill) => update && canCancel(bill).ok),
    deleteAction(show.delete, (bill) => remove && canDelete(bill).ok),
  ];
}
