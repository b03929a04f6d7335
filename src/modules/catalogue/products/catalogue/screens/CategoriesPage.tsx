import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { DataTable } from '~/kit/ui/grid/DataTable';
import { LoadFailed } from '~/kit/ui/messages/LoadFailed';
import { TabPage } from '~/kit/ui/shell/TabPage';
import type { List } from '~/kit/ui/records/list-store';
import { deleteAction, editAction } from '~/kit/ui/grid/RowActions';
import type { RowAction, Sort, Column } from '~/kit/ui/columns/tableColumn';
import { useTableView } from '~/kit/ui/columns/useTableView';
import { GroupForms, type GroupsState, useGroups } from './GroupScreens';
import classes from './Catalogue.module.css';
import { columnsFromFields } from '~/kit/ui/columns/columns';
import { type Brand, brandFields } from '../brands.fields';
import { type Category, categoryFields } from '../categories.fields';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';
import type { GroupNoun } from './GroupDialogs';

const plain = { timeZone: 'UTC', today: '' };

interface Kind<Row> {
  noun: GroupNoun;
  all: string;
  title: string;
  add: string;
  hint: string;
  name: (row: Row) => string;
  columns: readonly Column<Row>[];
}

const categoryKind: Kind<Category> = {
  noun: 'category',
  all: 'categories',
  title: 'Categories',
  add: 'Add Category',
  hint: 'Categories group products by type. Subcategories divide them further.',
  name: (category) => category.category_name,
  columns: columnsFromFields(categoryFields, {
    ...plain,
    keys: ['category_name', 'description', 'product_count'],
    overrides: { category_name: { title: 'Name', width: 220 }, description: { width: 420 } },
  }),
};

const subcategoryKind: Kind<Subcategory> = {
  noun: 'subcategory',
  all: 'subcategories',
  title: 'Subcategories',
  add: 'Add Subcategory',
  hint: 'A subcategory divides a category: Sensors within Electronics.',
  name: (subcategory) => subcategory.subcategory_name,
  columns: columnsFromFields(subcategoryFields, {
    ...plain,
    keys: ['subcategory_name', 'category_name', 'description', 'product_count'],
    overrides: { subcategory_name: { title: 'Name', width: 220 }, description: { width: 360 } },
  }),
};

const brandKind: Kind<Brand> = {
  noun: 'brand',
  all: 'brands',
  title: 'Brands',
  add: 'Add Brand',
  hint: 'A brand is the manufacturer of a product.',
  name: (brand) => brand.brand_name,
  columns: columnsFromFields(brandFields, {
    ...plain,
    keys: ['brand_name', 'description', 'website', 'product_count'],
    overrides: { brand_name: { title: 'Name', width: 220 }, description: { width: 360 } },
  }),
};

export default function CategoriesPage() {
  const groups = useGroups();
  const { categories, subcategories, brands, show } = groups;
  return (
    <TabPage
      title="Category Management"
      subtitle="Manage product categories, subcategories and brands"
      tabs={[
        tabOf(categoryKind, categories, { show, edit: show.category }),
        tabOf(subcategoryKind, subcategories, { show, edit: show.subcategory }),
        tabOf(brandKind, brands, { show, edit: show.brand }),
      ]}
      renderNotice={(open) => <FailedLists open={open} groups={groups} />}
    >
      <GroupForms groups={groups} />
    </TabPage>
  );
}

function tabOf<Row extends { id: number }>(
  kind: Kind<Row>,
  list: List<Row>,
  acts: Pick<TableProps<Row>, 'show' | 'edit'>,
) {
  return {
    value: kind.noun,
    label: <TabLabel kind={kind} list={list} />,
    content: <GroupTable kind={kind} list={list} {...acts} />,
  };
}

interface LabelProps<Row extends { id: number }> {
  kind: Kind<Row>;
  list: List<Row>;
}

function TabLabel<Row extends { id: number }>({ kind, list }: LabelProps<Row>) {
  return (
    <>
      {kind.title}
      {/* Occupies its space while loading, so that the tabs next to it do not move. */}
      {list.state === 'failed' ? null : (
        <span className={classes.count} data-state={list.state}>
          {` (${list.rows.length})`}
        </span>
      )}
    </>
  );
}

/** Reports which lists behind the other tabs failed to load; the open tab reports its own. */
function FailedLists({ open, groups }: { open: string; groups: GroupsState }) {
  const { categories, subcategories, brands } = groups;
  const lists = [
    { kind: categoryKind, list: categories },
    { kind: subcategoryKind, list: subcategories },
    { kind: brandKind, list: brands },
  ];
  return lists
    .filter(({ kind, list }) => kind.noun !== open && list.state === 'failed')
    .map(({ kind, list }) => (
      <LoadFailed key={kind.noun} text={failedTextOf(kind)} onRetry={list.retry} />
    ));
}

function failedTextOf({ all }: { all: string }): string {
  return `Failed to load ${all}`;
}

interface TableProps<Row extends { id: number }> extends LabelProps<Row> {
  show: GroupsState['show'];
  edit: (row?: Row) => void;
}

function GroupTable<Row extends { id: number }>({ kind, list, show, edit }: TableProps<Row>) {
  const { noun, all, columns, name } = kind;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const { rows } = useTableView(list.rows, columns, { sort });
  const { deletion } = show;
  const mayCreate = useMay('products.create').ok;
  const mayUpdate = useMay('products.update').ok;
  const mayDelete = useMay('products.delete').ok;
  const rowActions = useMemo<readonly RowAction<Row>[]>(
    () => [
      editAction(edit, () => mayUpdate),
      deleteAction(
        (row) => deletion(noun, row.id, name(row)),
        () => mayDelete,
      ),
    ],
    [edit, deletion, noun, name, mayUpdate, mayDelete],
  );
  return (
    <>
      <div className={classes.tools}>
        <AddButton onClick={mayCreate ? () => edit() : null}>{kind.add}</AddButton>
      </div>
      <DataTable
        label={kind.title}
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        state={list.state}
        loadingText={`Loading ${all}...`}
        failedText={failedTextOf(kind)}
        onRetry={list.retry}
        emptyText={`No ${all} found`}
        emptyHint={kind.hint}
        emptyAction={
          mayCreate ? (
            <Button onClick={() => edit()}>{kind.add.replace('Add', 'Add Your First')}</Button>
          ) : null
        }
        onOpenRow={mayUpdate ? edit : undefined}
      />
    </>
  );
}
