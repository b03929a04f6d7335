import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import type { WithExtras } from '~/modules/records/records/screens/Extras';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type Bill, billFields } from '../bills.fields';
import { useBillDialogs } from './BillActions';
import { BillStatus, useBillColumns } from './BillColumns';
import { billSections } from './BillDetails';
import { BillDialogs } from './BillDialogs';
import { useBillsIn } from './bills.client';

const label = ({ voucher_number }: Bill) => voucher_number;

/** A bill's own page (docs/product/records.md#page). */
export default function BillPage({ parts, ...above }: RecordPageProps & WithExtras<Bill>) {
  const record = useRecord<Bill>('bills', ['vendors', 'purchase_orders']);
  const bills = useBillsIn(record.list);
  const dialogs = useBillDialogs(bills.rows, above);
  const company = useCompany();
  const columns = useBillColumns();
  const { row } = record;
  return (
    <RecordPage
      record={record}
      fields={billFields}
      title={label}
      about={
        row ? (
          <>
            {row.vendor_name} <BillStatus bill={row} />
          </>
        ) : null
      }
      actions={dialogs.rowActions}
      columns={columns}
      sections={(shown) => billSections(shown, company)}
      parts={parts}
    >
      <BillDialogs bills={bills} dialogs={dialogs} />
    </RecordPage>
  );
}
