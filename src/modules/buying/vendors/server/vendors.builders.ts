import { type Caller, makeRecord } from '~/kit/server/testing/test-calls';
import type { NewVendor, Vendor } from '../vendors.fields';

export function vendorBody(values: NewVendor = {}): NewVendor {
  return { company_name: 'Deccan Steel Traders', contact_person: 'Nikhil Joshi', ...values };
}

export function makeVendor(caller: Caller, values: NewVendor = {}): Promise<Vendor> {
  return makeRecord<Vendor>(caller, '/vendors', vendorBody(values));
}
