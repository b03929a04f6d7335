import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import { isEmail, isPhone, isWebsite, nameOptions, withScheme } from '~/kit/shared/fields/contact';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { gstinDoubt, plainCode } from '~/modules/organization/company/tax-ids.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import { workspaceField } from '~/modules/organization/workspaces/workspaces.fields';

export const paymentTerms = [
  { value: 'net_15', label: 'Net 15' },
  { value: 'net_30', label: 'Net 30' },
  { value: 'net_60', label: 'Net 60' },
  { value: 'cod', label: 'Cash on delivery' },
  { value: 'prepaid', label: 'Prepaid' },
] as const;

/**
 * Size bands of the customer screen (docs/product/customers.md#fields): the keys are those of leads, the ranges differ.
 */
export const customerSizes = [
  { value: 'small', label: 'Small (1-50)' },
  { value: 'medium', label: 'Medium (51-200)' },
  { value: 'large', label: 'Large (201-1000)' },
  { value: 'enterprise', label: 'Enterprise (1000+)' },
] as const;

/** A GSTIN of a customer or of one of its addresses; what is mistyped is refused where tax is by GST alone. */
export const gstinField = field.text({
  label: 'GSTIN',
  max: 30,
  sortable: true,
  normalize: plainCode,
  format: (text) => /^[0-9A-Z]{15}$/.test(plainCode(text)),
  doubt: gstinDoubt,
  messages: { format: 'GSTIN must be 15 letters and digits' },
});

export const companyNameField = field.text({
  ...nameOptions,
  label: 'Company Name',
  messages: {
    required: 'Company name is required',
    min: 'Company name must be at least 2 characters',
  },
});

export const emailField = field.text({
  label: 'Email',
  max: 255,
  inputType: 'email',
  sortable: true,
  format: isEmail,
  messages: { format: 'Please enter a valid email address' },
});

function isCustomerPhone(text: string): boolean {
  return /^\+?[1-9]\d{0,15}$/.test(text.replaceAll(/[-\s()]/g, ''));
}

const phone = {
  label: 'Phone',
  max: 50,
  inputType: 'tel',
  messages: { format: 'Please enter a valid phone number' },
} as const;

export const phoneField = field.text({ ...phone, format: isCustomerPhone });

function isTypedWebsite(text: string): boolean {
  return /^(https?:\/\/|www\.)\S+$/i.test(text);
}

const website = {
  label: 'Website',
  max: 255,
  inputType: 'url',
  normalize: withScheme,
  messages: { format: 'Please enter a valid website URL' },
} as const;

const code = { label: 'Customer Code', max: 30, sortable: true } as const;

/** The fields of a customer and their validation (docs/product/customers.md#fields). */
export const customerFields = {
  id: field.id,
  company_name: companyNameField,
  customer_code: field.text({ ...code, required: true }),
  contact_person: field.text({
    ...nameOptions,
    label: 'Contact Person',
    messages: {
      required: 'Contact person name is required',
      min: 'Contact person name is required',
    },
  }),
  email: emailField,
  phone: phoneField,
  industry: field.text({ label: 'Industry', max: 50, sortable: true }),
  company_size: field.choice({ label: 'Company Size', choices: customerSizes }),
  employee_count: field.wholeNumber({ label: 'Employees', max: 10_000_000, sortable: true }),
  gstin: gstinField,
  gst_category: field.choice({ label: 'GST Category', choices: gstCategories, sortable: true }),
  state_code: field.choice({ label: 'State for GST', choices: stateChoices }),
  website: field.text({ ...website, format: isTypedWebsite }),
  billing_address: field.longText({ label: 'Billing Address', max: 500 }),
  shipping_address: field.longText({ label: 'Shipping Address', max: 500 }),
  city: field.text({ label: 'City', max: 50, sortable: true }),
  state: field.text({ label: 'State', max: 50, sortable: true }),
  country: field.text({ label: 'Country', max: 50, sortable: true }),
  postal_code: field.text({ label: 'Postal Code', max: 20 }),
  credit_limit: field.money({
    label: 'Credit Limit',
    currency: 'INR',
    max: 999_999_999_999,
    sortable: true,
    messages: {
      min: 'Credit limit must be a positive number',
      format: 'Credit limit must be a positive number',
    },
  }),
  payment_terms: field.choice({ label: 'Payment Terms', choices: paymentTerms, sortable: true }),
  /** No payment reminders (docs/product/receivables.md#reminders). */
  no_reminders: field.flag({ label: 'No payment reminders' }),
  order_count: field.derived(
    field.wholeNumber({ label: 'Orders', required: true, max: field.maxId, sortable: true }),
  ),
  is_active: field.flag({ label: 'Status', states: field.activeStates, sortable: true }),
  /** What is searched of its contacts, kept by the database (docs/product/search.md#what-is-found). */
  contact_texts: field.readOnly(field.longText({ label: 'Contacts', max: 100_000 })),
  workspace_id: workspaceField,
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
  custom: customOf('customers'),
};

/** In files of other programs: a phone and a website as leads take them (docs/product/customers.md#import-and-export). */
export const fieldsOfOthers = {
  phone: field.text({ ...phone, format: (text) => isCustomerPhone(text) || isPhone(text) }),
  website: field.text({ ...website, format: (text) => isTypedWebsite(text) || isWebsite(text) }),
};

/** The fields of a new customer; the server assigns the code unless one is sent. */
export const newCustomerFields = { ...customerFields, customer_code: field.text(code) };

export type Customer = field.RowOf<typeof customerFields>;
export type CustomerPatch = field.PatchOf<typeof customerFields>;
export type NewCustomer = field.PatchOf<typeof newCustomerFields>;
