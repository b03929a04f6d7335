import { TabPage } from '~/kit/ui/shell/TabPage';
import { NoRight } from '~/modules/organization/workspaces/screens/NoRight';
import { useMay } from '~/modules/organization/workspaces/screens/workspaces.client';
import { BillingInformation } from './BillingInformation';
import { BillingInvoices } from './BillingInvoices';
import { PaymentMethodsPanel } from './PaymentMethodsPanel';

export default function BillingPage() {
  const reading = useMay('invoices.read');
  const invoices = reading.ok ? <BillingInvoices /> : <NoRight message={reading.message} />;
  return (
    <TabPage
      title="Billing Details"
      subtitle="Issued invoices, payment methods and the company details printed on invoices"
      keepMounted
      tabs={[
        { value: 'invoices', label: 'Invoices', content: invoices },
        { value: 'methods', label: 'Payment Methods', content: <PaymentMethodsPanel /> },
        { value: 'information', label: 'Billing Information', content: <BillingInformation /> },
      ]}
    />
  );
}
