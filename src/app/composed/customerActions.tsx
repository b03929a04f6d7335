import { IconFileInvoice, IconReceipt2, IconShoppingCartPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { RowAction } from '~/kit/ui/columns/tableColumn';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import type { Customer } from '~/modules/sales/customers/customers.fields';
import {
  type CustomerActionKind,
  useCustomerAction,
} from '~/modules/sales/customers/screens/CustomerAction';
import { customerReceipt } from '~/modules/billing/receipts/screens/RecordReceipt';
import { customerQuotation } from '~/modules/sales/quotations/screens/BuyerQuotation';

const customerOrder: CustomerActionKind = {
  key: 'order',
  label: 'Create Order',
  right: 'orders.create',
  icon: <IconShoppingCartPlus size={16} />,
  Form: lazyDialog('customer', () => import('~/modules/sales/orders/screens/CustomerOrderForm')),
};

const customerInvoice: CustomerActionKind = {
  key: 'invoice',
  label: 'Create Invoice',
  right: 'invoices.create',
  icon: <IconFileInvoice size={16} />,
  Form: lazyDialog(
    'customer',
    () => import('~/modules/billing/invoices/screens/CustomerInvoiceForm'),
  ),
};

const customerAdvance: CustomerActionKind = {
  key: 'advance',
  label: 'Record Advance',
  right: 'payments.create',
  icon: <IconReceipt2 size={16} />,
  Form: lazyDialog(
    'customer',
    async () =>
      (await import('~/modules/billing/advances/screens/AdvanceForm')).CustomerAdvanceForm,
  ),
};

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
