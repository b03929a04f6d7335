import { useMemo } from 'react';
import type { Choice } from '~/kit/shared/fields/fields';
import { api } from '~/kit/ui/data/api';
import { type List, useList } from '~/kit/ui/data/list-store';
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

/** Whether product counts are shown: the rows then change with every product. */
interface Wanted {
  counted?: boolean;
}

const countedOn = (wanted: Wanted) => (wanted.counted ? ['products'] : []);

export function useCategories(wanted: Wanted = {}): Categories {
  return useGroups<Category, CategoryPatch>('categories', '/inventory/categories', [
    ...countedOn(wanted),
  ]);
}

export function useSubcategories(wanted: Wanted = {}): Subcategories {
  return useGroups<Subcategory, SubcategoryPatch>('subcategories', '/inventory/subcategories', [
    'categories',
    ...countedOn(wanted),
  ]);
}

export function useBrands(wanted: Wanted = {}): Brands {
  return useGroups<Brand, BrandPatch>('brands', '/brands', [...countedOn(wanted)]);
}

function useGroups<Row extends { id: number }, Patch>(
  entity: string,
  path: string,
  dependsOn: readonly string[],
): Groups<Row, Patch> {
  // Sorted by name: a new row has its place, so each change reloads the short list.
  const list = useList<Row>({ entity, path, dependsOn, whole: true });
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
export function useGroupChoices(wanted: Wanted = {}) {
  const categories = useCategories(wanted);
  const subcategories = useSubcategories(wanted);
  const brands = useBrands(wanted);
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
