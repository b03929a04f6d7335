import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useOneRecord } from '~/kit/ui/data/useOneRecord';
import { DetailsSections } from '~/kit/ui/dialog/DetailsSections';
import { ListedRecordPage } from '~/kit/ui/shell/ListedRecordPage';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import type { Transfer } from '../transfers.fields';
import { useTransferDialogs } from './TransferActions';
import { transferSections, TransferStatus } from './TransferDetails';
import { TransferDialogs } from './TransferDialogs';
import { useTransfersIn } from './transfers.client';

const source = { entity: 'transfers', path: '/transfers' };
const back = { to: '/transfers', label: 'Transfers' };

/** A transfer's own page (docs/product/transfers.md#screen). */
export default function TransferPage() {
  const { id: named } = useParams({ strict: false }) as { id?: string };
  const { list, state } = useOneRecord<Transfer>(
    source,
    /^\d{1,9}$/.test(named ?? '') ? Number(named) : 0,
  );
  const navigate = useNavigate();
  const leaving = useMemo(
    () => ({
      ...list,
      state: state === 'missing' ? ('ready' as const) : list.state,
      remove: () => void navigate({ to: back.to }),
    }),
    [list, state, navigate],
  );
  const transfers = useTransfersIn(leaving);
  const dialogs = useTransferDialogs(transfers.rows);
  const company = useCompany();
  return (
    <ListedRecordPage
      list={transfers}
      noun="Transfer"
      back={back}
      rowActions={dialogs.rowActions}
      title={({ transfer_number }) => transfer_number}
      subtitle={subtitleOf}
      renderTabs={(transfer) => [
        {
          value: 'details',
          label: 'Details',
          content: <DetailsSections sections={transferSections(transfer, company)} layout="page" />,
        },
      ]}
    >
      <TransferDialogs transfers={transfers} dialogs={dialogs} />
    </ListedRecordPage>
  );
}

function subtitleOf(transfer: Transfer) {
  return (
    <>
      {transfer.from_name} to {transfer.to_name} <TransferStatus transfer={transfer} />
    </>
  );
}
