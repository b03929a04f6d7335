import { IconReceipt2 } from '@tabler/icons-react';
import { lazy } from 'react';
import type { CustomerActionKind } from '~/modules/sales/customers/screens/CustomerAction';

export const customerAdvance: CustomerActionKind = {
  key: 'advance',
  label: 'Record Advance',
  right: 'payments.create',
  icon: <IconReceipt2 size={16} />,
  Form: lazy(async () => ({ default: (await import('./AdvanceForm')).CustomerAdvanceForm })),
};
