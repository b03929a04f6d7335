import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Transfer, transferFields } from '../transfers.fields';
import { useTransferDialogs } from './TransferActions';
import { useTransferColumns } from './TransferColumns';
import { transferSections, TransferStatus } from './TransferDetails';
import { TransferDialogs, type TransferForms } from './TransferDialogs';
import { useTransfersIn } from './transfers.client';

/** A transfer's own page (docs/product/records.md#page). */
export default function TransferPage({ parts, ...forms }: RecordPageProps & TransferForms) {
  const record = useRecord<Transfer>('transfers', ['locations']);
  const transfers = useTransfersIn(record.list);
  const dialogs = useTransferDialogs(transfers.rows);
  const columns = useTransferColumns(transfers);
  const company = useCompany();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={transferFields}
      title={(shown) => shown.transfer_number}
      about={
        row ? (
          <>
            {row.from_name} to {row.to_name} <TransferStatus transfer={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => transferSections(shown, company)}
      parts={parts}
    >
      <TransferDialogs transfers={transfers} dialogs={dialogs} {...forms} />
    </RecordPage>
  );
}
