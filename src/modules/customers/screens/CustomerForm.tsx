import { TextInput } from '@mantine/core';
import { failureText } from '~/kit/ui/data/api';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { SoftText } from '~/kit/ui/elements/SoftText';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { useSettings } from '~/modules/company/screens/settings.client';
import { LikelyDuplicates } from '~/modules/duplicates/screens/LikelyDuplicates';
import { newCustomerFields } from '../customers.fields';
import { gstFollow, gstNotes, gstRefusal } from '../gst.rules';
import type { Customers } from './customers.client';

interface Props {
  customers: Customers;
  opened: boolean;
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
  { title: 'Account Details', names: ['payment_terms', 'credit_limit'] },
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

const gstBehaviour = {
  follow: gstFollow,
  notes: gstNotes,
  check: (name: string, typed: Readonly<Record<string, string>>) => gstRefusal(name, typed, null),
};

/**
 * "Add Customer": a new customer is always active; fields of an existing one are edited in the list
 * (docs/product/customers.md#screen).
 */
export function CustomerForm({ customers, opened, onClose }: Props) {
  const isGst = useSettings().tax_mode === 'gst';
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add Customer"
      size="xl"
      fields={newCustomerFields}
      sections={isGst ? gstSections : sections}
      {...(isGst ? gstBehaviour : {})}
      inputs={{ customer_code: CodeInput }}
      submitLabel="Create Customer"
      failedText="Failed to save the customer. Please check your data and try again."
      onSubmit={async (values, sendKey) => {
        try {
          const made = await customers.create(values, sendKey);
          toast('success', `Customer "${made.company_name}" has been created successfully`);
        } catch (error) {
          const words = {
            refused: 'Failed to create customer',
            broken: 'Error creating customer. Please try again.',
          };
          toast('error', failureText(error, words));
          throw error;
        }
      }}
    >
      {({ company_name: name, email, phone, gstin: tax_id }) => (
        <>
          <LikelyDuplicates
            kind="customers"
            noun="customer"
            path="/customers"
            typed={{ name, email, phone, tax_id }}
          />
          <SoftText small>
            Further addresses and contacts are added in the customer’s details.
          </SoftText>
        </>
      )}
    </FormDialog>
  );
}

function CodeInput({ required: _never, onChange, ...input }: FieldInputProps) {
  return (
    <TextInput
      {...input}
      placeholder="The next free one, unless you have your own"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
