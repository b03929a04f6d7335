import { IconCalendarDollar, IconMessageCheck, IconMessageReport } from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import { useCompany, useSettings } from '~/modules/organization/company/screens/settings.client';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { paperAction, shareAction } from '~/modules/sales/papers/screens/PaperActions';
import type { Invoice } from '../invoices.fields';
import { printInvoice } from './invoice-print.client';
import { invoiceContact, type Invoices, saveInvoicePdf } from './invoices.client';
import { type InvoiceRights, useInvoiceRights } from './rights.client';

const questions = ['send', 'issue', 'cancel', 'delete'] as const;
const asks = [
  'edit',
  'pay',
  'correct',
  'receive',
  'writeOff',
  'useCredit',
  'refundCredit',
  'dispute',
  'resolve',
  'promise',
  ...questions,
] as const;
type InvoiceDialog = 'view' | (typeof asks)[number];
export type ShowInvoice = Readonly<Record<InvoiceDialog, (invoice: Invoice) => void>>;

/** Which dialog is open, and the actions that open one. `/invoices?view={id}` and `/invoices?new=1` open theirs. */
export function useInvoiceDialogs({ rows }: Invoices) {
  const rights = useInvoiceRights();
  const dialogs = useRecordDialogs(rows, asks, rights);
  const { show } = dialogs;
  const contact = useContactActions('invoices', invoiceContact);
  const rowActions = useMemo(
    () => [...actionsOf(show, rights), ...contact],
    [show, rights, contact],
  );
  return {
    ...dialogs,
    rowActions,
    pageActions: usePageActions(rowActions, show, rights),
    question: dialogs.questionAmong(questions),
  };
}

export type InvoiceDialogsState = ReturnType<typeof useInvoiceDialogs>;

/** "Send again" where it was sent before, or may have been (docs/product/invoices.md#row-actions). */
export function sendLabel({ status, was_sent }: Pick<Invoice, 'status' | 'was_sent'>): string {
  const isNew = status === 'draft' || status === 'pending' || (status === 'paid' && !was_sent);
  return isNew ? 'Send' : 'Send again';
}

function actionsOf(show: ShowInvoice, rights: InvoiceRights): readonly RowAction<Invoice>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, (invoice) => rights.canEdit(invoice).ok),
    paperAction(
      'send',
      sendLabel,
      show.send,
      (invoice) => invoice.status !== 'paid' && rights.canSend(invoice).ok,
    ),
    secondary(paperAction('issue', 'Issue', show.issue, (invoice) => rights.canIssue(invoice).ok)),
    paperAction('pay', 'Payment', show.pay, (invoice) => rights.canPay(invoice).ok),
    paperAction('download', 'Download', (invoice) => void saveInvoicePdf(invoice), rights.canPrint),
    shareAction(
      ({ id, invoice_number }) => ['Invoice', invoice_number, `/invoices/${id}/pdf`],
      rights.canPrint,
    ),
    secondary(
      paperAction(
        'writeOff',
        'Write Off',
        show.writeOff,
        (invoice) => rights.canWriteOff(invoice).ok,
      ),
    ),
    secondary(
      paperAction(
        'cancel',
        'Cancel Invoice',
        show.cancel,
        (invoice) => rights.canCancel(invoice).ok,
      ),
    ),
    deleteAction(show.delete, (invoice) => rights.canDelete(invoice).ok),
  ];
}

/** What its row offers in the list, and what only its details do. */
function usePageActions(
  rowActions: readonly RowAction<Invoice>[],
  show: ShowInvoice,
  rights: InvoiceRights,
): readonly RowAction<Invoice>[] {
  const { today } = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  return useMemo(
    () => [
      ...rowActions,
      paperAction('receive', 'Record Receipt', show.receive, rights.canReceive),
      paperAction('print', 'Print', (invoice) => printInvoice(invoice, today), rights.canPrint),
      paperAction(
        'correct',
        'Correct Invoice',
        show.correct,
        (invoice) => isGst && rights.canCorrect(invoice).ok,
      ),
      ...creditActions(show, rights),
      ...followUpActions(show, rights),
    ],
    [rowActions, show, rights, today, isGst],
  );
}

function creditActions(show: ShowInvoice, { canUseCredit, canRefundCredit }: InvoiceRights) {
  return [
    paperAction('apply', 'Use Credit', show.useCredit, (invoice) => canUseCredit(invoice).ok),
    paperAction(
      'refund',
      'Refund Credit',
      show.refundCredit,
      (invoice) => canRefundCredit(invoice).ok,
    ),
  ];
}

function followUpActions(show: ShowInvoice, { canFollowUp }: InvoiceRights): RowAction<Invoice>[] {
  return [
    {
      key: 'promise',
      label: () => 'Promise to Pay',
      icon: <IconCalendarDollar size={16} />,
      onClick: show.promise,
      isOffered: (invoice) => canFollowUp(invoice).ok,
    },
    {
      key: 'dispute',
      label: () => 'Mark as Disputed',
      icon: <IconMessageReport size={16} />,
      onClick: show.dispute,
      isOffered: (invoice) => canFollowUp(invoice).ok && !invoice.is_disputed,
    },
    {
      key: 'resolve',
      label: () => 'Resolve Dispute',
      icon: <IconMessageCheck size={16} />,
      onClick: show.resolve,
      isOffered: (invoice) => canFollowUp(invoice).ok && invoice.is_disputed,
    },
  ];
}
