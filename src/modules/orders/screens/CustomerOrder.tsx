import { IconShoppingCartPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { RowAction } from '~/kit/ui/tableColumn';
import { useOnceTrue } from '~/kit/ui/useOnceTrue';
import type { Customer } from '~/modules/customers/customers.fields';
import { useCanWrite } from '~/modules/workspaces/screens/workspaces.client';

const CustomerOrderForm = lazy(async () => ({
  default: (await import('./CustomerOrderForm')).CustomerOrderForm,
}));

/** "Create Order" for a customer: its action in the customers' list and details, and whose dialog is open (spec 1 §2.8). */
export function useCustomerOrder() {
  const [customer, setCustomer] = useState<Customer | null>(null);
  const { ok: canWrite } = useCanWrite();
  const action = useMemo<RowAction<Customer>>(
    () => ({
      key: 'order',
      label: () => 'Create Order',
      icon: <IconShoppingCartPlus size={16} />,
      onClick: setCustomer,
      isOffered: ({ is_active }) => canWrite && is_active,
    }),
    [canWrite],
  );
  return { action, customer, onClose: () => setCustomer(null) };
}

interface Props {
  customer: Customer | null;
  onClose: () => void;
}

/** The dialog of that action, loaded when it is first opened. */
export function CustomerOrder({ customer, onClose }: Props) {
  const needed = useOnceTrue(customer !== null);
  return (
    <Suspense fallback={null}>
      {needed ? <CustomerOrderForm customer={customer} onClose={onClose} /> : null}
    </Suspense>
  );
}
