import { IconCash } from '@tabler/icons-react';
import { lazyDialog } from '~/kit/ui/dialog/lazyDialog';
import type { Bill } from '~/modules/buying/bills/bills.fields';
import { canPay } from '~/modules/buying/bills/bills.rules';
import type { Extra } from '~/modules/records/records/screens/Extras';

const PayVendorForm = lazyDialog(
  'vendor',
  async () =>
    (await import('~/modules/buying/vendor-payments/screens/VendorPaymentForm')).PayVendorForm,
);

function PayBill({ record: bill, onClose }: { record: Bill | null; onClose: () => void }) {
  const vendor = bill && { id: bill.vendor_id, company_name: bill.vendor_name, bill };
  return <PayVendorForm vendor={vendor} onClose={onClose} />;
}

/** What vendor payments add to bills. */
export const extras: readonly Extra<Bill>[] = [
  {
    action: { key: 'pay', label: () => 'Pay', icon: <IconCash size={16} /> },
    right: 'vendor_payments.create',
    isOffered: (bill) => canPay(bill).ok,
    Dialog: PayBill,
  },
];
