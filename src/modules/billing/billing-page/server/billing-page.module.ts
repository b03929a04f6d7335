import type { Module } from '~/kit/server/http/module';
import { archiveRoutes } from './archives.routes';

export const billingPageModule: Module = {
  name: 'billing-page',
  routes: [archiveRoutes],
};
