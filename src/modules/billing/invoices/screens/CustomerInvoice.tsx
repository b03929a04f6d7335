import { IconFileInvoice } from '@tabler/icons-react';
import { lazy } from 'react';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerInvoice: CustomerActionKind = {
  key: 'invoice',
  label: 'Create Invoice',
  right: 'invoices.create',
  icon: <IconFileInvoice size={16} />,
  Form: lazy(async () => ({
    default: (await import('./CustomerInvoiceForm')).CustomerInvoiceForm,
  })),
};
