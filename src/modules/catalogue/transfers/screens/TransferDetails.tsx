import { formatDay, formatInstant } from '~/kit/shared/time/days';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { GoodsTable } from '~/modules/catalogue/products/lots/screens/GoodsTable';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { ChoiceBadge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { RecordActions } from '~/kit/ui/shell/RecordActions';
import { type Company, useCompany } from '~/modules/organization/company/screens/settings.client';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type Transfer, transferFields, transferStatuses } from '../transfers.fields';
import { useWholeTransfer } from './transfers.client';

interface Props {
  transfer: Transfer | null;
  actions: readonly RowAction<Transfer>[];
  onClose: () => void;
}

const shown = ['download', 'done', 'edit'];

export default function TransferDetails({ transfer, actions, onClose }: Props) {
  const company = useCompany();
  return (
    <DetailsDialog
      opened={transfer !== null}
      onClose={onClose}
      title="Transfer Details"
      size={640}
      subtitle={
        transfer ? (
          <>
            {transfer.transfer_number} <TransferStatus transfer={transfer} />
          </>
        ) : null
      }
      page={transfer ? recordPath('transfers', transfer.id) : undefined}
      sections={transfer ? transferSections(transfer, company) : []}
      actions={
        transfer ? (
          <RecordActions
            row={transfer}
            actions={actions.filter(({ key }) => shown.includes(key))}
          />
        ) : null
      }
    />
  );
}

export function TransferStatus({ transfer }: { transfer: Transfer }) {
  return <ChoiceBadge choices={transferStatuses} value={transfer.status} />;
}

/** All that is known of a transfer, in its dialog and on its page. */
export function transferSections(
  transfer: Transfer,
  { timeZone, today }: Company,
): DetailsSection[] {
  const { challan_number } = transfer;
  return [
    {
      title: 'Transfer',
      details: [
        { label: 'From', value: transfer.from_name },
        { label: 'To', value: transfer.to_name },
        {
          label: 'Transfer Date',
          value: formatDay(transfer.transfer_date),
          fields: ['transfer_date'],
        },
        { label: 'Status', value: <TransferStatus transfer={transfer} /> },
        ...(challan_number === null ? [] : [{ label: 'Challan Number', value: challan_number }]),
      ],
    },
    { title: 'Items', content: <Items transfer={transfer} /> },
    {
      title: 'Transport',
      details: [
        {
          label: 'Transporter Name',
          value: transfer.transporter_name,
          fields: ['transporter_name'],
        },
        {
          label: 'Transporter ID',
          value: transfer.transporter_id,
          fields: ['transporter_id'],
        },
        {
          label: 'Vehicle Number',
          value: transfer.vehicle_number,
          fields: ['vehicle_number'],
        },
      ],
    },
    { title: 'Notes', text: transfer.notes, fields: ['notes'] },
    {
      title: 'Record',
      details: [
        { label: 'Created By', value: transfer.created_by_name },
        { label: 'Created', value: formatInstant(transfer.created_at, timeZone) },
        { label: 'Last Updated', value: formatInstant(transfer.updated_at, timeZone) },
      ],
    },
    historySection('/transfers', transfer, { fields: transferFields, timeZone, today }),
  ];
}

function Items({ transfer }: { transfer: Transfer }) {
  const { data, state, retry } = useWholeTransfer(transfer);
  if (data?.id !== transfer.id) return <NotLoaded what="items" state={state} onRetry={retry} />;
  const lines = data.items.map((item) => ({ ...item, name: item.product_name }));
  return <GoodsTable lines={lines} />;
}
