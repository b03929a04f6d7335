import { OrdersPage } from '~/modules/orders/screens/OrdersPage';
import { InvoiceForm } from './orderParts';

export default function OrdersScreen() {
  return <OrdersPage InvoiceForm={InvoiceForm} />;
}
