import { IconFileInvoice } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerInvoice: CustomerActionKind = {
  key: 'invoice',
  label: 'Create Invoice',
  right: 'invoices.create',
  icon: <IconFileInvoice size={16} />,
  Form: lazyDialog('customer', () => import('./CustomerInvoiceForm')),
};
