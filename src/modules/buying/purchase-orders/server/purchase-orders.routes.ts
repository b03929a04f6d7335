import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { purchaseOrderFields } from '../purchase-orders.fields';
import {
  newPurchaseOrderSchema,
  purchaseOrderCloseSchema,
  purchaseOrderPatchSchema,
  purchaseOrderStatusSchema,
  wholePurchaseOrder,
} from '../requests.schema';
import {
  closePurchaseOrder,
  createPurchaseOrder,
  deletePurchaseOrder,
  setPurchaseOrderStatus,
  updatePurchaseOrder,
} from './purchase-orders.actions';
import {
  getPurchaseOrder,
  listPurchaseOrders,
  purchaseLines,
  purchaseOrderLinks,
  purchaseOrders,
} from './purchase-orders.queries';

const shared = { tag: 'Purchase Orders' } as const;

export function purchaseOrderRoutes(api: Api): void {
  recordRoutes(api, {
    ...shared,
    url: '/purchase-orders',
    access: 'purchase_orders',
    response: wholePurchaseOrder,
    find: ({ db, person }, id) => getPurchaseOrder(db, id, person),
    list: {
      summary: 'List all purchase orders, newest first, without their lines',
      row: rowSchema(purchaseOrderFields),
      source: (context) => listPurchaseOrders(context.person),
    },
    create: {
      summary: 'Create a purchase order: a draft with its number, or ordered at once',
      body: newPurchaseOrderSchema,
      act: createPurchaseOrder,
    },
    read: { summary: 'Get a purchase order with its items' },
    update: {
      summary: 'Change a draft, or what receipts and bills of an ordered purchase order permit',
      body: purchaseOrderPatchSchema,
      act: updatePurchaseOrder,
    },
    status: {
      summary: 'Place a purchase order, or cancel one of which nothing was received',
      body: purchaseOrderStatusSchema,
      act: setPurchaseOrderStatus,
    },
    remove: { summary: 'Delete a draft', act: deletePurchaseOrder },
    history: { entity: purchaseOrders, links: purchaseOrderLinks, lines: [purchaseLines] },
  });
  route(api, {
    ...shared,
    access: 'purchase_orders.update',
    method: 'POST',
    url: '/purchase-orders/:id/close',
    summary: 'End the open quantities of a purchase order of which something was received',
    params: idParams,
    body: purchaseOrderCloseSchema,
    response: wholePurchaseOrder,
    idempotent: true,
    handle: ({ context, params, body }) => closePurchaseOrder(context, params.id, body?.updated_at),
  });
}
