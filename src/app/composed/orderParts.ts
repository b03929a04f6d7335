import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';

/** "Record Advance", where tax is by GST. */
export const AdvanceForm = lazyDialog(
  'order',
  async () => (await import('~/modules/billing/advances/screens/AdvanceForm')).OrderAdvanceForm,
);

/** "Generate Invoice", in the list of orders and on an order's page. */
export const InvoiceForm = lazyDialog(
  'order',
  () => import('~/modules/billing/invoices/screens/OrderInvoiceForm'),
);

/** "Deliver", in the list of orders and on an order's page. */
export const DeliverForm = lazyDialog(
  'order',
  async () => (await import('~/modules/sales/deliveries/screens/DeliveryForm')).NewDelivery,
);
