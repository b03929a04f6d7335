import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { predicateOf } from '~/kit/shared/filters';
import { formatMoney } from '~/kit/shared/money';
import { ColumnChooser } from '~/kit/ui/ColumnChooser';
import { DataTable } from '~/kit/ui/DataTable';
import { FilterChips } from '~/kit/ui/FilterChips';
import { FilterPanel } from '~/kit/ui/FilterPanel';
import { ListSearch } from '~/kit/ui/ListSearch';
import { Page } from '~/kit/ui/Page';
import { SortSelect } from '~/kit/ui/SortSelect';
import { StatCards } from '~/kit/ui/StatCards';
import { actionsKey, type Column, type Sort } from '~/kit/ui/tableColumn';
import { useColumnChoice } from '~/kit/ui/useColumnChoice';
import { useFilters } from '~/kit/ui/useFilters';
import { useMissingRecord } from '~/kit/ui/useMissingRecord';
import { useTableView } from '~/kit/ui/useTableView';
import type { Product } from '../products.fields';
import { productFilters } from '../products.filters';
import { figuresOf } from '../products.rules';
import { useGroupChoices } from './categories.client';
import { useProductColumns } from './ProductColumns';
import { ProductDialogs, useProductDialogs } from './ProductDialogs';
import { ProductTransfer } from './ProductTransfer';
import { type Products, useProducts } from './products.client';
import './ProductsPage.css';

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

/** What the sort selector calls its columns (spec 2 §2.1). */
const sortTitles: Readonly<Record<string, string>> = {
  product_name: 'Product Name',
  sku_code: 'SKU',
  category: 'Category',
  unit_price: 'Price',
  stock_quantity: 'Stock',
  created_at: 'Date Created',
};

/** "Product Management" (spec 2 §2.1). */
export default function ProductsPage() {
  const products = useProducts();
  const view = useProductView(products);
  const dialogs = useProductDialogs(products.rows);
  useMissingRecord('/products', 'Product', products);
  const { rows, filters, list } = view;
  const cards = useFigures(products.rows, view.isFiltered ? rows.length : null);
  return (
    <Page
      fill
      title="Product Management"
      subtitle="Manage your inventory and products"
      actions={
        <>
          <ColumnChooser choice={view.choice} />
          <ProductTransfer />
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialogs.create}>
            Add New Product
          </Button>
        </>
      }
    >
      <StatCards cards={cards} loading={products.state === 'loading'} />
      <ListSearch
        label="Search products"
        value={filters.values['search'] ?? ''}
        onChange={(text) => filters.set('search', text)}
      >
        <div className="products-sort">
          <SortSelect
            columns={view.sortColumns}
            keys={Object.keys(sortTitles)}
            sort={view.sort}
            onSort={view.setSort}
          />
        </div>
      </ListSearch>
      <FilterChips
        filters={list}
        values={filters.values}
        rows={products.rows}
        onRemove={filters.remove}
        onClear={view.clear}
      />
      <div className="list-heading">
        <h2>Products List</h2>
        {products.state === 'ready' ? (
          <p role="status">{`Showing ${rows.length} of ${products.rows.length} products`}</p>
        ) : null}
      </div>
      <ProductTable products={products} view={view} dialogs={dialogs} />
      <FilterPanel
        filters={list}
        values={filters.values}
        rows={products.rows}
        onApply={filters.replace}
      />
      <ProductDialogs place="products" products={products} dialogs={dialogs} />
    </Page>
  );
}

interface TableProps {
  products: Products;
  view: ReturnType<typeof useProductView>;
  dialogs: ReturnType<typeof useProductDialogs>;
}

function ProductTable({ products, view, dialogs }: TableProps) {
  return (
    <DataTable
      label="Products"
      rows={view.rows}
      columns={view.choice.columns}
      rowId={(product) => product.id}
      sort={view.sort}
      onSort={view.setSort}
      rowActions={view.choice.showsActions ? dialogs.rowActions : undefined}
      state={products.state}
      loadingText="Loading products..."
      failedText="Products could not be loaded"
      onRetry={products.retry}
      emptyText="No products found"
      emptyHint={
        view.isFiltered
          ? 'No product fits the search and filters.'
          : 'A product is what you make or buy and sell. Its stock follows every movement.'
      }
      emptyAction={
        view.isFiltered ? (
          <Button variant="default" onClick={view.clear}>
            Clear All
          </Button>
        ) : (
          <Button onClick={dialogs.create}>Add New Product</Button>
        )
      }
      onOpenRow={dialogs.view}
      isRowMuted={(product) => !product.is_active}
    />
  );
}

/** Filters, order and columns; "Clear All" resets search, filters and order (spec 2 §2.1). */
function useProductView(products: Products) {
  const [sort, setSort] = useState(byName);
  const filters = useFilters('products-filters');
  const columns = useProductColumns(products);
  const choice = useColumnChoice('products-table-columns', columns, defaultColumns);
  const { categories, brands } = useGroupChoices();
  const list = useMemo(() => productFilters({ categories, brands }), [categories, brands]);
  const predicate = useMemo(() => predicateOf(list, filters.values), [list, filters.values]);
  const { rows } = useTableView(products.rows, columns, {
    predicate: predicate ?? undefined,
    sort,
  });
  const sortColumns = useMemo<readonly Column<Product>[]>(
    () => columns.map((column) => ({ ...column, title: sortTitles[column.key] ?? column.title })),
    [columns],
  );
  return {
    sort,
    setSort,
    filters,
    list,
    choice,
    rows,
    sortColumns,
    isFiltered: predicate !== null,
    clear: () => {
      filters.clear();
      setSort(byName);
    },
  };
}

/** The four cards; `shown` is how many the filters leave, null without one. */
function useFigures(rows: readonly Product[], shown: number | null) {
  const figures = useMemo(() => figuresOf(rows), [rows]);
  return [
    {
      label: 'Total Products',
      value: figures.total.toLocaleString('en-IN'),
      ...(shown === null ? {} : { hint: `(${shown} shown)` }),
    },
    {
      label: 'Low Stock',
      value: figures.low.toLocaleString('en-IN'),
      tooltip: 'Above 0, at or below the reorder level',
    },
    { label: 'Out of Stock', value: figures.out.toLocaleString('en-IN') },
    {
      label: 'Inventory Value',
      value: formatMoney(figures.value, 'INR'),
      tooltip: 'Stock times unit price, of all products',
    },
  ];
}
