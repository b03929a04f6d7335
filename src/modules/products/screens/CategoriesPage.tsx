import { Button, Tabs } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { columnsFromFields } from '~/kit/ui/columns';
import { DataTable } from '~/kit/ui/DataTable';
import { Page } from '~/kit/ui/Page';
import type { List } from '~/kit/ui/records';
import type { Column, RowAction, Sort } from '~/kit/ui/tableColumn';
import { useTableView } from '~/kit/ui/useTableView';
import { type Brand, brandFields } from '../brands.fields';
import { type Category, categoryFields } from '../categories.fields';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';
import type { GroupNoun } from './GroupDialogs';
import { GroupForms, type GroupsState, useGroups } from './GroupScreens';
import './CatalogueTabs.css';

const plain = { timeZone: 'UTC', today: '' };

const categoryColumns = columnsFromFields(categoryFields, {
  ...plain,
  keys: ['category_name', 'description', 'product_count'],
  overrides: { category_name: { title: 'Name', width: 220 }, description: { width: 420 } },
});
const subcategoryColumns = columnsFromFields(subcategoryFields, {
  ...plain,
  keys: ['subcategory_name', 'category_name', 'description', 'product_count'],
  overrides: { subcategory_name: { title: 'Name', width: 220 }, description: { width: 360 } },
});
const brandColumns = columnsFromFields(brandFields, {
  ...plain,
  keys: ['brand_name', 'description', 'website', 'product_count'],
  overrides: { brand_name: { title: 'Name', width: 220 }, description: { width: 360 } },
});

/** "Category Management" (spec 2 §2.2). */
export default function CategoriesPage() {
  const groups = useGroups();
  const [tab, setTab] = useState('category');
  const { categories, subcategories, brands } = groups;
  return (
    <Page
      fill
      title="Category Management"
      subtitle="Manage product categories, subcategories and brands"
    >
      <Tabs
        className="catalogue-tabs"
        value={tab}
        onChange={(value) => setTab(value ?? 'category')}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="category">{`Categories (${categories.rows.length})`}</Tabs.Tab>
          <Tabs.Tab value="subcategory">{`Subcategories (${subcategories.rows.length})`}</Tabs.Tab>
          <Tabs.Tab value="brand">{`Brands (${brands.rows.length})`}</Tabs.Tab>
        </Tabs.List>
        <Panels groups={groups} />
      </Tabs>
      <GroupForms groups={groups} />
    </Page>
  );
}

function Panels({ groups }: { groups: GroupsState }) {
  const { show } = groups;
  return (
    <>
      <Tabs.Panel value="category">
        <GroupTable<Category>
          noun="category"
          words={{ all: 'categories', title: 'Categories', add: 'Add Category' }}
          list={groups.categories}
          columns={categoryColumns}
          name={(category) => category.category_name}
          hint="A category says what kind of product it is. Subcategories divide it further."
          groups={groups}
          edit={show.category}
        />
      </Tabs.Panel>
      <Tabs.Panel value="subcategory">
        <GroupTable<Subcategory>
          noun="subcategory"
          words={{ all: 'subcategories', title: 'Subcategories', add: 'Add Subcategory' }}
          list={groups.subcategories}
          columns={subcategoryColumns}
          name={(subcategory) => subcategory.subcategory_name}
          hint="A subcategory divides a category: Sensors within Electronics."
          groups={groups}
          edit={show.subcategory}
        />
      </Tabs.Panel>
      <Tabs.Panel value="brand">
        <GroupTable<Brand>
          noun="brand"
          words={{ all: 'brands', title: 'Brands', add: 'Add Brand' }}
          list={groups.brands}
          columns={brandColumns}
          name={(brand) => brand.brand_name}
          hint="A brand says who makes a product."
          groups={groups}
          edit={show.brand}
        />
      </Tabs.Panel>
    </>
  );
}

interface TableProps<Row> {
  noun: GroupNoun;
  words: { all: string; title: string; add: string };
  list: List<Row>;
  columns: readonly Column<Row>[];
  name: (row: Row) => string;
  hint: string;
  groups: GroupsState;
  edit: (row?: Row) => void;
}

function GroupTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { noun, words, list, columns, name, groups, edit } = props;
  const [sort, setSort] = useState<Sort | undefined>(undefined);
  const { rows } = useTableView(list.rows, columns, { sort });
  const { deletion } = groups.show;
  const rowActions = useMemo<readonly RowAction<Row>[]>(
    () => [
      { key: 'edit', label: () => 'Edit', icon: <IconPencil size={16} />, onClick: edit },
      {
        key: 'delete',
        label: () => 'Delete',
        icon: <IconTrash size={16} />,
        onClick: (row) => deletion(noun, row.id, name(row)),
        danger: true,
      },
    ],
    [edit, deletion, noun, name],
  );
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => edit()}>
      {words.add}
    </Button>
  );
  return (
    <>
      <div className="catalogue-tools">{add}</div>
      <DataTable
        label={words.title}
        rows={rows}
        columns={columns}
        rowId={(row) => row.id}
        sort={sort}
        onSort={setSort}
        rowActions={rowActions}
        state={list.state}
        loadingText={`Loading ${words.all}...`}
        failedText={`Failed to load ${words.all}`}
        onRetry={list.retry}
        emptyText={`No ${words.all} found`}
        emptyHint={props.hint}
        emptyAction={add}
        onOpenRow={edit}
      />
    </>
  );
}
