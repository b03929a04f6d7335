import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { Page } from '~/kit/ui/shell/Page';
import { BillingInformation } from './BillingInformation';
import { BillingInvoices } from './BillingInvoices';
import { PaymentMethodsPanel } from './PaymentMethodsPanel';
import './BillingPage.css';

/**
 * "Billing Details" (docs/product/billing.md): the invoices issued, the accounts they are paid into, and who issues
 * them.
 */
export default function BillingPage() {
  const [tab, setTab] = useState('invoices');
  return (
    <Page
      fill
      title="Billing Details"
      subtitle="Invoices issued, the accounts they are paid into, and what they say of your company"
    >
      <Tabs className="billing-tabs" value={tab} onChange={(value) => setTab(value ?? 'invoices')}>
        <Tabs.List>
          <Tabs.Tab value="invoices">Invoices</Tabs.Tab>
          <Tabs.Tab value="methods">Payment Methods</Tabs.Tab>
          <Tabs.Tab value="information">Billing Information</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="invoices">
          <BillingInvoices />
        </Tabs.Panel>
        <Tabs.Panel value="methods">
          <PaymentMethodsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="information">
          <BillingInformation />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
