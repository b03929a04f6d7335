import { useMemo } from 'react';
import { CustomersPage } from '~/modules/customers/screens/CustomersPage';
import { CustomerInvoice, useCustomerInvoice } from '~/modules/invoices/screens/CustomerInvoice';
import { CustomerOrder, useCustomerOrder } from '~/modules/orders/screens/CustomerOrder';

/** The customers, with what is made for one of them and stands above them (design: stacking order). */
export default function CustomersScreen() {
  const order = useCustomerOrder();
  const invoice = useCustomerInvoice();
  const actions = useMemo(() => [order.action, invoice.action], [order.action, invoice.action]);
  return (
    <CustomersPage actions={actions}>
      <CustomerOrder {...order} />
      <CustomerInvoice {...invoice} />
    </CustomersPage>
  );
}
