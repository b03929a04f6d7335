import { useMemo } from 'react';
import { useCustomerAction } from '~/modules/customers/screens/CustomerAction';
import { CustomersPage } from '~/modules/customers/screens/CustomersPage';
import { customerInvoice } from '~/modules/invoices/screens/CustomerInvoice';
import { customerOrder } from '~/modules/orders/screens/CustomerOrder';

export default function CustomersScreen() {
  const order = useCustomerAction(customerOrder);
  const invoice = useCustomerAction(customerInvoice);
  const actions = useMemo(() => [order.action, invoice.action], [order.action, invoice.action]);
  return (
    <CustomersPage actions={actions}>
      {order.dialog}
      {invoice.dialog}
    </CustomersPage>
  );
}
