import type { Module } from '~/kit/server/http/module';
import { purchaseOrderRoutes } from './purchase-orders.routes';

export const purchaseOrdersModule: Module = {
  name: 'purchase-orders',
  tables: ['purchase_order_lines', 'purchase_orders'],
  routes: [purchaseOrderRoutes],
};
