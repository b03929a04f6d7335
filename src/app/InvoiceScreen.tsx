import { InvoicePage } from '~/modules/billing/invoices/screens/InvoicePage';
import { payments, portals } from './invoiceParts';
import { recordParts } from './recordParts';

export default function InvoiceScreen() {
  return <InvoicePage parts={recordParts} payments={payments} portals={portals} />;
}
