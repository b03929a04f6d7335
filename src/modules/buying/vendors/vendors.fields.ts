import * as field from '~/kit/shared/fields/fields';
import { stateChoices } from '~/modules/organization/company/states.rules';
import { plainCode } from '~/modules/organization/company/tax-ids.rules';
import { gstCategories } from '~/modules/catalogue/tax/supply.rules';
import {
  companyNameField,
  emailField,
  gstinField,
  paymentTerms,
  phoneField,
} from '~/modules/sales/customers/customers.fields';
import { ifscProblem, isPan } from './vendor-ids.rules';

/** What a vendor is to the MSME Act (docs/product/vendors.md#msme). */
export const msmeSizes = [
  { value: 'none', label: 'Not registered' },
  { value: 'micro', label: 'Micro' },
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
] as const;

const code = { label: 'Vendor Code', max: 30, sortable: true } as const;

/** The fields of a vendor and their validation (docs/product/vendors.md#fields). */
export const vendorFields = {
  id: field.id,
  company_name: companyNameField,
  vendor_code: field.text({ ...code, required: true }),
  contact_person: field.text({ label: 'Contact Person', max: 100, sortable: true }),
  email: emailField,
  phone: phoneField,
  gstin: gstinField,
  gst_category: field.choice({ label: 'GST Category', choices: gstCategories, sortable: true }),
  state_code: field.choice({ label: 'State for GST', choices: stateChoices }),
  pan: field.text({
    label: 'PAN',
    max: 20,
    sortable: true,
    normalize: plainCode,
    format: (text) => isPan(plainCode(text)),
    messages: { format: 'PAN must be five letters, four digits and a letter' },
  }),
  address: field.longText({ label: 'Address', max: 500 }),
  city: field.text({ label: 'City', max: 50, sortable: true }),
  state: field.text({ label: 'State', max: 50, sortable: true }),
  country: field.text({ label: 'Country', max: 50, sortable: true }),
  postal_code: field.text({ label: 'Postal Code', max: 20 }),
  payment_terms: field.choice({ label: 'Payment Terms', choices: paymentTerms, sortable: true }),
  tds_code: field.text({ label: 'TDS Code', max: 20, sortable: true }),
  msme: field.choice({ label: 'MSME', choices: msmeSizes, required: true, sortable: true }),
  msme_number: field.text({ label: 'MSME Number', max: 30 }),
  /** A written agreement on the days of payment: the limit is 45 days instead of 15. */
  msme_agreed: field.flag({ label: 'Payment days agreed in writing' }),
  /** Null for people without the right to change vendors, as the IFSC is. */
  bank_account: {
    ...field.text({ label: 'Bank Account', max: 40, normalize: plainCode }),
    secret: true,
  },
  bank_ifsc: {
    ...field.text({
      label: 'IFSC',
      max: 20,
      normalize: plainCode,
      format: (text) => ifscProblem(plainCode(text)) === null,
      messages: { format: 'IFSC must be four letters, 0 and six letters or digits' },
    }),
    secret: true,
  },
  is_active: field.flag({ label: 'Status', states: field.activeStates, sortable: true }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  created_at: field.instant({ label: 'Created', sortable: true }),
  updated_at: field.instant({ label: 'Last Updated' }),
};

/** The fields of a new vendor; the server assigns the code unless one is sent. */
export const newVendorFields = { ...vendorFields, vendor_code: field.text(code) };

/** The fields that only a person who may change vendors reads (docs/product/vendors.md#bank-details). */
export const bankFields = ['bank_account', 'bank_ifsc'] as const;

/** The fields that many vendors change at once (docs/product/bulk.md#bulk-changes). */
export const manyVendorFields = [
  'gst_category',
  'state_code',
  'city',
  'state',
  'country',
  'payment_terms',
  'tds_code',
  'msme',
  'msme_agreed',
  'is_active',
  'notes',
] as const;

export type Vendor = field.RowOf<typeof vendorFields>;
export type VendorPatch = field.PatchOf<typeof vendorFields>;
export type NewVendor = field.PatchOf<typeof newVendorFields>;
