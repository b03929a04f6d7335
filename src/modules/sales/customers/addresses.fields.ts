import * as field from '~/kit/shared/fields/fields';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { gstinField } from './customers.fields';

/** An address of a customer (docs/product/customers.md#addresses). */
export const addressFields = {
  id: field.id,
  label: field.text({ label: 'Label', max: 60 }),
  is_billing: field.flag({ label: 'Default for Billing' }),
  is_shipping: field.flag({ label: 'Default for Shipping' }),
  address: field.longText({ label: 'Address', max: 500 }),
  city: field.text({ label: 'City', max: 50 }),
  state_code: field.choice({ label: 'State', choices: stateChoices }),
  postal_code: field.text({ label: 'Postal Code', max: 20 }),
  country: field.text({ label: 'Country', max: 50 }),
  gstin: gstinField,
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type Address = field.RowOf<typeof addressFields>;
export type AddressPatch = field.PatchOf<typeof addressFields>;
