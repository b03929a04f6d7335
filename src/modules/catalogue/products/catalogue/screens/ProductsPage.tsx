import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { formatNumber } from '~/kit/shared/money/numbers';
import { ColumnChooser } from '~/kit/ui/columns/ColumnChooser';
import { MoreActions } from '~/kit/ui/shell/MoreActions';
import { Page } from '~/kit/ui/shell/Page';
import { RecordFilters } from '~/kit/ui/list/RecordFilters';
import { RecordTable } from '~/kit/ui/list/RecordTable';
import { RecordTools } from '~/kit/ui/list/RecordTools';
import { SortSelect } from '~/kit/ui/list/SortSelect';
import { actionsKey, type Sort } from '~/kit/ui/columns/tableColumn';
import { useCompany } from '~/modules/organization/company/screens/settings.client';
import { useBulk } from '~/modules/organization/workspaces/screens/rights.client';
import { longQuery } from '~/kit/ui/feeds/long-calls';
import { useMissingRecord } from '~/kit/ui/records/useMissingRecord';
import { type RecordList, useRecordList } from '~/kit/ui/list/useRecordList';
import { ComputedFigures, type FigureCards } from '~/modules/records/records/screens/ListFigures';
import { FindDuplicates } from '~/modules/records/duplicates/screens/FindDuplicates';
import type { Product } from '../products.fields';
import { withChoices } from '~/kit/shared/filters/kind-filters';
import { productFilters } from '../products.filters';
import { isValued, type ProductFigures } from '../products.rules';
import { CloseStock } from '../../stock/screens/CloseStock';
import { useGroupChoices } from './categories.client';
import { useProductColumns } from './ProductColumns';
import { ProductDialogs, useProductDialogs } from './ProductDialogs';
import { ProductTransfer } from '../../imports/screens/ProductTransfer';
import { type Products, useProductFigures, useProducts } from './products.client';
import classes from './ProductsPage.module.css';

const defaultColumns = [
  'product_name',
  'sku_code',
  'category',
  'subcategory',
  'unit_price',
  'cost_price',
  'stock_quantity',
  'reorder_level',
  'unit_of_measure',
  'is_active',
  'created_at',
  actionsKey,
];

const byName: Sort = { key: 'product_name', direction: 'asc' };
const nameOf = ({ product_name }: Product) => product_name;
const isInactive = (product: Product) => !product.is_active;

/** The sort selector's names of the columns (docs/product/products.md#products-screen). */
const sortTitles: Readonly<Record<string, string>> = {
  product_name: 'Product Name',
  sku_code: 'SKU',
  category: 'Category',
  unit_price: 'Price',
  stock_quantity: 'Stock',
  created_at: 'Date Created',
};

const cards: FigureCards<keyof ProductFigures> = [
  { of: 'total', label: 'Total Products' },
  { of: 'low', label: 'Low Stock', tooltip: 'Above 0, at or below the reorder level' },
  { of: 'out', label: 'Out of Stock' },
  {
    of: 'value',
    label: 'Inventory Value',
    isMoney: true,
    tooltip: 'Stock times unit price, of all products',
  },
];

export default function ProductsPage() {
  const products = useProducts();
  const list = useProductList(products);
  const { today } = useCompany();
  const bulk = useBulk('products', { today, nameOf });
  const dialogs = useProductDialogs(products.rows);
  useMissingRecord('/products', 'Product', products);
  const figures = useProductFigures(products);
  const shown = (list.long ?? list.rows).length;
  return (
    <Page
      fill
      title="Product Management"
      subtitle="Manage your inventory and products"
      actions={
        <>
          <MoreActions>
            <FindDuplicates kind="products" />
            {products.rows.some(isValued) ? <CloseStock /> : null}
            <ColumnChooser choice={list.choice} />
            <ProductTransfer query={longQuery({ filters: list.chosen.values })} />
          </MoreActions>
          <AddButton onClick={dialogs.create}>Add New Product</AddButton>
        </>
      }
    >
      <ComputedFigures list={list} figures={figures} cards={cards} />
      <Tools list={list} />
      <div className={classes.listHeading}>
        <h2>Products List</h2>
        {list.source.state === 'ready' && figures.data ? (
          <p role="status">{`Showing ${formatNumber(shown)} of ${formatNumber(figures.data.total)} products`}</p>
        ) : null}
      </div>
      <RecordTable
        list={list}
        bulk={bulk}
        label="Products"
        rowActions={dialogs.rowActions}
        emptyHint="Add the products you make or sell to track their stock."
        emptyAction={
          dialogs.create ? <Button onClick={dialogs.create}>Add Your First Product</Button> : null
        }
        onOpenRow={dialogs.view}
        isRowMuted={isInactive}
      />
      <RecordFilters list={list} />
      <ProductDialogs screen="products" products={products} dialogs={dialogs} />
    </Page>
  );
}

/** "Clear All" resets search, filters and order (docs/product/products.md#products-screen). */
function useProductList(products: Products): RecordList<Product> {
  const columns = useProductColumns(products);
  const { categories, brands } = useGroupChoices();
  const filters = useMemo(
    () => withChoices(productFilters, { category_id: categories, brand_id: brands }),
    [categories, brands],
  );
  const list = useRecordList(products, {
    name: 'products',
    columns,
    defaultColumns,
    filters,
    sort: byName,
  });
  const clear = () => {
    list.clear();
    list.setSort(byName);
  };
  return { ...list, clear };
}

function Tools({ list }: { list: RecordList<Product> }) {
  const { columns, sort, setSort } = list;
  const sortColumns = useMemo(
    () => columns.map((column) => ({ ...column, title: sortTitles[column.key] ?? column.title })),
    [columns],
  );
  return (
    <RecordTools list={list} label="Search products">
      <div className={classes.productsSort}>
        <SortSelect
          columns={sortColumns}
          keys={Object.keys(sortTitles)}
          sort={sort}
          onSort={setSort}
        />
      </div>
    </RecordTools>
  );
}
