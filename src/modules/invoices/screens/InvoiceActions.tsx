import {
  IconBan,
  IconCash,
  IconDownload,
  IconEye,
  IconFileCheck,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/tableColumn';
import { useAddressWish } from '~/kit/ui/useAddressWish';
import type { Invoice } from '../invoices.fields';
import { saveInvoicePdf } from './invoice-files.client';
import type { InvoiceQuestion } from './InvoiceQuestions';
import type { Invoices } from './invoices.client';
import { type InvoiceRights, useInvoiceRights } from './rights.client';

type Asked = InvoiceQuestion['ask'] | 'view' | 'edit' | 'pay';
/** Opens a dialog for an invoice. */
export type ShowInvoice = Readonly<Record<Asked, (invoice: Invoice) => void>>;
type Open = { what: Asked; invoice: Invoice } | { what: 'create' };

/** A draft offers view, edit, send, issue, payment, download and delete. */
export const mostActions = 7;

/** Which dialog is open, and the actions that open one; `/invoices?view={id}` and `/invoices?new=1` open theirs. */
export function useInvoiceDialogs({ rows }: Invoices) {
  const rights = useInvoiceRights();
  const [chosen, setOpen] = useState<Open | null>(null);
  const [viewWish, viewDone] = useAddressWish('view');
  const [newWish, newDone] = useAddressWish('new');
  const open = chosen ?? wished(rows, viewWish, rights.canCreate ? newWish : null);
  const close = useCallback(() => {
    setOpen(null);
    if (viewWish) viewDone();
    if (newWish) newDone();
  }, [viewWish, viewDone, newWish, newDone]);
  const show = useMemo(() => {
    const opener = (what: Asked) => (invoice: Invoice) => setOpen({ what, invoice });
    return {
      view: opener('view'),
      edit: opener('edit'),
      pay: opener('pay'),
      send: opener('send'),
      issue: opener('issue'),
      cancel: opener('cancel'),
      delete: opener('delete'),
    };
  }, []);
  const create = useCallback(() => setOpen({ what: 'create' }), []);
  const rowActions = useMemo(() => actionsOf(show, rights), [show, rights]);
  const opened = open && 'invoice' in open ? open.invoice : null;
  // Deleted by somebody else it is on no list any more, and what is typed into its form must not go with it.
  const invoice = opened && (rows.find((each) => each.id === opened.id) ?? opened);
  const what = open?.what;
  const only = (asked: Asked) => (what === asked ? invoice : null);
  const question: InvoiceQuestion | null =
    invoice && (what === 'send' || what === 'issue' || what === 'cancel' || what === 'delete')
      ? { ask: what, invoice }
      : null;
  return {
    ...show,
    rights,
    create,
    close,
    rowActions,
    question,
    viewed: only('view'),
    paid: only('pay'),
    subject: what === 'create' ? ('new' as const) : only('edit'),
  };
}

export type InvoiceDialogsState = ReturnType<typeof useInvoiceDialogs>;

function wished(rows: readonly Invoice[], view: string | null, isNew: string | null): Open | null {
  if (isNew) return { what: 'create' };
  const invoice = view ? rows.find((each) => each.id === Number(view)) : undefined;
  return invoice ? { what: 'view', invoice } : null;
}

/** "Send again" where it has gone before, or may have (contract §5). */
export function sendLabel({ status, was_sent }: Pick<Invoice, 'status' | 'was_sent'>): string {
  const isNew = status === 'draft' || status === 'pending' || (status === 'paid' && !was_sent);
  return isNew ? 'Send' : 'Send again';
}

function actionsOf(show: ShowInvoice, rights: InvoiceRights): readonly RowAction<Invoice>[] {
  return [
    { key: 'view', label: () => 'View', icon: <IconEye size={16} />, onClick: show.view },
    {
      key: 'edit',
      label: () => 'Edit',
      icon: <IconPencil size={16} />,
      onClick: show.edit,
      isOffered: (invoice) => rights.canEdit(invoice).ok,
    },
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
      isOffered: (invoice) => rights.canEdit(invoice).ok,
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
    {
      key: 'delete',
      label: () => 'Delete',
      icon: <IconTrash size={16} />,
      onClick: show.delete,
      isOffered: (invoice) => rights.canDelete(invoice).ok,
      danger: true,
    },
  ];
}
