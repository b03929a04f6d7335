import type { Write } from '~/kit/server/write';
import type { RowError } from '../imports.fields';
import type { CheckedRow } from '../imports.rules';
import { findNamesake } from './categories.queries';
import { addCategory } from './categories.service';
import { type GroupKind, type KnownProduct, listGroups } from './import-rows.queries';

/** The ids that a row's names stand for; a name that the row does not give has none. */
export type GroupIds = Partial<Record<`${GroupKind}_id`, number | null>>;

export interface GroupNames {
  /** What the row points at, with a category made where there is none of that name; or what is wrong. */
  resolve: (row: CheckedRow, known: KnownProduct | undefined) => Promise<GroupIds | RowError>;
}

/** Categories, subcategories and brands by name, without regard to case. A dry run makes no category, only its place. */
export async function groupNames(
  write: Write,
  { dryRun }: { dryRun: boolean },
): Promise<GroupNames> {
  const listed = await listGroups(write.trx);
  const categories = new Map(listed.category.map(({ key, id }) => [key, id]));
  const brands = new Map(listed.brand.map(({ key, id }) => [key, id]));
  const subcategories = new Map(
    listed.subcategory.map(({ category_id, key, id }) => [`${category_id} ${key}`, id]),
  );

  const categoryId = async (name: string): Promise<number> => {
    const known = categories.get(name.toLowerCase());
    if (known !== undefined) return known;
    const id = dryRun ? -1 - categories.size : await newCategory(write, name);
    categories.set(name.toLowerCase(), id);
    return id;
  };

  const resolve: GroupNames['resolve'] = async (row, known) => {
    const { category, subcategory, brand } = row.values;
    const ids: GroupIds = {};
    if (brand !== undefined) {
      const id = brand === null ? null : brands.get(String(brand).toLowerCase());
      if (id === undefined) return refused(row, 'brand', `There is no brand "${String(brand)}"`);
      ids.brand_id = id;
    }
    // Before a category is made for a row that is refused in the end.
    const wanted = typeof category === 'string' ? category : null;
    const before = category === undefined ? (known?.category_id ?? null) : null;
    const place = wanted === null ? before : (categories.get(wanted.toLowerCase()) ?? null);
    if (subcategory !== undefined) {
      const key = `${place} ${String(subcategory).toLowerCase()}`;
      const id = subcategory === null ? null : subcategories.get(key);
      if (id === undefined)
        return refused(row, 'subcategory', noSubcategory(subcategory, category));
      ids.subcategory_id = id;
    }
    if (category !== undefined) ids.category_id = wanted === null ? null : await categoryId(wanted);
    return ids;
  };
  return { resolve };
}

async function newCategory(write: Write, name: string): Promise<number> {
  const twin = await findNamesake(write.trx, 'categories', { name });
  return twin?.id ?? (await addCategory(write, { category_name: name })).id;
}

function noSubcategory(subcategory: unknown, category: unknown): string {
  const place = typeof category === 'string' ? ` in the category "${category}"` : '';
  return `There is no subcategory "${String(subcategory)}"${place}`;
}

function refused({ line }: CheckedRow, field: GroupKind, message: string): RowError {
  const value = /"(.*?)"/.exec(message)?.[1] ?? null;
  return { row: line, field, value, message };
}
