import { IconShoppingCartPlus } from '@tabler/icons-react';
import { lazy } from 'react';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerOrder: CustomerActionKind = {
  key: 'order',
  label: 'Create Order',
  right: 'orders.create',
  icon: <IconShoppingCartPlus size={16} />,
  Form: lazy(async () => ({ default: (await import('./CustomerOrderForm')).CustomerOrderForm })),
};
