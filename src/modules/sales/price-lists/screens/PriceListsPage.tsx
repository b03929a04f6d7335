import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { ShownFilters } from '~/kit/ui/list/ShownFilters';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { type FigureCards, ListFigures } from '~/modules/records/records/screens/ListFigures';
import { ListPage } from '~/modules/records/records/screens/ListPage';
import { manyPriceListFields, type PriceList } from '../price-lists.fields';
import { priceListFigures, priceListFilters } from '../price-lists.filters';
import { validityOn } from '../price-lists.rules';
import { usePriceListColumns } from './PriceListColumns';
import { PriceListDialogs, usePriceListDialogs } from './PriceListDialogs';
import { usePriceLists } from './price-lists.client';

const sortKeys = ['name', 'customer_name', 'valid_from', 'valid_until', 'product_count'];
const defaultColumns = [
  'name',
  'customer_name',
  'valid_from',
  'valid_until',
  'validity',
  'product_count',
  actionsKey,
];

const byName: Sort = { key: 'name', direction: 'asc' };
const nameOf = ({ name }: PriceList) => name;

const shownFilters = ['validity'];

const cards: FigureCards<keyof typeof priceListFigures> = [
  { of: 'total', label: 'Total Price Lists' },
  { of: 'valid', label: 'Valid Now' },
  { of: 'expiring', label: 'Expiring in 30 Days' },
];

export default function PriceListsPage() {
  const priceLists = usePriceLists();
  const columns = usePriceListColumns(priceLists);
  const company = useCompany();
  const list = useRecordList(
    priceLists,
    { name: 'price_lists', columns, defaultColumns, filters: priceListFilters, sort: byName },
    company,
  );
  const dialogs = usePriceListDialogs(priceLists.rows);
  const { today } = company;
  const bulk = useBulk('price_lists', { today, nameOf, fields: manyPriceListFields });
  return (
    <ListPage
      of="price_lists"
      subtitle="Prices by customer and quantity, with discount limits by role"
      records={priceLists}
      list={list}
      bulk={bulk}
      create={{
        label: 'New Price List',
        first: 'Add Your First Price List',
        onClick: dialogs.create,
      }}
      figures={<ListFigures list={list} records={priceLists} of={priceListFigures} cards={cards} />}
      tools={<ShownFilters list={list} keys={shownFilters} />}
      sortKeys={sortKeys}
      rowActions={dialogs.rowActions}
      failedText="Failed to load price lists"
      emptyHint="A price list has the prices of products from a quantity on, for all customers or for one."
      noMatchHint="No price list fits the search and filters."
      onOpenRow={dialogs.view}
      isRowMuted={(row) => validityOn(row, today) === 'expired'}
    >
      <PriceListDialogs priceLists={priceLists} dialogs={dialogs} />
    </ListPage>
  );
}
