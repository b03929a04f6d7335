import type { Module } from '~/kit/server/http/module';
import { taxClassRoutes } from './tax-classes.routes';
import { unitRoutes } from './units.routes';
import { taxErrors } from '../tax.errors';

export const taxModule: Module = {
  name: 'tax',
  tables: ['tax_classes', 'units'],
  errors: taxErrors,
  routes: [unitRoutes, taxClassRoutes],
};
