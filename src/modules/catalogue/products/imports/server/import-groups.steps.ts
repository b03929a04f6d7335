import type { RowError } from '../imports.fields';
import { findNamesake } from '../../catalogue/server/categories.queries';
import { addCategory } from '../../catalogue/server/categories.steps';
import { type GroupKind, type KnownProduct, listGroups } from './import-rows.queries';
import type { Write } from '~/kit/server/database/context';

/** The ids of the names in a row; absent for a column that the file does not have. */
export type GroupIds = Partial<Record<`${GroupKind}_id`, number | null>>;

/** The names as a row gives them: undefined where the file has no such column, null where the cell is empty. */
export type GroupWords = Partial<Record<GroupKind, unknown>>;

export interface GroupNames {
  /** The ids of the names, or the problem; a promise where a category has to be created first. */
  resolve: (
    words: GroupWords,
    known: KnownProduct | undefined,
  ) => GroupIds | WrongName | Promise<GroupIds>;
}

export type WrongName = Pick<RowError, 'value' | 'message'> & { field: GroupKind };

/**
 * Finds categories, subcategories and brands by name, ignoring case. A dry run only reserves a place for a new
 * category.
 */
export async function groupNames(
  write: Write,
  { dryRun }: { dryRun: boolean },
): Promise<GroupNames> {
  const listed = await listGroups(write.trx);
  const categories = new Map(listed.category.map(({ key, id }) => [key, id]));
  const brands = new Map(listed.brand.map(({ key, id }) => [key, id]));
  const taxClasses = new Map(listed.tax_class.map(({ key, id }) => [key, id]));
  const subcategories = new Map(
    listed.subcategory.map(({ category_id, key, id }) => [`${category_id} ${key}`, id]),
  );
  const made = async (name: string, ids: GroupIds): Promise<GroupIds> => {
    const id = dryRun ? -1 - categories.size : await newCategory(write, name);
    categories.set(name.toLowerCase(), id);
    return { ...ids, category_id: id };
  };

  const resolve: GroupNames['resolve'] = (words, known) => {
    const { category, subcategory, brand, tax_class: taxClass } = words;
    const ids: GroupIds = {};
    if (taxClass !== undefined) {
      const id = typeof taxClass === 'string' ? taxClasses.get(taxClass.toLowerCase()) : null;
      if (id === undefined) return wrong('tax_class', taxClass);
      ids.tax_class_id = id;
    }
    if (brand !== undefined) {
      const id = typeof brand === 'string' ? brands.get(brand.toLowerCase()) : null;
      if (id === undefined) return wrong('brand', brand);
      ids.brand_id = id;
    }
    const place = typeof category === 'string' ? categories.get(category.toLowerCase()) : null;
    // Before creating a category for a row that is refused in the end.
    if (subcategory !== undefined) {
      const within = category === undefined ? known?.category_id : place;
      const key = `${within} ${String(subcategory).toLowerCase()}`;
      const id = typeof subcategory === 'string' ? subcategories.get(key) : null;
      if (id === undefined) return wrong('subcategory', subcategory, category);
      ids.subcategory_id = id;
    }
    if (category === undefined) return ids;
    if (place === undefined) return made(String(category), ids);
    ids.category_id = place;
    return ids;
  };
  return { resolve };
}

async function newCategory(write: Write, name: string): Promise<number> {
  const twin = await findNamesake(write.trx, 'categories', { name });
  return twin?.id ?? (await addCategory(write, { category_name: name })).id;
}

function wrong(field: GroupKind, name: unknown, category?: unknown): WrongName {
  const place = typeof category === 'string' ? ` in the category "${category}"` : '';
  const value = String(name);
  return { field, value, message: `There is no ${field.replace('_', ' ')} "${value}"${place}` };
}
