import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { type RecordQuestion, useCopyDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { paperAction, sendAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Quotation } from '../quotations.fields';
import { quotationLabel } from '../quotations.rules';
import { quotationContact, saveQuotationPdf } from './quotations.client';
import { type QuotationRights, useQuotationRights } from './rights.client';

const questions = ['send', 'markSent', 'revise', 'accept', 'decline', 'order', 'delete'] as const;
const asks = ['edit', 'duplicate', ...questions] as const;
type Show = Readonly<Record<'view' | (typeof asks)[number], (quotation: Quotation) => void>>;

export type QuotationQuestion = RecordQuestion<Quotation, (typeof questions)[number]>;

/** Which dialog is open, and the actions that open one. `?view={id}` and `?new=1` open theirs. */
export function useQuotationDialogs(rows: readonly Quotation[]) {
  const rights = useQuotationRights();
  const dialogs = useCopyDialogs(rows, asks, rights);
  const { show } = dialogs;
  const contact = useContactActions('quotations', quotationContact);
  const rowActions = useMemo(
    () => [...actionsOf(show, rights), ...contact],
    [show, rights, contact],
  );
  return {
    ...dialogs,
    rowActions,
    question: dialogs.questionAmong(questions),
  };
}

export type QuotationDialogsState = ReturnType<typeof useQuotationDialogs>;

const isNotDraft = ({ status }: Quotation) => status !== 'draft';

function actionsOf(show: Show, rights: QuotationRights): readonly RowAction<Quotation>[] {
  return [
    viewAction(show.view),
    secondary(
      editAction(show.edit, () => rights.canUpdate.ok),
      isNotDraft,
    ),
    sendAction(show.send, (quotation) => rights.canSend(quotation).ok),
    secondary(
      paperAction(
        'markSent',
        'Mark as Sent',
        show.markSent,
        (quotation) => quotation.status === 'draft' && rights.canTake(quotation, 'sent'),
      ),
    ),
    paperAction('accept', 'Accept', show.accept, (row) => rights.canTake(row, 'accepted')),
    paperAction('decline', 'Decline', show.decline, (row) => rights.canTake(row, 'declined')),
    paperAction('order', 'Create Order', show.order, (row) => rights.canOrder(row).ok),
    paperAction('revise', 'Revise', show.revise, (row) => rights.canRevise(row).ok),
    secondary(paperAction('download', 'Download', (quotation) => void saveQuotationPdf(quotation))),
    shareAction((row) => ['Quotation', quotationLabel(row), `/quotations/${row.id}/pdf`]),
    secondary(paperAction('duplicate', 'Duplicate', show.duplicate, () => rights.canCreate)),
    deleteAction(show.delete, (quotation) => rights.canDelete(quotation).ok),
  ];
}
