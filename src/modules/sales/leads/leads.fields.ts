import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { isEmail, isPhone, nameOptions, websiteField } from '~/kit/shared/fields/contact';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const leadStatuses = [
  { value: 'active', label: 'Active', color: 'blue' },
  { value: 'contacted', label: 'Contacted', color: 'cyan' },
  { value: 'qualified', label: 'Qualified', color: 'violet' },
  { value: 'converted', label: 'Converted', color: 'green' },
  { value: 'lost', label: 'Lost', color: 'red' },
  { value: 'inactive', label: 'Inactive', color: 'gray' },
] as const;

export const leadSources = [
  { value: 'trade_show', label: 'Trade Show' },
  { value: 'referral', label: 'Referral' },
  { value: 'website', label: 'Website' },
  { value: 'cold_outreach', label: 'Cold Outreach' },
  { value: 'other', label: 'Other' },
] as const;

export const companySizes = [
  { value: 'small', label: 'Small (1-50)' },
  { value: 'medium', label: 'Medium (51-500)' },
  { value: 'large', label: 'Large (501-5000)' },
  { value: 'enterprise', label: 'Enterprise (5000+)' },
] as const;

const scoreRange = 'Lead score must be between 0 and 100';

/** The fields of a lead and their validation (docs/product/leads.md#fields). */
export const leadFields = {
  id: field.id,
  company_name: field.text({
    ...nameOptions,
    label: 'Company Name',
    messages: {
      required: 'Company name is required and cannot be empty',
      min: 'Company name must be at least 2 characters',
      max: 'Company name cannot exceed 100 characters',
    },
    inlineMessages: { required: 'Company name is required' },
  }),
  contact_person: field.text({
    ...nameOptions,
    label: 'Contact Person',
    messages: {
      required: 'Contact person is required and cannot be empty',
      min: 'Contact person must be at least 2 characters',
      max: 'Contact person cannot exceed 100 characters',
    },
    inlineMessages: { required: 'Contact person is required' },
  }),
  email: field.text({
    label: 'Email',
    max: 255,
    inputType: 'email',
    sortable: true,
    format: isEmail,
    messages: {
      format: 'Please enter a valid email address (e.g., name@company.com)',
      max: 'Email address cannot exceed 255 characters',
    },
    inlineMessages: { format: 'Please enter a valid email address' },
  }),
  phone: field.text({
    label: 'Phone',
    max: 50,
    inputType: 'tel',
    format: isPhone,
    messages: { format: 'Please enter a valid phone number (at least 10 digits)' },
    inlineMessages: { format: 'Please enter a valid phone number' },
  }),
  status: field.choice({ label: 'Status', choices: leadStatuses, required: true }),
  converted_customer_id: field.readOnly(field.link({ label: 'Customer', to: 'customers' })),
  assigned_first_name: field.derived(field.text({ label: 'Assigned first name', max: 50 })),
  assigned_last_name: field.derived(field.text({ label: 'Assigned last name', max: 50 })),
  stage_name: field.derived(field.text({ label: 'Stage name', max: 50 })),
  workspace_id: workspaceField,
  current_stage_id: field.link({ label: 'Stage', to: 'pipeline_stages' }),
  lead_score: field.wholeNumber({
    label: 'Lead Score',
    max: 100,
    messages: { min: scoreRange, max: scoreRange, format: scoreRange },
  }),
  lead_source: field.choice({ label: 'Lead Source', choices: leadSources }),
  assigned_to: field.link({ label: 'Assigned To', to: 'users' }),
  industry: field.text({ label: 'Industry', max: 50 }),
  company_size: field.choice({ label: 'Company Size', choices: companySizes }),
  annual_revenue: field.money({
    label: 'Estimated Value',
    currency: 'USD',
    decimals: 0,
    max: 999_999_999_999,
    step: 1000,
    sortable: true,
    messages: {
      min: 'Annual revenue must be a number of at least 0',
      max: 'Annual revenue cannot exceed $999,999,999,999',
    },
  }),
  website: websiteField,
  address: field.longText({ label: 'Address', max: 500 }),
  city: field.text({ label: 'City', max: 50 }),
  state: field.text({ label: 'State/Province', max: 50 }),
  postal_code: field.text({
    label: 'Postal Code',
    min: 3,
    max: 20,
    format: (text) => /^[\p{L}\p{N} -]*$/u.test(text),
    messages: {
      min: 'Please enter a valid postal code',
      max: 'Please enter a valid postal code',
      format: 'Please enter a valid postal code',
    },
  }),
  country: field.text({ label: 'Country', max: 50 }),
  initial_inquiry: field.longText({ label: 'Initial Inquiry', max: 1000 }),
  lost_reason: field.text({ label: 'Lost Reason', max: 100 }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('leads'),
};

export type Lead = field.RowOf<typeof leadFields>;
export type LeadPatch = field.PatchOf<typeof leadFields>;

/** Where its company is, in the order of an envelope. */
export const addressFields = ['address', 'city', 'state', 'postal_code', 'country'] as const;
