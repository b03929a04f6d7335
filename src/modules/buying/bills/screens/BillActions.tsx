import { IconChecks, IconEdit, IconReceiptRefund } from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import {
  type KindRights,
  useRights,
} from '~/modules/organization/workspaces/screens/rights.client';
import { useExtras, type WithExtras } from '~/modules/records/records/screens/Extras';
import { paperAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Bill } from '../bills.fields';
import { canBook, canCancel, canCredit, canDelete } from '../bills.rules';

const questions = ['cancel', 'delete'] as const;
const asks = ['edit', 'book', 'credit', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (bill: Bill) => void>>;

export type BillQuestion = RecordQuestion<Bill, (typeof questions)[number]>;

/** Which dialog is open, and the actions that open one; `?view={id}` and `?new=1` open theirs. */
export function useBillDialogs(rows: readonly Bill[], above: WithExtras<Bill>) {
  const may = useRights('bills');
  const dialogs = useRecordDialogs(rows, asks, { canCreate: may.create });
  const extra = useExtras(rows, above);
  const { show } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, may, extra.actions), [show, may, extra.actions]);
  const edited = dialogs.recordTo('edit');
  const isDraft = edited?.status === 'draft';
  return {
    ...dialogs,
    rowActions,
    question: dialogs.questionAmong(questions),
    subject: edited && !isDraft ? null : dialogs.subject,
    opened: isDraft ? null : edited,
    extra,
  };
}

export type BillDialogsState = ReturnType<typeof useBillDialogs>;

function actionsOf(
  show: Show,
  may: KindRights,
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
      isOffered: ({ status }) => may.update && status !== 'cancelled',
    },
    {
      key: 'book',
      label: () => 'Book',
      icon: <IconChecks {...icon} />,
      onClick: show.book,
      isOffered: (bill) => may.update && canBook(bill).ok,
    },
    ...extras,
    {
      key: 'credit',
      label: () => 'Credit',
      icon: <IconReceiptRefund {...icon} />,
      onClick: show.credit,
      isOffered: (bill) => may.update && canCredit(bill).ok,
    },
    paperAction('cancel', 'Cancel', show.cancel, (bill) => may.update && canCancel(bill).ok),
    deleteAction(show.delete, (bill) => may.delete && canDelete(bill).ok),
  ];
}
