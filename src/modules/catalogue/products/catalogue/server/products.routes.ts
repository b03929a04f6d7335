import { z } from 'zod';
import { mergeRoute, readOrFollow } from '~/modules/records/batches/server/merge.service';
import { productMerge } from './bulk.internal';
import { getRecord } from '~/kit/server/database/entity';
import { listRoute } from '~/kit/server/http/list-route';
import { patchSchema, rowSchema } from '~/kit/shared/fields/record-schemas';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { revaluedSchema } from '../../stock/revalued.fields';
import { adjustmentSchema, movementSchema, revaluationSchema } from '../../stock/movements.fields';
import { scannedSchema, stockSchema } from '../../stock/levels.fields';
import { scan, stockOf } from '../../stock/server/levels.actions';
import { newProductSchema, productFields } from '../products.fields';
import type { ProductFigures } from '../products.rules';
import { productFiguresNow, productWindows } from './product-windows.queries';
import { listProducts, products, productLinks } from './products.queries';
import { createProduct, deleteProduct, updateProduct } from './products.actions';
import {
  adjustStock,
  movementsOf,
  revalue,
} from '~/modules/catalogue/products/stock/server/stock.service';

const productRow = rowSchema(productFields);
const figuresSchema: z.ZodType<ProductFigures> = z.object({
  total: z.int(),
  low: z.int(),
  out: z.int(),
  value: z.number(),
});
const shared = { tag: 'Products' } as const;

export function productRoutes(api: Api): void {
  listingRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/products',
    access: 'products',
    custom: { entity: products },
    response: productRow,
    find: ({ db }, id) => getRecord(db, products, id),
    list: {
      summary: 'List all products, newest first; or their sorted ids, and rows by id',
      source: listProducts,
      windows: productWindows,
    },
    create: {
      summary: 'Create a product; its opening stock is its first movement',
      body: newProductSchema,
      act: createProduct,
    },
    read: {
      summary: 'Get a product',
      find: (context, id) => readOrFollow(context, products, id),
    },
    update: {
      summary:
        'Change a product: the whole form or any of its fields; a changed stock creates a movement',
      body: patchSchema(productFields),
      act: updateProduct,
    },
    remove: {
      summary: 'Delete a product without stock that no order or invoice names',
      act: deleteProduct,
    },
    history: { entity: products, links: productLinks },
  });
  stockRoutes(api);
}

function listingRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'products.read',
    method: 'GET',
    url: '/products/figures',
    summary: 'Get the number of all, low and out-of-stock products, and the value of their stock',
    response: figuresSchema,
    handle: ({ context }) => productFiguresNow(context.db),
  });
}

function stockRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'stock.update',
    method: 'POST',
    url: '/products/:id/adjust-stock',
    summary: 'Add stock, remove stock, or set it to a counted quantity, in a location and a lot',
    params: idParams,
    body: adjustmentSchema,
    response: productRow.and(revaluedSchema),
    idempotent: true,
    handle: ({ context, params, body }) => adjustStock(context, params.id, body),
  });
  route(api, {
    ...shared,
    access: 'stock.update',
    method: 'POST',
    url: '/products/:id/revalue',
    summary: 'Give the stock another average cost from now on',
    params: idParams,
    body: revaluationSchema,
    response: productRow,
    idempotent: true,
    handle: ({ context, params, body }) => revalue(context, params.id, body),
  });
  levelRoutes(api);
  listRoute(api, {
    ...shared,
    access: 'products.read',
    url: '/products/:id/stock-movements',
    summary: 'List the stock movements of a product, newest first',
    params: idParams,
    row: movementSchema,
    source: ({ context, params }) => movementsOf(context, params.id),
  });
  mergeRoute(api, productMerge, {
    ...shared,
    row: productRow,
  });
}

function levelRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'products.read',
    method: 'GET',
    url: '/products/:id/stock',
    summary:
      'Get the stock of a product: what is held, reserved and available, its value, and where it lies',
    params: idParams,
    response: stockSchema,
    handle: ({ context, params }) => stockOf(context, params.id),
  });
  route(api, {
    ...shared,
    access: 'user',
    takesKeys: true,
    method: 'GET',
    url: '/scan',
    summary:
      'Find what carries exactly this text: products by barcode or SKU code, lots, locations',
    query: z.object({ code: z.string().trim().min(1).max(100) }),
    response: z.array(scannedSchema),
    handle: ({ context, query }) => scan(context, query.code),
  });
}
