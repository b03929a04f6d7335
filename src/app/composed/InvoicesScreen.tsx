import { InvoicesPage } from '~/modules/billing/invoices/screens/InvoicesPage';
import { payments, portals } from './invoiceParts';

export default function InvoicesScreen() {
  return <InvoicesPage payments={payments} portals={portals} />;
}
