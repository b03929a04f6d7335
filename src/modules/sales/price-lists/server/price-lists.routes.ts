import { z } from 'zod';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { isDay } from '~/kit/shared/time/days';
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
  priceListWindows,
  priceListLines,
  priceListLinks,
  priceLists,
} from './price-lists.queries';
import {
  createPriceList,
  deletePriceList,
  updatePriceList,
  pricesFor,
} from './price-lists.actions';

const row = rowSchema(priceListFields);
const whole: z.ZodType<WholePriceList> = row.and(
  z.object({
    items: z.array(rowSchema(priceFields)),
    discount_limits: z.array(rowSchema(limitFields)),
  }),
);
const shared = { tag: 'Price Lists' } as const;

export function priceListRoutes(api: Api): void {
  pricesRoute(api);
  recordRoutes(api, {
    ...shared,
    url: '/price-lists',
    access: 'price_lists',
    custom: { entity: priceLists },
    response: whole,
    find: ({ db }, id) => getPriceList(db, id),
    list: {
      summary: 'List the price lists by name, without their prices',
      row,
      source: listPriceLists,
      windows: priceListWindows,
    },
    create: {
      summary: 'Create a price list; without a day it holds from today on',
      body: newPriceListSchema,
      act: createPriceList,
    },
    read: { summary: 'Get a price list with its prices and discount limits' },
    update: {
      summary:
        'Change any fields of a price list; items and limits, if sent, replace the existing ones',
      body: priceListPatchSchema,
      act: updatePriceList,
    },
    remove: {
      summary: 'Delete a price list; documents keep the prices that they have',
      act: deletePriceList,
    },
    history: { entity: priceLists, links: priceListLinks, lines: priceListLines },
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
      date: z
        .string({ error: 'date must be a day such as 2026-11-22' })
        .refine(isDay, { error: 'date must be a day such as 2026-11-22' })
        .optional(),
      product_id: ids,
    }),
    response: z.array(
      z.object({ product_id: z.int(), unit_price: z.number(), steps: z.array(step) }),
    ),
    handle: ({ context, query }) => pricesFor(context, query),
  });
}
