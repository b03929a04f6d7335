import * as field from '~/kit/shared/fields/fields';
import { emailField, phoneField } from './customers.fields';

/** A person at a customer (docs/product/customers.md#contacts). */
export const contactFields = {
  id: field.id,
  name: field.text({
    label: 'Name',
    required: true,
    min: 2,
    max: 100,
    messages: {
      required: 'Contact name is required',
      min: 'Contact name must be at least 2 characters',
    },
  }),
  position: field.text({ label: 'Position', max: 100 }),
  email: emailField,
  phone: phoneField,
  is_primary: field.flag({ label: 'Primary Contact' }),
  gets_invoices: field.flag({ label: 'Gets Invoices' }),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Contact = field.RowOf<typeof contactFields>;
export type ContactPatch = field.PatchOf<typeof contactFields>;
