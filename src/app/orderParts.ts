import { lazy } from 'react';

/** "Generate Invoice", in the list of orders and on an order's page. */
export const InvoiceForm = lazy(async () => ({
  default: (await import('~/modules/invoices/screens/OrderInvoiceForm')).OrderInvoiceForm,
}));
