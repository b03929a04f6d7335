import type { Module } from '~/kit/server/http/module';
import { deliveryChecks } from './deliveries.invariants';
import { fillDemoDeliveries } from './deliveries.demo';
import { deliveryRoutes } from './deliveries.routes';
import { provideDeliveries } from './extensions.queries';

export const deliveriesModule: Module = {
  name: 'deliveries',
  tables: ['delivery_lines', 'deliveries'],
  routes: [deliveryRoutes],
  extend: provideDeliveries,
  checks: deliveryChecks,
  samples: [{ what: 'deliveries', isRecord: true, fill: fillDemoDeliveries }],
};
