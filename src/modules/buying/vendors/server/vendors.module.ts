import type { Module } from '~/kit/server/http/module';

export const vendorsModule: Module = {
  name: 'vendors',
  tables: ['vendor_products', 'vendors'],
};
