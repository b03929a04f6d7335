import { IconShoppingCartPlus } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerOrder: CustomerActionKind = {
  key: 'order',
  label: 'Create Order',
  right: 'orders.create',
  icon: <IconShoppingCartPlus size={16} />,
  Form: lazyDialog('customer', () => import('./CustomerOrderForm')),
};
