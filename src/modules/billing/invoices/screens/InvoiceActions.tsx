import { IconBan, IconCash, IconDownload, IconFileCheck, IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import { deleteAction, editAction, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useRecordDialogs } from '~/kit/ui/list/useRecordDialogs';
import type { Invoice } from '../invoices.fields';
import { saveInvoicePdf } from './invoice-files.client';
import type { InvoiceConfirmation } from './ConfirmInvoiceAction';
import type { Invoices } from './invoices.client';
import { type InvoiceRights, useInvoiceRights } from './rights.client';

const asks = ['edit', 'pay', 'send', 'issue', 'cancel', 'delete', 'correct'] as const;
type Asked = 'view' | (typeof asks)[number];
export type ShowInvoice = Readonly<Record<Asked, (invoice: Invoice) => void>>;

/** A draft has the most: view, edit, send, issue, payment, download and delete. */
export const mostActions = 7;

/** Which dialog is open, and the actions that open one. `/invoices?view={id}` and `/invoices?new=1` open theirs. */
export function useInvoiceDialogs({ rows }: Invoices) {
  const rights = useInvoiceRights();
  const dialogs = useRecordDialogs(rows, asks, rights);
  const { show, asked, record: invoice, recordTo } = dialogs;
  const rowActions = useMemo(() => actionsOf(show, rights), [show, rights]);
  const question: InvoiceConfirmation | null =
    invoice && (asked === 'send' || asked === 'issue' || asked === 'cancel' || asked === 'delete')
      ? { ask: asked, invoice }
      : null;
  return {
    ...show,
    rights,
    create: dialogs.create,
    close: dialogs.close,
    rowActions,
    question,
    viewed: recordTo('view'),
    paid: recordTo('pay'),
    corrected: recordTo('correct'),
    subject: dialogs.isCreating ? ('new' as const) : recordTo('edit'),
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
    {
      key: 'send',
      label: sendLabel,
      icon: <IconSend size={16} />,
      onClick: show.send,
      isOffered: (invoice) => invoice.status !== 'paid' && rights.canSend(invoice).ok,
    },
    {
      key: 'issue',
      label: () => 'Issue',
      icon: <IconFileCheck size={16} />,
      onClick: show.issue,
      isOffered: (invoice) => rights.canIssue(invoice).ok,
    },
    {
      key: 'pay',
      label: () => 'Payment',
      icon: <IconCash size={16} />,
      onClick: show.pay,
      isOffered: (invoice) => rights.canPay(invoice).ok,
    },
    {
      key: 'download',
      label: () => 'Download',
      icon: <IconDownload size={16} />,
      onClick: (invoice) => void saveInvoicePdf(invoice),
    },
    ...endings(show, rights),
  ];
}

function endings(show: ShowInvoice, rights: InvoiceRights): readonly RowAction<Invoice>[] {
  return [
    {
      key: 'cancel',
      label: () => 'Cancel Invoice',
      icon: <IconBan size={16} />,
      onClick: show.cancel,
      isOffered: (invoice) => rights.canCancel(invoice).ok,
      danger: true,
    },
    deleteAction(show.delete, (invoice) => rights.canDelete(invoice).ok),
  ];
}
