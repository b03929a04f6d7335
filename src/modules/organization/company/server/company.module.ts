import type { Module } from '~/kit/server/http/module';
import { paymentMethodRoutes } from './accounts.routes';
import { fillDemoCompany } from './company.demo';
import { identityRoutes, settingsRoutes } from './settings.routes';
import { logoRoutes } from './logo.routes';

export const companyModule: Module = {
  name: 'company',
  tables: [
    'billing_profile',
    'company_logo',
    'credit_note_numbers',
    'delivery_numbers',
    'debit_note_numbers',
    'freed_invoice_numbers',
    'invoice_numbers',
    'job_challan_numbers',
    'payment_methods',
    'receipt_numbers',
    'receipt_voucher_numbers',
    'refund_voucher_numbers',
    'sample_settings',
    'settings',
    'transfer_numbers',
    'purchase_numbers',
    'goods_receipt_numbers',
    'vendor_return_numbers',
    'bill_numbers',
    'vendor_payment_numbers',
  ],
  routes: [settingsRoutes, identityRoutes, logoRoutes, paymentMethodRoutes],
  samples: [{ what: 'payment methods', isRecord: false, fill: fillDemoCompany }],
};
