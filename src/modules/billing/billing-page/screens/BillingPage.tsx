import { TabPage } from '~/kit/ui/shell/TabPage';
import { BillingInformation } from './BillingInformation';
import { BillingInvoices } from './BillingInvoices';
import { PaymentMethodsPanel } from './PaymentMethodsPanel';

export default function BillingPage() {
  return (
    <TabPage
      title="Billing Details"
      subtitle="Issued invoices, payment methods and the company details printed on invoices"
      keepMounted
      tabs={[
        { value: 'invoices', label: 'Invoices', content: <BillingInvoices /> },
        { value: 'methods', label: 'Payment Methods', content: <PaymentMethodsPanel /> },
        { value: 'information', label: 'Billing Information', content: <BillingInformation /> },
      ]}
    />
  );
}
