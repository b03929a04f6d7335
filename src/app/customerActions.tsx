import { type ReactNode, useMemo } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import type { Customer } from '~/modules/customers/customers.fields';
import { useCustomerAction } from '~/modules/customers/screens/CustomerAction';
import { customerInvoice } from '~/modules/invoices/screens/CustomerInvoice';
import { customerOrder } from '~/modules/orders/screens/CustomerOrder';

/** What is made for a customer, in their list and on their page. */
export function useCustomerActions(): {
  actions: readonly RowAction<Customer>[];
  dialogs: ReactNode;
} {
  const order = useCustomerAction(customerOrder);
  const invoice = useCustomerAction(customerInvoice);
  const actions = useMemo(() => [order.action, invoice.action], [order.action, invoice.action]);
  const dialogs = (
    <>
      {order.dialog}
      {invoice.dialog}
    </>
  );
  return { actions, dialogs };
}
