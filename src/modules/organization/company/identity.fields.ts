import * as field from '~/kit/shared/fields/fields';
import { stateChoices } from './states.rules';
import { plainTaxId, taxIdDoubt } from './tax-ids.rules';

/**
 * The company's identity on its invoices (docs/product/billing.md#billing-information); all fields are empty at first.
 */
export const billingProfileFields = {
  id: field.id,
  company_name: field.text({ label: 'Company Name', max: 100 }),
  legal_name: field.text({ label: 'Legal Name', max: 100 }),
  tax_id: field.text({ label: 'Tax ID', max: 30, normalize: plainTaxId, doubt: taxIdDoubt }),
  billing_address: field.longText({ label: 'Billing Address', max: 300 }),
  city: field.text({ label: 'City', max: 100 }),
  state: field.text({ label: 'State', max: 100 }),
  state_code: field.choice({ label: 'State for GST', choices: stateChoices }),
  zip_code: field.text({ label: 'ZIP Code', max: 20 }),
  logo_changed_at: field.derived(field.instant({ label: 'Logo Changed', required: false })),
  created_at: field.instant({ label: 'Created' }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

export type BillingProfile = field.RowOf<typeof billingProfileFields>;
export type BillingProfilePatch = field.PatchOf<typeof billingProfileFields>;
