import type { Module } from '~/kit/server/http/module';
import { taxClassRoutes } from './tax-classes.routes';
import { unitRoutes } from './units.routes';

export const taxModule: Module = {
  name: 'tax',
  tables: ['tax_classes', 'units'],
  routes: [unitRoutes, taxClassRoutes],
};
