import type { Context, Write } from '~/kit/server/database/context';
import type { Transaction } from '~/kit/server/database/transaction';
import { listDependents } from '~/kit/server/database/dependents';
import { type Entity, lockRecord } from '~/kit/server/database/entity';
import { alreadyTaken, AppError, enforce, invalid } from '~/kit/server/errors';
import { deleteRecord, insertRecord, updateRecord } from '~/kit/server/database/write';
import type { Fields } from '~/kit/shared/fields/fields';
import { may } from '~/modules/organization/users/rights.rules';
import type { Brand, BrandPatch } from '../brands.fields';
import type { Category, CategoryPatch } from '../categories.fields';
import { canDeleteGroup, canMoveSubcategory } from '../products.rules';
import type { Subcategory, SubcategoryPatch } from '../subcategories.fields';
import {
  brands,
  categories,
  countMembers,
  findCategory,
  findNamesake,
  listMembers,
  type NameTable,
  subcategories,
} from './categories.queries';

type Seen = { updated_at?: string };

export async function createCategory(context: Context, values: CategoryPatch): Promise<Category> {
  return context.write((write) => addCategory(write, values));
}

/** Creates a category in the caller's transaction; imports create new ones. */
export async function addCategory(write: Write, values: CategoryPatch): Promise<Category> {
  await refuseTaken(write, 'categories', { name: values.category_name });
  return insertRecord(write, categories, values);
}

export async function updateCategory(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: CategoryPatch & Seen,
): Promise<Category> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, categories, id, seen);
    await refuseTaken(write, 'categories', { name: values.category_name, id });
    return updateRecord(write, categories, { row, values });
  });
}

export async function createSubcategory(
  context: Context,
  values: SubcategoryPatch,
): Promise<Subcategory> {
  return context.write((write) => addSubcategory(write, values));
}

/** Creates a subcategory in the caller's transaction; imports create new ones. */
export async function addSubcategory(write: Write, values: SubcategoryPatch): Promise<Subcategory> {
  await refuseMissingCategory(write.trx, values.category_id);
  await refuseTaken(write, 'subcategories', {
    name: values.subcategory_name,
    category: values.category_id,
  });
  return insertRecord(write, subcategories, values);
}

export async function updateSubcategory(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: SubcategoryPatch & Seen,
): Promise<Subcategory> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, subcategories, id, seen);
    const category = values.category_id ?? row.category_id;
    const name = values.subcategory_name ?? row.subcategory_name;
    await refuseTaken(write, 'subcategories', { name, category, id });
    if (category !== row.category_id) {
      await refuseMissingCategory(trx, category);
      const { products } = await countMembers(trx, 'subcategories', id);
      enforce(canMoveSubcategory(row.subcategory_name, products));
    }
    return updateRecord(write, subcategories, { row, values });
  });
}

export async function createBrand(context: Context, values: BrandPatch): Promise<Brand> {
  return context.write((write) => addBrand(write, values));
}

/** Creates a brand in the caller's transaction; imports create new ones. */
export async function addBrand(write: Write, values: BrandPatch): Promise<Brand> {
  await refuseTaken(write, 'brands', { name: values.brand_name });
  return insertRecord(write, brands, values);
}

export async function updateBrand(
  context: Context,
  id: number,
  { updated_at: seen, ...values }: BrandPatch & Seen,
): Promise<Brand> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, brands, id, seen);
    await refuseTaken(write, 'brands', { name: values.brand_name, id });
    return updateRecord(write, brands, { row, values });
  });
}

export async function deleteCategory(context: Context, id: number): Promise<{ id: number }> {
  return deleteGroup(context, { entity: categories, table: 'categories', noun: 'category' }, id);
}

export async function deleteSubcategory(context: Context, id: number): Promise<{ id: number }> {
  const group = { entity: subcategories, table: 'subcategories', noun: 'subcategory' } as const;
  return deleteGroup(context, group, id);
}

export async function deleteBrand(context: Context, id: number): Promise<{ id: number }> {
  return deleteGroup(context, { entity: brands, table: 'brands', noun: 'brand' }, id);
}

interface Group<F extends Fields> {
  entity: Entity<F>;
  table: NameTable;
  noun: 'category' | 'subcategory' | 'brand';
}

/** Locked before it is counted: a concurrent product waits, and then finds the group gone. */
async function deleteGroup<F extends Fields>(
  context: Context,
  { entity, table, noun }: Group<F>,
  id: number,
): Promise<{ id: number }> {
  return context.write(async (write, trx) => {
    const row = await lockRecord(trx, entity, id);
    const verdict = canDeleteGroup(noun, entity.label(row), await countMembers(trx, table, id));
    if (!verdict.ok) {
      const members = await listMembers(trx, table, id);
      const details = members.map(({ type, id: member, name }) => ({
        message: `It has the ${type} ${name}`,
        record: { type, id: member, label: name },
      }));
      enforce(verdict, details);
    }
    if (table === 'categories') await refuseCounted(write, { id, name: entity.label(row) });
    await deleteRecord(write, entity, { row });
    return { id };
  });
}

/** 409 for a category of open stock counts. */
async function refuseCounted(write: Write, { id, name }: { id: number; name: string }) {
  const details = await listDependents(write, { table: 'categories', id });
  const message = `An open stock count has the category "${name}", so it cannot be deleted`;
  if (details.length > 0) throw new AppError('category.in_use', message, { details });
}

async function refuseMissingCategory(trx: Transaction, id: number | undefined): Promise<void> {
  if (id === undefined || !(await findCategory(trx, id)))
    throw invalid('category_id', 'Category not found');
}

const nameFields = {
  categories: { noun: 'category', field: 'category_name' },
  subcategories: { noun: 'subcategory', field: 'subcategory_name' },
  brands: { noun: 'brand', field: 'brand_name' },
} as const;

/** Names are unique ignoring case, because import files refer to categories by name. */
async function refuseTaken(
  { trx, context: { person } }: Write,
  table: NameTable,
  requested: { name: string | undefined; category?: number | undefined; id?: number },
): Promise<void> {
  const { name, category, id } = requested;
  if (name === undefined) return;
  const duplicate = await findNamesake(trx, table, { name, category });
  if (!duplicate || duplicate.id === id) return;
  const { noun, field } = nameFields[table];
  const message = `There is already a ${noun} called "${duplicate.name}"`;
  const record = { type: noun, id: duplicate.id, label: duplicate.name };
  const link = may(person, 'products.read').ok ? { record } : {};
  throw alreadyTaken(`${noun}.name_taken`, { field, message, ...link });
}
