import { IconFileText, IconMail } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { totalsId } from '~/modules/billing/receivables/screens/ReceivableColumns';
import { useStatementPeriod } from '~/modules/billing/receivables/screens/receivables.client';
import type { StatementToSend } from '~/modules/billing/receivables/screens/SendStatement';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { usePayVendor } from './RecordVendorPayment';
import type { Creditor } from './vendor-payments.client';

const SendStatement = lazyDialog(
  'statement',
  () => import('~/modules/billing/receivables/screens/SendStatement'),
);

/** "Send Statement" to a vendor; `dialog` is to be drawn once. */
export function useSendingStatement() {
  const [statement, setStatement] = useState<StatementToSend | null>(null);
  const maySend = useMay('vendor_payments.update').ok;
  return {
    send: maySend ? setStatement : null,
    dialog: <SendStatement statement={statement} onClose={() => setStatement(null)} />,
  };
}

/** The actions of a row of the ageing table, with their dialogs; the row with the sums has none. */
export function usePayableActions() {
  const navigate = useNavigate();
  const period = useStatementPeriod();
  const { pay, dialog: payDialog, icon } = usePayVendor();
  const { send, dialog: sendDialog } = useSendingStatement();
  const open = useMemo(
    () =>
      ({ id }: Creditor) => {
        if (id === totalsId) return;
        void navigate({ href: `${recordPath('vendors', id)}?tab=statement` });
      },
    [navigate],
  );
  const rowActions = useMemo((): readonly RowAction<Creditor>[] => {
    const isVendor = ({ id }: Creditor) => id !== totalsId;
    return [
      {
        key: 'pay',
        label: () => 'Pay',
        icon,
        onClick: ({ id, vendor_name }) => pay?.({ id, company_name: vendor_name }),
        isOffered: (row) => isVendor(row) && pay !== null,
      },
      {
        key: 'statement',
        label: () => 'View Statement',
        icon: <IconFileText size={16} />,
        onClick: open,
        isOffered: isVendor,
      },
      {
        key: 'sendStatement',
        label: () => 'Send Statement',
        icon: <IconMail size={16} />,
        onClick: ({ id, vendor_name: name }) =>
          send?.({ party: { kind: 'vendors', id }, name, ...period }),
        isOffered: (row) => isVendor(row) && send !== null,
      },
    ];
  }, [icon, pay, open, send, period]);
  const dialogs = (
    <>
      {payDialog}
      {sendDialog}
    </>
  );
  return { rowActions, open, dialogs };
}
