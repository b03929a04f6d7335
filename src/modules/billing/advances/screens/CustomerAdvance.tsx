import { IconReceipt2 } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerAdvance: CustomerActionKind = {
  key: 'advance',
  label: 'Record Advance',
  right: 'payments.create',
  icon: <IconReceipt2 size={16} />,
  Form: lazyDialog('customer', async () => (await import('./AdvanceForm')).CustomerAdvanceForm),
};
