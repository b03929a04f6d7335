import { lazy } from 'react';
import { OrdersPage } from '~/modules/orders/screens/OrdersPage';

const InvoiceForm = lazy(async () => ({
  default: (await import('~/modules/invoices/screens/OrderInvoiceForm')).OrderInvoiceForm,
}));

/** The orders, with the form of the invoice that is made from one and stands above them. */
export default function OrdersScreen() {
  return <OrdersPage InvoiceForm={InvoiceForm} />;
}
