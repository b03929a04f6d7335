import { OrdersPage } from '~/modules/sales/orders/screens/OrdersPage';
import { AdvanceForm, DeliverForm, InvoiceForm } from './orderParts';

export default function OrdersScreen() {
  return (
    <OrdersPage InvoiceForm={InvoiceForm} AdvanceForm={AdvanceForm} DeliverForm={DeliverForm} />
  );
}
