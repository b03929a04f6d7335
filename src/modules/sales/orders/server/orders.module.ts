import type { Module } from '~/kit/server/http/module';
import { openOrdersReport } from './open-orders.queries';
import { orderChecks } from './orders.invariants';
import { fillDemoOrders } from './orders.demo';
import { orderRoutes } from './orders.routes';
import { provideOrders } from './extensions.queries';

export const ordersModule: Module = {
  name: 'orders',
  tables: ['order_lines', 'orders'],
  routes: [orderRoutes],
  extend: provideOrders,
  checks: orderChecks,
  reports: [openOrdersReport],
  samples: [{ what: 'orders', isRecord: true, fill: fillDemoOrders }],
};
