import { IconCash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';

/** Who is paid, where that is chosen before the form opens. */
export interface Payee {
  id: number;
  company_name: string;
  /** The bill that is paid in whole unless one types otherwise. */
  bill?: { id: number; balance_due: number };
}

const PayVendorForm = lazyDialog(
  'vendor',
  async () => (await import('./VendorPaymentForm')).PayVendorForm,
);

/**
 * "Pay" on other screens: `pay` opens the form with the vendor filled in, null where the person may not; `dialog` is to be
 * drawn once.
 */
export function usePayVendor(): {
  pay: ((vendor: Payee) => void) | null;
  dialog: ReactNode;
  icon: ReactNode;
} {
  const [vendor, setVendor] = useState<Payee | null>(null);
  const { ok: canPay } = useMay('vendor_payments.create');
  return {
    pay: canPay ? setVendor : null,
    dialog: <PayVendorForm vendor={vendor} onClose={() => setVendor(null)} />,
    icon: <IconCash size={16} />,
  };
}
