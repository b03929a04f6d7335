import { z } from 'zod';
import { historyRoute } from '~/kit/server/http/history-route';
import { listRoute } from '~/kit/server/http/list-route';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  limitFields,
  newPriceListSchema,
  priceFields,
  priceListFields,
  priceListPatchSchema,
  type WholePriceList,
} from '../price-lists.fields';
import {
  getPriceList,
  listPriceLists,
  priceListLines,
  priceListLinks,
  priceLists,
} from './price-lists.queries';
import { createPriceList, deletePriceList, updatePriceList } from './price-lists.actions';
import { pricesFor } from './prices.actions';

const row = rowSchema(priceListFields);
const whole: z.ZodType<WholePriceList> = row.and(
  z.object({
    items: z.array(rowSchema(priceFields)),
    discount_limits: z.array(rowSchema(limitFields)),
  }),
);
const shared = { tag: 'Price Lists' } as const;

export function priceListRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: 'price_lists.read',
    url: '/price-lists',
    summary: 'List the price lists by name, without their prices',
    row,
    source: listPriceLists,
  });
  pricesRoute(api);
  route(api, {
    ...shared,
    access: 'price_lists.create',
    method: 'POST',
    url: '/price-lists',
    errors: ['price_list.name_taken', 'price_list.limits_fixed'],
    summary: 'Create a price list; without a day it holds from today on',
    body: newPriceListSchema,
    response: whole,
    status: 201,
    idempotent: true,
    handle: ({ context, body }) => createPriceList(context, body),
  });
  route(api, {
    ...shared,
    access: 'price_lists.read',
    method: 'GET',
    url: '/price-lists/:id',
    summary: 'Get a price list with its prices and discount limits',
    params: idParams,
    response: whole,
    handle: ({ context, params }) => getPriceList(context.db, params.id),
  });
  route(api, {
    ...shared,
    access: 'price_lists.update',
    method: 'PUT',
    url: '/price-lists/:id',
    errors: ['price_list.name_taken', 'price_list.limits_fixed'],
    summary:
      'Change any fields of a price list; items and limits, if sent, replace the existing ones',
    params: idParams,
    body: priceListPatchSchema,
    response: whole,
    current: ({ db }, { id }) => getPriceList(db, id),
    handle: ({ context, params, body }) => updatePriceList(context, params.id, body),
  });
  leavingRoutes(api);
}

function leavingRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'price_lists.delete',
    method: 'DELETE',
    url: '/price-lists/:id',
    summary: 'Delete a price list; documents keep the prices that they have',
    params: idParams,
    response: z.object({ id: z.int() }),
    handle: ({ context, params }) => deletePriceList(context, params.id),
  });
  historyRoute(api, {
    ...shared,
    access: 'price_lists.read',
    entity: priceLists,
    links: priceListLinks,
    lines: priceListLines,
    read: ({ db }, id) => getPriceList(db, id),
  });
}

const mostProducts = 200;

const step = z.object({
  from_quantity: z.number(),
  unit_price: z.number(),
  price_list_id: z.int(),
  price_list_name: z.string(),
});

const ids = z
  .string({ error: 'product_id must be ids of products, such as 4,7' })
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, {
    error: 'product_id must be ids of products, such as 4,7',
  })
  .transform((text) => text.split(',').map(Number))
  .refine((list) => list.every((id) => id <= maxId), { error: 'An id is too large' })
  .refine((list) => list.length <= mostProducts, {
    error: `At most ${mostProducts} products can be asked for at once`,
  });

function pricesRoute(api: Api): void {
  route(api, {
    ...shared,
    access: ['price_lists.read', 'products.read'],
    method: 'GET',
    url: '/price-lists/prices',
    summary: 'Get the price of each product, and its prices by quantity for a customer on a day',
    query: z.object({
      customer_id: z.coerce.number().int().min(1).max(maxId).optional(),
      date: z.iso.date({ error: 'date must be a day such as 2026-11-22' }).optional(),
      product_id: ids,
    }),
    response: z.array(
      z.object({ product_id: z.int(), unit_price: z.number(), steps: z.array(step) }),
    ),
    handle: ({ context, query }) => pricesFor(context, query),
  });
}
