import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type PriceList, priceListFields } from '../price-lists.fields';
import { customerText, usePriceListColumns } from './PriceListColumns';
import { priceListSections } from './PriceListDetails';
import { PriceListDialogs, usePriceListDialogs } from './PriceListDialogs';
import { usePriceListsIn } from './price-lists.client';

/** A price list's own page (docs/product/records.md#page). */
export default function PriceListPage({ parts }: RecordPageProps) {
  const record = useRecord<PriceList>('price_lists');
  const priceLists = usePriceListsIn(record.list);
  const dialogs = usePriceListDialogs(priceLists.rows);
  const company = useCompany();
  const columns = usePriceListColumns(priceLists);
  return (
    <RecordPage
      record={record}
      fields={priceListFields}
      title={(row) => row.name}
      about={record.row && customerText(record.row)}
      actions={dialogs.rowActions}
      columns={columns}
      sections={(row) => priceListSections(row, company)}
      parts={parts}
    >
      <PriceListDialogs priceLists={priceLists} dialogs={dialogs} />
    </RecordPage>
  );
}
