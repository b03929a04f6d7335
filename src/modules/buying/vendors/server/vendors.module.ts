import type { Module } from '~/kit/server/http/module';
import { provideVendors } from './extensions.queries';
import { vendorRoutes } from './vendors.routes';

export const vendorsModule: Module = {
  name: 'vendors',
  tables: ['vendor_products', 'vendors'],
  routes: [vendorRoutes],
  extend: provideVendors,
};
