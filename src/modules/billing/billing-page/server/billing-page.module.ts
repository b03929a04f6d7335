import type { Module } from '~/kit/server/http/module';
import { billingErrors } from '../billing.errors';
import { archiveRoutes } from './archives.routes';

export const billingPageModule: Module = {
  name: 'billing-page',
  errors: billingErrors,
  routes: [archiveRoutes],
};
