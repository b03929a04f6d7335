import { z } from 'zod';
import { maxId } from '~/kit/shared/fields/fields';
import { createSchema, patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import type { Context } from '~/kit/server/database/context';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import type { ListSource } from '~/kit/server/lists/list-source';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { brandFields } from '../brands.fields';
import { categoryFields } from '../categories.fields';
import { newSubcategorySchema, subcategoryFields } from '../subcategories.fields';
import {
  brands,
  categories,
  listBrands,
  listCategories,
  listSubcategories,
  subcategories,
} from './categories.queries';
import {
  createBrand,
  createCategory,
  createSubcategory,
  deleteBrand,
  deleteCategory,
  deleteSubcategory,
  updateBrand,
  updateCategory,
  updateSubcategory,
} from './categories.actions';

const shared = { tag: 'Catalogue' } as const;
const deletedSchema = z.object({ id: z.int() });
const nothing = z.object({});
const ofCategory = z.object({
  category_id: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'category_id must be a whole number' })
    .transform((text) => Math.min(Number(text), maxId))
    .optional(),
});

export function categoryRoutes(api: Api): void {
  groupRoutes(api, {
    url: '/inventory/categories',
    texts: { one: 'a category', all: 'List all categories, by name' },
    row: rowSchema(categoryFields),
    query: nothing,
    list: listCategories,
    body: createSchema(categoryFields),
    patch: patchSchema(categoryFields),
    get: (context, id) => getRecord(context.db, categories, id),
    create: createCategory,
    update: updateCategory,
    remove: deleteCategory,
  });
  groupRoutes(api, {
    url: '/inventory/subcategories',
    texts: {
      one: 'a subcategory',
      all: 'List all subcategories, or those of one category, by name',
    },
    row: rowSchema(subcategoryFields),
    query: ofCategory,
    list: ({ category_id }) => listSubcategories(category_id),
    body: newSubcategorySchema,
    patch: patchSchema(subcategoryFields),
    get: (context, id) => getRecord(context.db, subcategories, id),
    create: createSubcategory,
    update: updateSubcategory,
    remove: deleteSubcategory,
  });
  groupRoutes(api, {
    url: '/brands',
    texts: { one: 'a brand', all: 'List all brands, by name' },
    row: rowSchema(brandFields),
    query: nothing,
    list: listBrands,
    body: createSchema(brandFields),
    patch: patchSchema(brandFields),
    get: (context, id) => getRecord(context.db, brands, id),
    create: createBrand,
    update: updateBrand,
    remove: deleteBrand,
  });
}

interface GroupCalls<Row extends object, New, Patch> {
  url: string;
  texts: { one: string; all: string };
  row: z.ZodType<Row>;
  query: z.ZodObject;
  list: (query: { category_id?: number }) => ListSource;
  body: z.ZodType<New, unknown>;
  patch: z.ZodType<Patch, unknown>;
  get: (context: Context, id: number) => Promise<Row>;
  create: (context: Context, values: New) => Promise<Row>;
  update: (context: Context, id: number, patch: Patch) => Promise<Row>;
  remove: (context: Context, id: number) => Promise<{ id: number }>;
}

function groupRoutes<Row extends object, New, Patch>(
  api: Api,
  calls: GroupCalls<Row, New, Patch>,
): void {
  const { url, row } = calls;
  const { one, all } = calls.texts;
  const single = { ...shared, url: `${url}/:id`, params: idParams };
  listRoute(api, {
    ...shared,
    access: 'products.read',
    url,
    summary: all,
    query: calls.query,
    row,
    source: ({ query }) => calls.list(query),
  });
  route(api, {
    ...shared,
    access: 'products.create',
    method: 'POST',
    url,
    summary: `Create ${one}`,
    body: calls.body,
    response: row,
    status: 201,
    handle: ({ context, body }) => calls.create(context, body),
  });
  route(api, {
    ...single,
    access: 'products.read',
    method: 'GET',
    summary: `Get ${one}`,
    response: row,
    handle: ({ context, params }) => calls.get(context, params.id),
  });
  route(api, {
    ...single,
    access: 'products.update',
    method: 'PUT',
    summary: `Change ${one}: the whole form or any of its fields`,
    body: calls.patch,
    response: row,
    current: (context, { id }) => calls.get(context, id),
    handle: ({ context, params, body }) => calls.update(context, params.id, body),
  });
  route(api, {
    ...single,
    access: 'products.delete',
    method: 'DELETE',
    summary: `Delete ${one} that is empty`,
    response: deletedSchema,
    handle: ({ context, params }) => calls.remove(context, params.id),
  });
}
