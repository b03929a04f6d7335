import type { Module } from '~/kit/server/http/module';
import { provideVendorPayments } from './extensions.queries';
import { msmeDuesReport } from './msme-dues.queries';
import { payableRoutes } from './payables.routes';
import { tdsReport } from './tds-report.queries';
import { payablesReport } from './vendor-accounts.queries';
import { fillDemoVendorPayments } from './vendor-payments.demo';
import { vendorPaymentChecks } from './vendor-payments.invariants';
import { vendorPaymentRoutes } from './vendor-payments.routes';

export const vendorPaymentsModule: Module = {
  name: 'vendor-payments',
  tables: ['vendor_payment_allocations', 'vendor_payments'],
  routes: [vendorPaymentRoutes, payableRoutes],
  extend: provideVendorPayments,
  checks: vendorPaymentChecks,
  reports: [payablesReport, tdsReport, msmeDuesReport],
  samples: [{ what: 'vendor payments', isRecord: true, fill: fillDemoVendorPayments }],
};
