import { Button } from '@mantine/core';
import type { Choice } from '~/kit/shared/fields/fields';
import { dayOf, formatDay, formatInstant } from '~/kit/shared/time/days';
import { formatMoney } from '~/kit/shared/money/money';
import { formatNumber } from '~/kit/shared/money/numbers';
import { useComputed } from '~/kit/ui/records/computed';
import { Badge } from '~/kit/ui/elements/Badge';
import { NotLoaded } from '~/kit/ui/messages/LoadFailed';
import { WebLink } from '~/kit/ui/dialog/DetailValues';
import { historySection } from '~/kit/ui/dialog/RecordHistory';
import { DetailsDialog } from '~/kit/ui/dialog/DetailsDialog';
import type { DetailsSection } from '~/kit/ui/dialog/DetailsSections';
import { offeredActions, type RowAction } from '~/kit/ui/columns/tableColumn';
import {
  type Company,
  useCompany,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { CustomerAddresses } from './CustomerAddresses';
import { CustomerContacts } from './CustomerContacts';
import { type Customer, customerFields, customerSizes, paymentTerms } from '../customers.fields';
import { MapLink, PhoneLinks } from '~/modules/records/records/screens/ContactLinks';
import { recordPath } from '~/modules/organization/kinds/kinds.rules';
import { type CustomerAccount as Account, accountLabels } from '../accounts.fields';
import classes from './CustomerParts.module.css';

interface Props {
  customer: Customer | null;
  actions: readonly RowAction<Customer>[];
  onClose: () => void;
}

export default function CustomerDetails({ customer, actions, onClose }: Props) {
  const company = useCompany();
  const isGst = useSettings().tax_mode === 'gst';
  return (
    <DetailsDialog
      opened={customer !== null}
      onClose={onClose}
      title="Customer Details"
      page={customer ? recordPath('customers', customer.id) : undefined}
      sections={customer ? customerSections(customer, company, isGst) : []}
      actions={
        customer
          ? offeredActions(actions, customer).map((action) => (
              <Button key={action.key} variant="default" onClick={() => action.onClick(customer)}>
                {action.label(customer)}
              </Button>
            ))
          : null
      }
    />
  );
}

/** All that is known of a customer, in its dialog and on its page. */
export function customerSections(
  customer: Customer,
  { timeZone, today }: Company,
  isGst: boolean,
): DetailsSection[] {
  const { website } = customer;
  return [
    {
      title: 'Company Information',
      details: [
        {
          label: 'Company Name',
          value: customer.company_name,
          fields: ['company_name'],
          wide: true,
        },
        { label: 'Industry', value: customer.industry, fields: ['industry'] },
        { label: 'Customer Code', value: customer.customer_code, fields: ['customer_code'] },
        { label: 'GSTIN', value: customer.gstin, fields: ['gstin'] },
        ...(isGst ? gstOf(customer) : []),
        {
          label: 'Company Size',
          value: wordOf(customerSizes, customer.company_size),
          fields: ['company_size'],
        },
        {
          label: 'Employees',
          value: customer.employee_count === null ? null : formatNumber(customer.employee_count),
          fields: ['employee_count'],
        },
        {
          label: 'Website',
          value: website && <WebLink address={website} />,
          fields: ['website'],
          wide: true,
        },
      ],
    },
    contactOf(customer),
    ...addressesOf(customer),
    ...(isGst ? [accountSection(customer)] : []),
    accountDetails(customer, timeZone),
    historySection('/customers', customer, { fields: customerFields, timeZone, today }),
  ];
}

function contactOf({
  id,
  company_name,
  contact_person: person,
  phone,
  email,
}: Customer): DetailsSection {
  return {
    title: 'Contact Information',
    details: [
      { label: 'Contact Person', value: person, fields: ['contact_person'] },
      {
        label: 'Phone',
        value: phone && (
          <PhoneLinks phone={phone} of={{ kind: 'customers', id, name: person ?? company_name }} />
        ),
        fields: ['phone'],
      },
      {
        label: 'Email',
        value: email && <a href={`mailto:${email}`}>{email}</a>,
        fields: ['email'],
        wide: true,
      },
    ],
  };
}

function accountDetails(customer: Customer, timeZone: string): DetailsSection {
  const { credit_limit: limit } = customer;
  return {
    title: 'Account Details',
    details: [
      {
        label: 'Status',
        value: (
          <Badge color={customer.is_active ? 'teal' : 'gray'}>
            {customer.is_active ? 'Active' : 'Inactive'}
          </Badge>
        ),
        fields: ['is_active'],
      },
      { label: 'Orders', value: String(customer.order_count) },
      {
        label: 'Payment Terms',
        value: wordOf(paymentTerms, customer.payment_terms),
        fields: ['payment_terms'],
      },
      {
        label: 'Credit Limit',
        value: limit === null ? null : formatMoney(limit, 'INR'),
        fields: ['credit_limit'],
      },
      {
        label: customerFields.no_reminders.label,
        value: customer.no_reminders ? 'Yes' : 'No',
        fields: ['no_reminders'],
      },
      { label: 'Customer Since', value: formatDay(dayOf(customer.created_at, timeZone)) },
      { label: 'Last Updated', value: formatInstant(customer.updated_at, timeZone) },
    ],
  };
}

function accountSection({ id }: Customer): DetailsSection {
  return { title: 'Account', content: <CustomerAccount key={id} customer={id} /> };
}

const billingFields = ['billing_address', 'city', 'state', 'postal_code', 'country'] as const;

function addressesOf(customer: Customer): DetailsSection[] {
  const { id } = customer;
  return [
    {
      title: 'Billing Address',
      text: billingAddressOf(customer),
      fields: billingFields,
      content: <MapLink parts={billingFields.map((name) => customer[name])} />,
    },
    {
      title: 'Shipping Address',
      text: customer.shipping_address,
      fields: ['shipping_address'],
      content: <MapLink parts={[customer.shipping_address]} />,
    },
    { title: 'Addresses', content: <CustomerAddresses key={id} customer={customer} /> },
    { title: 'Contacts', content: <CustomerContacts key={id} customer={id} /> },
  ];
}

function gstOf({ gst_category, state_code }: Customer) {
  return [
    { label: 'GST Category', value: wordOf(gstCategories, gst_category), fields: ['gst_category'] },
    { label: 'State for GST', value: wordOf(stateChoices, state_code), fields: ['state_code'] },
  ];
}

function billingAddressOf(customer: Customer): string | null {
  const town = [customer.city, customer.state, customer.postal_code].filter(Boolean).join(', ');
  return [customer.billing_address, town, customer.country].filter(Boolean).join('\n') || null;
}

function wordOf(choices: readonly Choice[], value: string | null): string | null {
  return choices.find((choice) => choice.value === value)?.label ?? null;
}

/** The balance and the credit of a customer (docs/product/customers.md#account). */
function CustomerAccount({ customer }: { customer: number }) {
  const { data, state, retry } = useComputed<Account>(`/customers/${customer}/account`, {
    dependsOn: ['invoices', 'payments', 'receipts', 'credit_notes', 'advances'],
    day: '',
  });
  if (!data) return <NotLoaded what="account" state={state} onRetry={retry} />;
  return (
    <dl className={classes.account}>
      {accountLabels.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{formatMoney(data[name], 'INR')}</dd>
        </div>
      ))}
    </dl>
  );
}
