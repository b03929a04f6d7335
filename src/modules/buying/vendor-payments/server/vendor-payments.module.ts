import type { Module } from '~/kit/server/http/module';

export const vendorPaymentsModule: Module = {
  name: 'vendor-payments',
  tables: ['vendor_payment_allocations', 'vendor_payments'],
};
