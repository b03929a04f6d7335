import { Button } from '@mantine/core';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { FilterInput } from '~/kit/ui/list/FilterInput';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useFiguresOf } from '~/modules/organization/company/screens/useListFigures';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { manyPriceListFields, type PriceList } from '../price-lists.fields';
import { priceListFigures, priceListFilters } from '../price-lists.filters';
import { validityOn } from '../price-lists.rules';
import { usePriceListColumns } from './PriceListColumns';
import { PriceListDialogs, usePriceListDialogs } from './PriceListDialogs';
import { type PriceLists, usePriceLists } from './price-lists.client';
import classes from './PriceListsPage.module.css';

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

/** Also shown above the list. */
const validityFilters = priceListFilters.filter(({ key }) => key === 'validity');

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
  useMissingRecord('/price-lists', 'Price list', priceLists);
  const { today } = company;
  const fileName = useMay('price_lists.export').ok ? `price-lists-${today}` : undefined;
  const bulk = useBulk('price_lists', { today, nameOf, fields: manyPriceListFields });
  return (
    <Page
      fill
      title="Price Lists"
      subtitle="Prices by customer and quantity, with discount limits by role"
      actions={
        <>
          <ColumnChooser choice={list.choice} />
          <AddButton onClick={dialogs.create}>New Price List</AddButton>
        </>
      }
    >
      <Figures priceLists={priceLists} />
      <Tools list={list} />
      <RecordTable
        list={list}
        bulk={bulk}
        label="Price Lists"
        rowActions={dialogs.rowActions}
        failedText="Failed to load price lists"
        emptyHint="A price list has the prices of products from a quantity on, for all customers or for one."
        emptyAction={
          dialogs.create ? (
            <Button onClick={dialogs.create}>Add Your First Price List</Button>
          ) : null
        }
        noMatchHint="No price list fits the search and filters."
        onOpenRow={dialogs.view}
        isRowMuted={(row) => validityOn(row, today) === 'expired'}
      />
      <RecordFilters list={list} counted="price lists" sortKeys={sortKeys} fileName={fileName} />
      <PriceListDialogs priceLists={priceLists} dialogs={dialogs} />
    </Page>
  );
}

function Figures({ priceLists: { rows, state } }: { priceLists: PriceLists }) {
  const { total, valid, expiring } = useFiguresOf(rows, priceListFigures);
  const cards = [
    { label: 'Total Price Lists', value: String(total) },
    { label: 'Valid Now', value: String(valid) },
    { label: 'Expiring in 30 Days', value: String(expiring) },
  ];
  return <StatCards cards={cards} state={state} />;
}

function Tools({ list }: { list: RecordList<PriceList> }) {
  return (
    <RecordTools list={list} label="Search price lists">
      {validityFilters.map((filter) => (
        <FilterInput
          key={filter.key}
          className={classes.validity}
          filter={filter}
          rows={list.source.rows}
          value={list.chosen.values[filter.key] ?? ''}
          onChange={(value) => list.chosen.set(filter.key, value)}
          labelHidden
        />
      ))}
    </RecordTools>
  );
}
