import type { Module } from '~/kit/server/http/module';
import { provideVendors } from './extensions.queries';
import { fillDemoVendors } from './vendors.demo';
import { vendorRoutes } from './vendors.routes';

export const vendorsModule: Module = {
  name: 'vendors',
  tables: ['vendor_products', 'vendors'],
  routes: [vendorRoutes],
  extend: provideVendors,
  samples: [{ what: 'vendors', isRecord: true, fill: fillDemoVendors }],
};
