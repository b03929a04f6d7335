import { z } from 'zod';
import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { maxId } from '~/kit/shared/fields/fields';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import { mostPicked, tooManyPicked } from '~/modules/sales/orders/orders.rules';
import { lineLotsSchema } from '~/modules/catalogue/products/lots/lots.fields';
import { deliveryFields, deliveryItemFields, type DeliveryWithItems } from '../deliveries.fields';
import { isNumbered } from '../deliveries.rules';
import { deliveryPatchSchema, deliveryStatusSchema, newDeliverySchema } from '../requests.schema';
import { challanPdf } from './deliveries.service';
import {
  countToDispatch,
  deliveries,
  deliveryLines,
  deliveryLinks,
  getDelivery,
  listDeliveries,
  deliveryWindows,
  listDeliveriesOf,
} from './deliveries.queries';
import {
  createDelivery,
  deleteDelivery,
  setDeliveryStatus,
  updateDelivery,
  pickingList,
} from './deliveries.actions';

const row = rowSchema(deliveryFields);
const whole: z.ZodType<DeliveryWithItems> = row.and(
  z.object({
    items: z.array(
      z.intersection(rowSchema(deliveryItemFields), z.object({ lots: lineLotsSchema })),
    ),
  }),
);
const shared = { tag: 'Deliveries' } as const;

export function deliveryRoutes(api: Api): void {
  listRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/deliveries',
    access: 'deliveries',
    custom: { entity: deliveries, isIssued: isNumbered },
    response: whole,
    find: ({ db, person }, id) => getDelivery(db, id, person),
    list: {
      summary: 'List the deliveries of the chosen workspace, newest first, without their lines',
      row,
      source: (context) => listDeliveries(context.person),
      windows: deliveryWindows,
    },
    create: {
      summary:
        'Create a delivery of an order: a draft, or dispatched at once; without items of all open quantities',
      body: newDeliverySchema,
      act: createDelivery,
    },
    read: { summary: 'Get a delivery with its items' },
    update: {
      summary: 'Change a draft, or transport and notes of a dispatched delivery',
      body: deliveryPatchSchema,
      act: updateDelivery,
    },
    status: {
      summary:
        'Dispatch a draft, mark a dispatched delivery as delivered, or cancel it; stock and order follow',
      body: deliveryStatusSchema,
      act: setDeliveryStatus,
    },
    remove: {
      summary: 'Delete a draft',
      act: deleteDelivery,
    },
    history: { entity: deliveries, links: deliveryLinks, lines: [deliveryLines] },
  });
  readingRoutes(api);
}

function listRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: ['deliveries.read', 'orders.read'],
    url: '/orders/:id/deliveries',
    summary: 'List the deliveries of an order, newest first, without their lines',
    row,
    params: idParams,
    source: async ({ context, params }) => {
      await readRecordOf(context, 'orders', params.id);
      return listDeliveriesOf(context.person, params.id);
    },
  });
}

const orderIds = z
  .string({ error: 'order_ids must be ids of orders, such as 4,7' })
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, {
    error: 'order_ids must be ids of orders, such as 4,7',
  })
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.every((id) => id <= maxId), { error: 'An id is too large' })
  .refine((ids) => ids.length <= mostPicked, { error: tooManyPicked });

function readingRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: ['deliveries.read', 'orders.read'],
    method: 'GET',
    url: '/deliveries/to-dispatch',
    summary:
      'Count the open lines of confirmed and processing orders whose product is in stock, and those orders',
    response: z.object({ lines: z.int(), orders: z.int() }),
    handle: ({ context }) => countToDispatch(context.db, context.person),
  });
  fileRoute(api, {
    ...shared,
    access: ['deliveries.read', 'orders.read'],
    url: '/deliveries/picking-list',
    summary: 'Download the open quantities of chosen orders, product by product, as a PDF file',
    query: z.object({ order_ids: orderIds }),
    handle: ({ context, query }) => pickingList(context, query.order_ids),
  });
  fileRoute(api, {
    ...shared,
    access: 'deliveries.read',
    url: '/deliveries/:id/pdf',
    summary: 'Download the delivery challan as a PDF file with its three copies',
    params: idParams,
    handle: ({ context, params }) => challanPdf(context, params.id),
  });
}
