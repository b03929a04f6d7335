import { OrderPage } from '~/modules/sales/orders/screens/OrderPage';
import { AdvanceForm, InvoiceForm } from './orderParts';
import { recordParts } from './recordParts';

export default function OrderScreen() {
  return <OrderPage parts={recordParts} InvoiceForm={InvoiceForm} AdvanceForm={AdvanceForm} />;
}
