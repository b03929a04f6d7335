import { type ReactNode, useMemo } from 'react';
import type { RowAction } from '~/kit/ui/grid/tableColumn';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import { useCustomerAction } from '~/modules/sales/customers/screens/CustomerAction';
import { customerAdvance } from '~/modules/billing/advances/screens/CustomerAdvance';
import { customerInvoice } from '~/modules/billing/invoices/screens/CustomerInvoice';
import { customerReceipt } from '~/modules/billing/receipts/screens/RecordReceipt';
import { customerOrder } from '~/modules/sales/orders/screens/CustomerOrder';
import { customerQuotation } from '~/modules/sales/quotations/screens/BuyerQuotation';

/** What is made for a customer, in their list and on their page. */
export function useCustomerActions(): {
  actions: readonly RowAction<Customer>[];
  dialogs: ReactNode;
} {
  const quotation = useCustomerAction(customerQuotation);
  const order = useCustomerAction(customerOrder);
  const invoice = useCustomerAction(customerInvoice);
  const receipt = useCustomerAction(customerReceipt);
  const advance = useCustomerAction(customerAdvance);
  const isGst = useSettings().tax_mode === 'gst';
  const actions = useMemo(
    () => [
      quotation.action,
      order.action,
      invoice.action,
      receipt.action,
      ...(isGst ? [advance.action] : []),
    ],
    [quotation.action, order.action, invoice.action, receipt.action, advance.action, isGst],
  );
  const dialogs = (
    <>
      {quotation.dialog}
      {order.dialog}
      {invoice.dialog}
      {receipt.dialog}
      {advance.dialog}
    </>
  );
  return { actions, dialogs };
}
