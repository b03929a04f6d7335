import { fileRoute } from '~/kit/server/http/file-route';
import { listRoute } from '~/kit/server/http/list-route';
import { recordRoutes } from '~/kit/server/http/record-routes';
import { type Api, idParams, route } from '~/kit/server/http/route';
import { rowSchema } from '~/kit/shared/fields/record-schemas';
import { readRecordOf } from '~/modules/records/records/server/records.service';
import { taxPreviewResponse } from '~/modules/sales/documents/taxes/tax-preview.fields';
import { purchaseOrderFields } from '../purchase-orders.fields';
import {
  newPurchaseOrderSchema,
  purchaseOrderCloseSchema,
  purchaseOrderPatchSchema,
  purchaseOrderStatusSchema,
  purchaseTaxSchema,
  wholePurchaseOrder,
} from '../requests.schema';
import { purchaseOrderPdf, sendPurchaseOrder } from './documents.actions';
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
  listPurchaseOrdersOf,
  purchaseLines,
  purchaseOrderLinks,
  purchaseOrders,
  purchaseOrderWindows,
} from './purchase-orders.queries';

import { previewPurchaseTax } from './tax-preview.actions';

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
      windows: purchaseOrderWindows,
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
    history: {
      entity: purchaseOrders,
      links: purchaseOrderLinks,
      lines: [purchaseLines],
      path: 'purchase-orders',
    },
  });
  stepRoutes(api);
  vendorRoutes(api);
  fileRoute(api, {
    ...shared,
    access: 'purchase_orders.read',
    url: '/purchase-orders/:id/pdf',
    summary: 'Download a purchase order as PDF',
    params: idParams,
    handle: ({ context, params }) => purchaseOrderPdf(context, params.id),
  });
}

function stepRoutes(api: Api): void {
  route(api, {
    ...shared,
    access: 'purchase_orders.update',
    method: 'POST',
    url: '/purchase-orders/:id/send',
    summary: 'Email a purchase order to its vendor; a draft becomes ordered',
    params: idParams,
    response: wholePurchaseOrder,
    idempotent: true,
    handle: ({ context, params }) => sendPurchaseOrder(context, params.id, api),
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

function vendorRoutes(api: Api): void {
  listRoute(api, {
    ...shared,
    access: ['purchase_orders.read', 'vendors.read'],
    url: '/vendors/:id/purchase-orders',
    summary: 'List the purchase orders of a vendor, newest first, without their lines',
    row: rowSchema(purchaseOrderFields),
    params: idParams,
    source: async ({ context, params }) => {
      await readRecordOf(context, 'vendors', params.id);
      return listPurchaseOrdersOf(context.person, params.id);
    },
  });
  route(api, {
    ...shared,
    access: 'vendors.read',
    method: 'POST',
    url: '/purchase-orders/tax-preview',
    summary: 'Calculate GST and totals of a document of a vendor that is being typed',
    body: purchaseTaxSchema,
    response: taxPreviewResponse,
    handle: ({ context, body }) => previewPurchaseTax(context, body),
  });
}
