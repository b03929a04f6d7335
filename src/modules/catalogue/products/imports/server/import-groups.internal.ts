import type { Write } from '~/kit/server/database/context';
import type { RowError } from '~/modules/records/imports/imports.fields';
import type { Values } from '~/modules/records/imports/rows.rules';
import { findNamesake } from '../../catalogue/server/categories.queries';
import { addCategory } from '../../catalogue/server/categories.actions';
import type { GroupName } from '../products.csv';
import { type ExistingProduct, listGroups } from './product-imports.queries';

/** The ids of the names in a row; absent for a column that the file does not have. */
type GroupIds = Partial<Record<`${GroupName}_id`, number | null>>;
type WrongName = Pick<RowError, 'value' | 'message'> & { field: GroupName };

/**
 * Finds categories, subcategories, brands and tax classes by name, ignoring case, and creates unknown categories. A dry run
 * only reserves an id for a new one.
 */
export async function groupFinder(
  write: Write,
  dryRun: boolean,
): Promise<(values: Values, existing: ExistingProduct | null) => Promise<GroupIds | WrongName>> {
  const listed = await listGroups(write.trx);
  const idsOf = (kind: GroupName) => new Map(listed[kind].map(({ key, id }) => [key, id]));
  const categories = idsOf('category');
  const named = { tax_class: idsOf('tax_class'), brand: idsOf('brand') };
  const subcategories = new Map(
    listed.subcategory.map(({ category_id, key, id }) => [`${category_id} ${key}`, id]),
  );
  return async (values, existing) => {
    const { category, subcategory } = values;
    const ids: GroupIds = {};
    for (const kind of ['tax_class', 'brand'] as const) {
      const name = values[kind];
      if (name === undefined) continue;
      const id = typeof name === 'string' ? named[kind].get(name.toLowerCase()) : null;
      if (id === undefined) return wrong(kind, name);
      ids[`${kind}_id`] = id;
    }
    const found = typeof category === 'string' ? categories.get(category.toLowerCase()) : null;
    // Before creating a category for a row that is refused in the end.
    if (subcategory !== undefined) {
      const within = category === undefined ? existing?.category_id : found;
      const key = `${within} ${String(subcategory).toLowerCase()}`;
      const id = typeof subcategory === 'string' ? subcategories.get(key) : null;
      if (id === undefined) return wrong('subcategory', subcategory, category);
      ids.subcategory_id = id;
    }
    if (category === undefined) return ids;
    if (found !== undefined) return { ...ids, category_id: found };
    const name = String(category);
    const id = dryRun ? -1 - categories.size : await newCategory(write, name);
    categories.set(name.toLowerCase(), id);
    return { ...ids, category_id: id };
  };
}

async function newCategory(write: Write, name: string): Promise<number> {
  const namesake = await findNamesake(write.trx, 'categories', { name });
  return namesake?.id ?? (await addCategory(write, { category_name: name })).id;
}

function wrong(field: GroupName, name: unknown, category?: unknown): WrongName {
  const within = typeof category === 'string' ? ` in the category "${category}"` : '';
  const value = String(name);
  return { field, value, message: `There is no ${field.replace('_', ' ')} "${value}"${within}` };
}
