import { TextInput } from '@mantine/core';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { SoftText } from '~/kit/ui/theme/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { useLast } from '~/kit/ui/hooks/useLast';
import { useSettings } from '~/modules/organization/company/screens/settings.client';
import { LikelyDuplicates } from '~/modules/records/duplicates/screens/LikelyDuplicates';
import { type Customer, customerFields, newCustomerFields } from '../customers.fields';
import { gstFollow, gstNotes, gstRefusal } from '../gst.rules';
import type { Customers } from './customers.client';

interface Props {
  customers: Customers;
  subject: Customer | 'new' | null;
  onClose: () => void;
}

const companyNames = [
  'company_name',
  'industry',
  'customer_code',
  'website',
  'company_size',
  'employee_count',
] as const;

const further = [
  { title: 'Contact Information', names: ['contact_person', 'email', 'phone'] },
  {
    title: 'Addresses',
    names: ['billing_address', 'shipping_address', 'city', 'state', 'postal_code', 'country'],
  },
  { title: 'Account Details', names: ['payment_terms', 'credit_limit', 'no_reminders'] },
] as const;

const sections = [
  { title: 'Company Information', names: [...companyNames, 'gstin'] },
  ...further,
] as const;

const gstSections = [
  { title: 'Company Information', names: companyNames },
  { title: 'GST', names: ['gstin', 'gst_category', 'state_code'] },
  ...further,
] as const;

const status = { title: 'Status', names: ['is_active'] } as const;

const gstBehaviour = (ownSections: string | null) => ({
  follow: gstFollow,
  notes: gstNotes,
  check: (name: string, typed: Readonly<Record<string, string>>) =>
    gstRefusal(name, typed, ownSections),
});

/** "Add Customer", always active, and "Edit Customer" on its page (docs/product/customers.md#screen). */
export default function CustomerForm({ customers, subject, onClose }: Props) {
  const isGst = useSettings().tax_mode === 'gst';
  const last = useLast(subject);
  const customer = last === 'new' ? null : last;
  const ownSections = isGst ? gstSections : sections;
  const [verb, ing] = customer ? ['update', 'updating'] : ['create', 'creating'];
  const shared = {
    opened: subject !== null,
    onClose,
    size: 'xl',
    ...(isGst ? gstBehaviour(customer?.gstin ?? null) : {}),
    failed: {
      refused: `Failed to ${verb} customer`,
      offlineText: `Error ${ing} customer. Please try again.`,
    },
    failedText: 'Failed to save the customer. Please check your data and try again.',
  } as const;
  if (customer) {
    return (
      <FormDialog
        {...shared}
        title="Edit Customer"
        fields={customerFields}
        initial={customer}
        sections={[...ownSections, status]}
        submitLabel="Save Customer"
        onSubmit={async (values, _key, save) => {
          const saved = await save(values, (body) => customers.update(customer.id, body));
          return `Customer "${saved.company_name}" has been updated successfully`;
        }}
      />
    );
  }
  return (
    <FormDialog
      {...shared}
      title="Add Customer"
      fields={newCustomerFields}
      sections={ownSections}
      inputs={{ customer_code: CodeInput }}
      submitLabel="Create Customer"
      onSubmit={async (values, sendKey) => {
        const created = await customers.create(values, sendKey);
        return `Customer "${created.company_name}" has been created successfully`;
      }}
    >
      {(typed) => <Below typed={typed} />}
    </FormDialog>
  );
}

function Below({ typed }: { typed: Readonly<Record<string, string>> }) {
  const { company_name: name = '', email = '', phone = '', gstin: tax_id = '' } = typed;
  return (
    <>
      <LikelyDuplicates kind="customers" typed={{ name, email, phone, tax_id }} />
      <SoftText small>You can add more addresses and contacts after saving.</SoftText>
    </>
  );
}

function CodeInput({ required: _never, onChange, ...input }: FieldInputProps) {
  return (
    <TextInput
      {...input}
      placeholder="Leave empty to use the next free code"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
