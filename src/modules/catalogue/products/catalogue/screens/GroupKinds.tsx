import { columnsFromFields } from '~/kit/ui/grid/columns';
import type { Column } from '~/kit/ui/grid/tableColumn';
import { type Brand, brandFields } from '../brands.fields';
import { type Category, categoryFields } from '../categories.fields';
import { type Subcategory, subcategoryFields } from '../subcategories.fields';
import type { GroupNoun } from './GroupDialogs';

const plain = { timeZone: 'UTC', today: '' };

export interface Kind<Row> {
  noun: GroupNoun;
  all: string;
  title: string;
  add: string;
  hint: string;
  name: (row: Row) => string;
  columns: readonly Column<Row>[];
}

export const categoryKind: Kind<Category> = {
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

export const subcategoryKind: Kind<Subcategory> = {
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

export const brandKind: Kind<Brand> = {
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
