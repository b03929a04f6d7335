import { readGstin } from './gstin.rules';
import type { BillingProfile } from './identity.fields';

type Identity = Pick<
  BillingProfile,
  'company_name' | 'tax_id' | 'billing_address' | 'city' | 'zip_code' | 'state_code'
>;

/** Whether no one has entered who the company is. */
export function isUnnamed({ company_name, tax_id }: Identity): boolean {
  return company_name === null && tax_id === null;
}

/** What a company has to enter before it can issue documents by GST, or null (docs/product/invoices.md#check-before-issue). */
export function missingForGst(identity: Identity): string | null {
  const { company_name, tax_id, billing_address, city, zip_code, state_code } = identity;
  if (!readGstin(tax_id ?? '').ok) return 'a valid GSTIN';
  if (state_code === null) return 'the state for GST';
  if (!company_name || !billing_address || (city ?? '').length < 3) return 'name, address and city';
  return /^[1-9]\d{5}$/.test(zip_code ?? '') ? null : 'the PIN code';
}
