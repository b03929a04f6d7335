import type { Module } from '~/kit/server/http/module';
import { providePurchaseOrders } from './extensions.queries';
import { fillDemoPurchaseOrders } from './purchase-orders.demo';
import { purchaseOrderChecks } from './purchase-orders.invariants';
import { purchaseOrderJobs } from './purchase-orders.jobs';
import { purchaseOrderRoutes } from './purchase-orders.routes';

export const purchaseOrdersModule: Module = {
  name: 'purchase-orders',
  tables: ['purchase_order_lines', 'purchase_orders'],
  routes: [purchaseOrderRoutes],
  jobs: () => purchaseOrderJobs,
  extend: providePurchaseOrders,
  checks: purchaseOrderChecks,
  samples: [{ what: 'purchase orders', isRecord: true, fill: fillDemoPurchaseOrders }],
};
