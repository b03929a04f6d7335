import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useMissingRecord } from '~/kit/ui/data/useMissingRecord';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { StatCards } from '~/kit/ui/elements/StatCards';
import { ColumnChooser } from '~/kit/ui/grid/ColumnChooser';
import { actionsKey, type Sort } from '~/kit/ui/grid/tableColumn';
import { FilterInput } from '~/kit/ui/list/FilterInput';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { useRecordList } from '~/kit/ui/list/useRecordList';
import { Page } from '~/kit/ui/shell/Page';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk, useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { manyPriceListFields, type PriceList } from '../price-lists.fields';
import { priceListFilters, validityFilter } from '../price-lists.filters';
import { figuresOf, validityOn } from '../price-lists.rules';
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
      <Figures priceLists={priceLists} today={today} />
      <RecordTools list={list} label="Search price lists">
        <FilterInput
          className={classes.validity}
          filter={validityFilter}
          rows={priceLists.rows}
          value={list.chosen.values[validityFilter.key] ?? ''}
          onChange={(value) => list.chosen.set(validityFilter.key, value)}
          labelHidden
        />
      </RecordTools>
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

function Figures({
  priceLists: { rows, state },
  today,
}: {
  priceLists: PriceLists;
  today: string;
}) {
  const { total, valid, expiring } = useMemo(() => figuresOf(rows, today), [rows, today]);
  const cards = [
    { label: 'Total Price Lists', value: String(total) },
    { label: 'Valid Now', value: String(valid) },
    { label: 'Expiring in 30 Days', value: String(expiring) },
  ];
  return <StatCards cards={cards} state={state} />;
}
