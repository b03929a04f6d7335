import { z } from 'zod';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import {
  newOrderSchema,
  orderCloseSchema,
  orderPatchSchema,
  orderStatusSchema,
  wholeOrder,
} from '../requests.schema';
import { longFiguresRoute } from '~/modules/sales/documents/lines/server/long-lists.service';
import { orderFigures } from '../orders.filters';
import { orderFields } from '../orders.fields';
import { orderList, orderWindows } from './order-windows.queries';
import { orderLines } from './order-lines.queries';
import { getOrder, listOrders, orderLinks, orders } from './orders.queries';
import { requestApproval } from './discounts.actions';
import { getCredit } from './credit.service';
import { closeOrder, createOrder, deleteOrder, updateOrder } from './orders.actions';
import {
  taxPreviewResponse,
  taxPreviewSchema,
} from '~/modules/sales/documents/taxes/tax-preview.fields';
import { previewTax } from './tax-preview.actions';

const shared = { tag: 'Orders' } as const;

export function orderRoutes(api: Api): void {
  taxPreviewRoutes(api);
  listRoutes(api);
  recordRoutes(api, {
    ...shared,
    url: '/orders',
    access: 'orders',
    custom: { entity: orders },
    response: wholeOrder,
    find: ({ db, person }, id) => getOrder(db, id, person),
    list: {
      summary: 'List the orders of the chosen workspace, newest first, without their lines',
      row: rowSchema(orderFields),
      source: (context) => listOrders(context.person),
      windows: orderWindows,
    },
    create: {
      summary: 'Create a pending order; the server calculates its amounts',
      body: newOrderSchema,
      act: createOrder,
    },
    read: { summary: 'Get an order with its items and services' },
    update: {
      summary: 'Change an order: all or some of its fields; services not sent stay',
      body: orderPatchSchema,
      act: updateOrder,
    },
    status: {
      summary: 'Move an order to another status; stock follows',
      body: orderStatusSchema,
      act: updateOrder,
    },
    remove: {
      summary: 'Delete an order that is neither delivered nor invoiced; its stock is returned',
      act: deleteOrder,
    },
    history: { entity: orders, links: orderLinks, lines: [orderLines] },
  });
  route(api, {
    ...shared,
    access: ['customers.read', 'orders.read'],
    method: 'GET',
    url: '/customers/:id/credit',
    summary: 'Get the credit limit of a customer and what a new order can take of it',
    params: idParams,
    response: z.object({ credit_limit: z.number().nullable(), left: z.number().nullable() }),
    handle: ({ context, params }) => getCredit(context, params.id),
  });
  stepRoutes(api);
}

function listRoutes(api: Api): void {
  longFiguresRoute(api, {
    ...shared,
    access: 'orders.read',
    url: '/orders/figures',
    summary:
      'Get the numbers and the revenue of the orders of the chosen workspace, and whose they are',
    figures: orderFigures,
    entities: ['orders', 'customers'],
    list: orderList,
  });
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'orders.update',
    method: 'POST',
    url: '/orders/:id/close',
    summary:
      'End the open quantities of an order: it counts as fully delivered and reserves nothing',
    params: idParams,
    body: orderCloseSchema,
    response: wholeOrder,
    idempotent: true,
    handle: ({ context, params, body }) => closeOrder(context, params.id, body?.updated_at),
  });
  route(api, {
    ...shared,
    access: 'orders.update',
    method: 'POST',
    url: '/orders/:id/approval-request',
    summary:
      'Notify those who may confirm an order whose discounts are above the limit of the person',
    params: idParams,
    response: z.object({ notified: z.int() }),
    idempotent: true,
    handle: ({ context, params }) => requestApproval(context, params.id),
  });
}

function taxPreviewRoutes(api: Api): void {
  route(api, {
    tag: 'Orders',
    access: 'customers.read',
    method: 'POST',
    url: '/tax/preview',
    summary: 'Calculate GST and totals of a document that is being typed; nothing is stored',
    body: taxPreviewSchema,
    response: taxPreviewResponse,
    handle: ({ context, body }) => previewTax(context, body),
  });
}
