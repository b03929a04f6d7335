import { IconBellRinging, IconFileText, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Payer, useRecordReceipt } from '~/modules/billing/receipts/screens/RecordReceipt';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { PaperQuestion } from '~/modules/sales/papers/screens/PaperQuestion';
import { totalsId } from './ReceivableColumns';
import { type Debtor, type Period, sendReminder, useStatementPeriod } from './receivables.client';

const SendStatement = lazyDialog('statement', () => import('./SendStatement'));

/** The dialog that is open, and its account. */
export type AccountDialog = { sends: 'statement' | 'reminder'; account: AccountToSend } | null;

type AccountToSend = Period & Pick<Debtor, 'customer_id' | 'customer_name'>;

/** The actions of a row of the ageing table, with their dialogs. */
export function useReceivableActions() {
  const [dialog, setDialog] = useState<AccountDialog>(null);
  const navigate = useNavigate();
  const period = useStatementPeriod();
  const { record, dialog: receiptDialog, icon: receiptIcon } = useRecordReceipt();
  const maySend = useMay('receipts.update').ok;
  const open = useMemo(
    () =>
      ({ id }: Debtor) => {
        if (id === totalsId) return;
        void navigate({ href: `${recordPath('customers', id)}?tab=statement` });
      },
    [navigate],
  );
  const rowActions = useMemo(
    () =>
      actionsOf({
        open,
        send: maySend
          ? (sends, debtor) => setDialog({ sends, account: { ...debtor, ...period } })
          : null,
        record,
        receiptIcon,
      }),
    [open, period, record, receiptIcon, maySend],
  );
  const dialogs = (
    <>
      {receiptDialog}
      <AccountDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  );
  return { rowActions, open, dialogs };
}

/** "Send Statement" and "Send Reminder" for an account; closed while `dialog` is null. */
export function AccountDialogs({
  dialog,
  onClose,
}: {
  dialog: AccountDialog;
  onClose: () => void;
}) {
  return (
    <>
      <SendStatement
        statement={dialog?.sends === 'statement' ? statementOf(dialog.account) : null}
        onClose={onClose}
      />
      <PaperQuestion
        question={dialog?.sends === 'reminder' ? reminderQuestion(dialog.account) : null}
        onClose={onClose}
      />
    </>
  );
}

interface Show {
  open: (debtor: Debtor) => void;
  /** Null for a user who may not. */
  send: ((sends: 'statement' | 'reminder', debtor: Debtor) => void) | null;
  record: ((payer: Payer) => void) | null;
  receiptIcon: ReactNode;
}

/** The row with the sums has none. */
function actionsOf({ open, send, record, receiptIcon }: Show): readonly RowAction<Debtor>[] {
  const actions: readonly RowAction<Debtor>[] = [
    {
      key: 'receipt',
      label: () => 'Record Receipt',
      icon: receiptIcon,
      onClick: ({ id, customer_name }) => record?.({ id, company_name: customer_name }),
      isOffered: () => record !== null,
    },
    {
      key: 'statement',
      label: () => 'View Statement',
      icon: <IconFileText size={16} />,
      onClick: open,
    },
    {
      key: 'sendStatement',
      label: () => 'Send Statement',
      icon: <IconMail size={16} />,
      onClick: (debtor) => send?.('statement', debtor),
      isOffered: () => send !== null,
    },
    {
      key: 'sendReminder',
      label: () => 'Send Reminder',
      icon: <IconBellRinging size={16} />,
      onClick: (debtor) => send?.('reminder', debtor),
      isOffered: ({ total, credit }) => send !== null && total + credit > 0,
    },
  ];
  return actions.map((action) => ({
    ...action,
    isOffered: (debtor) => debtor.id !== totalsId && (action.isOffered?.(debtor) ?? true),
  }));
}

function statementOf({ customer_id, customer_name: name, from, to }: AccountToSend) {
  return { party: { kind: 'customers', id: customer_id }, name, from, to } as const;
}

function reminderQuestion({ customer_id, customer_name }: AccountToSend) {
  return {
    id: customer_id,
    title: 'Send Reminder',
    subject: customer_name,
    message:
      'The customer gets one email with all invoices that are due, and the statement of account as PDF.',
    act: async (key: string) => {
      await sendReminder(customer_id, key);
      return 'Reminder sent successfully';
    },
    refused: 'Failed to send reminder',
  };
}
