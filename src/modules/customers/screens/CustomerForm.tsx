import { TextInput } from '@mantine/core';
import { failureText } from '~/kit/ui/data/api';
import type { FieldInputProps } from '~/kit/ui/form/FieldInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { toast } from '~/kit/ui/elements/toasts';
import { useSettings } from '~/modules/company/screens/settings.client';
import { newCustomerFields } from '../customers.fields';
import type { Customers } from './customers.client';

interface Props {
  customers: Customers;
  opened: boolean;
  onClose: () => void;
}

const sections = [
  {
    title: 'Company Information',
    names: [
      'company_name',
      'industry',
      'customer_code',
      'gstin',
      'website',
      'company_size',
      'employee_count',
    ],
  },
  { title: 'Contact Information', names: ['contact_person', 'email', 'phone'] },
  {
    title: 'Addresses',
    names: ['billing_address', 'shipping_address', 'city', 'state', 'postal_code', 'country'],
  },
  { title: 'Account Details', names: ['payment_terms', 'credit_limit'] },
] as const;

const gstSection = { title: 'GST', names: ['gst_category', 'state_code'] } as const;

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
      sections={isGst ? [...sections, gstSection] : sections}
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
    />
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
