import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { deleteAction, editAction, secondary, viewAction } from '~/kit/ui/grid/RowActions';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useOpenRecord } from '~/kit/ui/list/useOpenRecord';
import { ConfirmDelete } from '~/kit/ui/dialog/ConfirmDelete';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useContactActions } from '~/modules/records/records/screens/ContactActions';
import { addressFields, type Lead } from '../leads.fields';
import type { LeadScreen } from './LeadColumns';
import type { Leads } from './leads.client';
import { type LeadRights, useLeadRights } from './rights.client';

// The dialogs are a third of the screen's code, and the list is used far more often than they are.
const LeadDetails = lazyDialog('lead', () => import('./LeadDetails'));
const LeadForm = lazyDialog('subject', () => import('./LeadForm'));
const ConfirmLeadConversion = lazyDialog('lead', () => import('./ConfirmLeadConversion'));

interface Props {
  screen: LeadScreen;
  leads: Leads;
  dialogs: LeadDialogsState;
  onEdit: (lead: Lead) => void;
  onCreated?: (lead: Lead) => void;
}

export function LeadDialogs({ screen, leads, dialogs, onEdit, onCreated }: Props) {
  const { viewed, subject, recordToDelete, converted, close } = dialogs;
  return (
    <>
      <LeadDetails screen={screen} lead={viewed} onClose={close} onEdit={onEdit} />
      <LeadForm
        leads={leads}
        subject={subject}
        onClose={close}
        {...(onCreated ? { onCreated } : {})}
      />
      <ConfirmDelete
        noun="Lead"
        record={recordToDelete}
        label={recordToDelete?.company_name}
        message="This action cannot be undone and will permanently remove all associated data."
        onDelete={leads.delete}
        onClose={close}
      />
      <ConfirmLeadConversion leads={leads} lead={converted} onClose={close} />
    </>
  );
}

const contactOf = (lead: Lead) => ({
  name: lead.contact_person,
  phone: lead.phone,
  address: addressFields.map((name) => lead[name]),
});

type LeadDialog = 'view' | 'edit' | 'delete' | 'convert';
type Open = { what: LeadDialog; lead: Lead } | { what: 'create' };

/** What other modules make of a lead, passed in because they depend on this one. */
export interface LeadScreenProps {
  actions: readonly RowAction<Lead>[];
  /** The dialogs of the actions. */
  children: ReactNode;
  /** What the open quotations of a lead come to, in rupees; 0 without any. */
  quotedOf: (lead: Lead) => number;
}

/** Which dialog is open, and the actions that open one; `onEdit` is set where leads are edited on another screen. */
export function useLeadDialogs(
  rows: readonly Lead[],
  actions: LeadScreenProps['actions'],
  onEdit?: (lead: Lead) => void,
) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const create = useCallback(() => setOpen({ what: 'create' }), []);
  const show = useMemo(() => {
    const opener = (what: LeadDialog) => (lead: Lead) => setOpen({ what, lead });
    return {
      view: opener('view'),
      edit: onEdit ?? opener('edit'),
      delete: opener('delete'),
      convert: opener('convert'),
    };
  }, [onEdit]);
  const rights = useLeadRights();
  const contact = useContactActions('leads', contactOf);
  const rowActions = useMemo(
    () => actionsOf(show, rights, [...actions, ...contact]),
    [show, rights, actions, contact],
  );

  const opened = open && 'lead' in open ? open.lead : null;
  const lead = useOpenRecord(rows, opened, open?.what === 'view' ? close : null);
  const edited = open?.what === 'edit' ? lead : null;
  return {
    ...show,
    create: rights.canCreate ? create : null,
    close,
    rowActions,
    viewed: open?.what === 'view' ? lead : null,
    recordToDelete: open?.what === 'delete' ? lead : null,
    converted: open?.what === 'convert' ? lead : null,
    subject: open?.what === 'create' ? ('new' as const) : edited,
  };
}

export type LeadDialogsState = ReturnType<typeof useLeadDialogs>;

function actionsOf(
  show: Record<LeadDialog, (lead: Lead) => void>,
  { canEdit, canConvert, canDelete }: LeadRights,
  actions: LeadScreenProps['actions'],
): readonly RowAction<Lead>[] {
  return [
    viewAction(show.view),
    editAction(show.edit, (lead) => canEdit(lead).ok),
    {
      key: 'convert',
      label: () => 'Convert',
      icon: <IconArrowRight size={16} />,
      onClick: show.convert,
      isOffered: (lead) => canConvert(lead).ok,
    },
    ...actions.map((action) => secondary(action)),
    deleteAction(show.delete, (lead) => canDelete(lead).ok),
  ];
}
