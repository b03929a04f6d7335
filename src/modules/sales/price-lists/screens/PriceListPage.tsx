import { useMemo } from 'react';
import { EditableDetails } from '~/kit/ui/grid/EditableDetails';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { RecordActions } from '~/modules/records/records/screens/RecordActions';
import { RecordPage, type RecordPageProps } from '~/modules/records/records/screens/RecordPage';
import { useRecord } from '~/modules/records/records/screens/useRecord';
import { type PriceList, priceListFields } from '../price-lists.fields';
import { customerText, usePriceListColumns } from './PriceListColumns';
import { priceListSections } from './PriceListDetails';
import { PriceListDialogs, usePriceListDialogs } from './PriceListDialogs';
import { usePriceListsIn } from './price-lists.client';

/** A price list's own page (docs/product/records.md#page). */
export function PriceListPage({ parts }: RecordPageProps) {
  const record = useRecord<PriceList>('price_lists');
  const priceLists = usePriceListsIn(record.list);
  const dialogs = usePriceListDialogs(priceLists.rows);
  const company = useCompany();
  const columns = usePriceListColumns(priceLists);
  const { row } = record;
  const sections = useMemo(() => (row ? priceListSections(row, company) : []), [row, company]);
  return (
    <RecordPage
      record={record}
      fields={priceListFields}
      title={row?.name ?? null}
      about={row ? customerText(row) : null}
      actions={row ? <RecordActions row={row} actions={dialogs.rowActions} /> : null}
      details={row ? <EditableDetails row={row} columns={columns} sections={sections} /> : null}
      parts={parts}
    >
      <PriceListDialogs priceLists={priceLists} dialogs={dialogs} />
    </RecordPage>
  );
}
