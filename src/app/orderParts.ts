import { lazy } from 'react';

/** "Record Advance", where tax is by GST. */
export const AdvanceForm = lazy(async () => ({
  default: (await import('~/modules/billing/advances/screens/AdvanceForm')).OrderAdvanceForm,
}));

/** "Generate Invoice", in the list of orders and on an order's page. */
export const InvoiceForm = lazy(async () => ({
  default: (await import('~/modules/billing/invoices/screens/OrderInvoiceForm')).OrderInvoiceForm,
}));
