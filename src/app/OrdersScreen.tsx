import { lazy } from 'react';
import { OrdersPage } from '~/modules/orders/screens/OrdersPage';

const InvoiceForm = lazy(async () => ({
  default: (await import('~/modules/invoices/screens/OrderInvoiceForm')).OrderInvoiceForm,
}));

export default function OrdersScreen() {
  return <OrdersPage InvoiceForm={InvoiceForm} />;
}
