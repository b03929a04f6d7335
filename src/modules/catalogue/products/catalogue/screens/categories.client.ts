import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { compareTexts } from '~/kit/ui/feeds/list-rows';
import { type Records, useRecords } from '~/kit/ui/records/useRecords';
import type { Brand, BrandPatch } from '../brands.fields';
import type { Category, CategoryPatch } from '../categories.fields';
import type { Subcategory, SubcategoryPatch } from '../subcategories.fields';

export type Categories = Records<Category, CategoryPatch>;
export type Subcategories = Records<Subcategory, SubcategoryPatch>;
export type Brands = Records<Brand, BrandPatch>;

export function useCategories(): Categories {
  return useRecords<Category, CategoryPatch>({
    entity: 'categories',
    path: '/inventory/categories',
    order: byName((row) => row.category_name),
  });
}

export function useSubcategories(): Subcategories {
  return useRecords<Subcategory, SubcategoryPatch>({
    entity: 'subcategories',
    path: '/inventory/subcategories',
    order: byName((row) => row.subcategory_name),
  });
}

export function useBrands(): Brands {
  return useRecords<Brand, BrandPatch>({
    entity: 'brands',
    path: '/brands',
    order: byName((row) => row.brand_name),
  });
}

function byName<Row extends { id: number }>(nameOf: (row: Row) => string) {
  return (a: Row, b: Row): number => compareTexts(nameOf(a), nameOf(b)) || a.id - b.id;
}

/** The groups of products as choices of a select; each list is stable while its rows are unchanged. */
export function useGroupChoices() {
  const categories = useCategories();
  const subcategories = useSubcategories();
  const brands = useBrands();
  return useMemo(() => {
    const byCategory = new Map<number, Choice[]>();
    for (const each of subcategories.rows) {
      const found = byCategory.get(each.category_id) ?? [];
      found.push({ value: String(each.id), label: each.subcategory_name });
      byCategory.set(each.category_id, found);
    }
    return {
      categories: categories.rows.map((each) => ({
        value: String(each.id),
        label: each.category_name,
      })),
      subcategories: subcategories.rows.map((each) => ({
        value: String(each.id),
        label: each.subcategory_name,
      })),
      brands: brands.rows.map((each) => ({ value: String(each.id), label: each.brand_name })),
      within: (category: number | null): readonly Choice[] =>
        (category === null ? undefined : byCategory.get(category)) ?? none,
    };
  }, [categories.rows, subcategories.rows, brands.rows]);
}

const none: readonly Choice[] = [];
