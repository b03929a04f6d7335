import type { Module } from '~/kit/server/http/module';

export const purchaseOrdersModule: Module = {
  name: 'purchase-orders',
  tables: ['purchase_order_lines', 'purchase_orders'],
};
