import type { Write } from '~/kit/server/database/context';
import type { RowError } from '~/modules/records/imports/imports.fields';
import type { Values } from '~/modules/records/imports/rows.rules';
import { findNamesake } from '../../catalogue/server/categories.queries';
import { addBrand, addCategory, addSubcategory } from '../../catalogue/server/categories.actions';
import type { GroupName } from '../products.csv';
import { type ExistingProduct, listGroups } from './product-imports.queries';

/** The ids of the names in a row; absent for a column that the file does not have. */
type GroupIds = Partial<Record<`${GroupName}_id`, number | null>>;
type WrongName = Pick<RowError, 'value' | 'message'> & { field: GroupName };

interface Creating {
  /** A dry run only reserves an id for a new one. */
  dryRun: boolean;
  /** Unknown brands and subcategories are created too, as in a file of another program. */
  createsAll: boolean;
}

/** Finds categories, subcategories, brands and tax classes by name, ignoring case, and creates unknown categories. */
export async function groupFinder(
  write: Write,
  { dryRun, createsAll }: Creating,
): Promise<(values: Values, existing: ExistingProduct | null) => Promise<GroupIds | WrongName>> {
  const listed = await listGroups(write.trx);
  const idsOf = (kind: GroupName) => new Map(listed[kind].map(({ key, id }) => [key, id]));
  const categories = idsOf('category');
  const named = { tax_class: idsOf('tax_class'), brand: idsOf('brand') };
  const subcategories = new Map(
    listed.subcategory.map(({ category_id, key, id }) => [`${category_id} ${key}`, id]),
  );
  let reserved = 0;
  const added = async (ids: Map<string, number>, key: string, add: () => Promise<number>) => {
    reserved -= 1;
    const id = dryRun ? reserved : await add();
    ids.set(key, id);
    return id;
  };
  const categoryOf = (name: string) => {
    const key = name.toLowerCase();
    return categories.get(key) ?? added(categories, key, () => newCategory(write, name));
  };
  return async (values, existing) => {
    const { category, subcategory, brand, tax_class } = values;
    const ids: GroupIds = {};
    if (tax_class !== undefined) {
      const id = tax_class === null ? null : named.tax_class.get(keyOf(tax_class));
      if (id === undefined) return wrong('tax_class', tax_class);
      ids.tax_class_id = id;
    }
    const brandId = brand === null ? null : named.brand.get(keyOf(brand));
    if (brand !== undefined) {
      if (brandId === undefined && !createsAll) return wrong('brand', brand);
      ids.brand_id = brandId ?? null;
    }
    const found = typeof category === 'string' ? categories.get(keyOf(category)) : null;
    const within = category === undefined ? (existing?.category_id ?? null) : found;
    const subcategoryId =
      subcategory === null ? null : subcategories.get(`${within} ${keyOf(subcategory)}`);
    if (subcategory !== undefined) {
      if (subcategoryId === undefined && (!createsAll || within === null)) {
        return wrong('subcategory', subcategory, category);
      }
      ids.subcategory_id = subcategoryId ?? null;
    }
    // From here the row is taken: what is created is not left behind by a refused one.
    if (category !== undefined) {
      ids.category_id = typeof category === 'string' ? await categoryOf(category) : null;
    }
    if (typeof brand === 'string' && brandId === undefined) {
      ids.brand_id = await added(named.brand, keyOf(brand), () => newBrand(write, brand));
    }
    if (typeof subcategory === 'string' && subcategoryId === undefined) {
      const category_id = ids.category_id ?? within ?? 0;
      ids.subcategory_id = await added(subcategories, `${category_id} ${keyOf(subcategory)}`, () =>
        newSubcategory(write, { category_id, subcategory_name: subcategory }),
      );
    }
    return ids;
  };
}

function keyOf(name: unknown): string {
  return String(name).toLowerCase();
}

async function newCategory(write: Write, name: string): Promise<number> {
  const namesake = await findNamesake(write.trx, 'categories', { name });
  return namesake?.id ?? (await addCategory(write, { category_name: name })).id;
}

async function newBrand(write: Write, name: string): Promise<number> {
  const namesake = await findNamesake(write.trx, 'brands', { name });
  return namesake?.id ?? (await addBrand(write, { brand_name: name })).id;
}

async function newSubcategory(
  write: Write,
  values: { category_id: number; subcategory_name: string },
): Promise<number> {
  const { subcategory_name: name, category_id: category } = values;
  const namesake = await findNamesake(write.trx, 'subcategories', { name, category });
  return namesake?.id ?? (await addSubcategory(write, values)).id;
}

function wrong(field: GroupName, name: unknown, category?: unknown): WrongName {
  const within = typeof category === 'string' ? ` in the category "${category}"` : '';
  const value = String(name);
  return { field, value, message: `There is no ${field.replace('_', ' ')} "${value}"${within}` };
}
