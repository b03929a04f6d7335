import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { lazyPart } from '~/kit/ui/hooks/lazyPart';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { FindDuplicates } from '~/modules/records/duplicates/screens/FindDuplicates';
import { ImportButton } from '~/modules/records/imports/screens/ImportButton';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { manyVendorFields, type Vendor } from '../vendors.fields';
import { vendorFigures, vendorFilters } from '../vendors.filters';
import { useVendorColumns } from './VendorColumns';
import { useVendorDialogs, VendorDialogs } from './VendorDialogs';
import { useVendors } from './vendors.client';

const VendorImport = lazyPart(() => import('./VendorImport'));

const defaultColumns = [
  'company_name',
  'contact_person',
  'email',
  'phone',
  'location',
  'payment_terms',
  'msme',
  'is_active',
  actionsKey,
];
const byName: Sort = { key: 'company_name', direction: 'asc' };
const nameOf = ({ company_name }: Vendor) => company_name;
const isInactive = (vendor: Vendor) => !vendor.is_active;

const cards: FigureCards<keyof typeof vendorFigures> = [
  { of: 'total', label: 'Total Vendors' },
  { of: 'active', label: 'Active Vendors' },
  { of: 'msme', label: 'Micro and Small' },
  { of: 'thisMonth', label: 'This Month' },
];

/** The list of vendors (docs/product/vendors.md#screen). */
export default function VendorsPage() {
  const vendors = useVendors();
  const columns = useVendorColumns(vendors);
  const company = useCompany();
  const bulk = useBulk('vendors', { today: company.today, nameOf, fields: manyVendorFields });
  const dialogs = useVendorDialogs(vendors.rows);
  const view = { name: 'vendors', columns, defaultColumns, filters: vendorFilters, sort: byName };
  const list = useRecordList(vendors, view, company);
  return (
    <ListPage
      of="vendors"
      subtitle="Companies that you buy from"
      records={vendors}
      list={list}
      bulk={bulk}
      menu={
        <>
          <ImportButton subject="vendors" work={VendorImport} />
          <FindDuplicates kind="vendors" />
        </>
      }
      create={{ label: 'New Vendor', first: 'Add Your First Vendor', onClick: dialogs.create }}
      figures={<ListFigures list={list} records={vendors} of={vendorFigures} cards={cards} />}
      rowActions={dialogs.rowActions}
      emptyHint="Add the companies that you buy goods and services from."
      onOpenRow={dialogs.view}
      isRowMuted={isInactive}
    >
      <VendorDialogs vendors={vendors} dialogs={dialogs} />
    </ListPage>
  );
}
