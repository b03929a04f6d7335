import { OrderPage } from '~/modules/sales/orders/screens/OrderPage';
import { AdvanceForm, DeliverForm, InvoiceForm } from './orderParts';
import { recordParts } from './recordParts';

export default function OrderScreen() {
  return (
    <OrderPage
      parts={recordParts}
      InvoiceForm={InvoiceForm}
      AdvanceForm={AdvanceForm}
      DeliverForm={DeliverForm}
    />
  );
}
