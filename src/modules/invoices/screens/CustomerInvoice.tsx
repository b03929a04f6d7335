import { IconFileInvoice } from '@tabler/icons-react';
import { lazy } from 'react';
import type { CustomerActionKind } from '~/modules/customers/screens/CustomerAction';

/** "Create Invoice" for a customer (docs/product/customers.md#orders-and-invoices-from-a-customer). */
export const customerInvoice: CustomerActionKind = {
  key: 'invoice',
  label: 'Create Invoice',
  icon: <IconFileInvoice size={16} />,
  Form: lazy(async () => ({
    default: (await import('./CustomerInvoiceForm')).CustomerInvoiceForm,
  })),
};
