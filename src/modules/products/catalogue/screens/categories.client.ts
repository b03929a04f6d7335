import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/data/api';
import { compareTexts } from '~/kit/ui/data/list-rows';
import { type List, type ListSource, useList } from '~/kit/ui/data/list-store';
import type { Brand, BrandPatch } from '../brands.fields';
import type { Category, CategoryPatch } from '../categories.fields';
import type { Subcategory, SubcategoryPatch } from '../subcategories.fields';

export interface Groups<Row, Patch> extends List<Row> {
  create: (values: Patch) => Promise<Row>;
  update: (id: number, patch: Patch & { updated_at?: string }) => Promise<Row>;
  delete: (id: number) => Promise<void>;
}

export type Categories = Groups<Category, CategoryPatch>;
export type Subcategories = Groups<Subcategory, SubcategoryPatch>;
export type Brands = Groups<Brand, BrandPatch>;

export function useCategories(): Categories {
  return useGroups<Category, CategoryPatch>({
    entity: 'categories',
    path: '/inventory/categories',
    order: byName((row) => row.category_name),
  });
}

export function useSubcategories(): Subcategories {
  return useGroups<Subcategory, SubcategoryPatch>({
    entity: 'subcategories',
    path: '/inventory/subcategories',
    order: byName((row) => row.subcategory_name),
  });
}

export function useBrands(): Brands {
  return useGroups<Brand, BrandPatch>({
    entity: 'brands',
    path: '/brands',
    order: byName((row) => row.brand_name),
  });
}

function byName<Row extends { id: number }>(nameOf: (row: Row) => string) {
  return (a: Row, b: Row): number => compareTexts(nameOf(a), nameOf(b)) || a.id - b.id;
}

function useGroups<Row extends { id: number }, Patch>(source: ListSource<Row>): Groups<Row, Patch> {
  const { path } = source;
  const list = useList<Row>(source);
  return useMemo(
    () => ({
      ...list,
      create: async (values) => {
        const made = await api.post<Row>(path, values);
        list.put(made);
        return made;
      },
      update: async (id, patch) => {
        const saved = await api.put<Row>(`${path}/${id}`, patch);
        list.put(saved);
        return saved;
      },
      delete: async (id) => {
        await api.delete(`${path}/${id}`);
        list.remove(id);
      },
    }),
    [list, path],
  );
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

export type GroupChoices = ReturnType<typeof useGroupChoices>;

const none: readonly Choice[] = [];
