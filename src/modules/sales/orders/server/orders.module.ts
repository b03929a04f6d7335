import type { Module } from '~/kit/server/http/module';
import { orderErrors } from '../orders.errors';
import { orderChecks } from './orders.checks';
import { fillDemoOrders } from './orders.demo';
import { orderRoutes } from './orders.routes';
import { provideOrders } from './provided.queries';

export const ordersModule: Module = {
  name: 'orders',
  tables: ['order_lines', 'orders'],
  errors: orderErrors,
  routes: [orderRoutes],
  extend: provideOrders,
  checks: orderChecks,
  samples: [{ what: 'orders', isRecord: true, fill: fillDemoOrders }],
};
