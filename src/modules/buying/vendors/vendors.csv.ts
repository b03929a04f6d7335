import { stateNamed } from '~/modules/organization/company/states.rules';
import {
  type CsvColumn,
  type CsvFormat,
  type Program,
  sampleFile,
} from '~/modules/records/imports/formats.rules';
import { fieldsOfOthers } from '~/modules/sales/customers/customers.fields';
import { gstCategoryNamed, termsNamed } from '~/modules/sales/customers/file-words.rules';
import {
  partyJoins,
  partySynonyms,
  stateAlone,
  unregisteredSample,
} from '~/modules/sales/customers/party-headings.csv';
import { partyPrograms } from '~/modules/sales/customers/party-programs.csv';
import { newVendorFields } from './vendors.fields';

/** The columns of a file of vendors, in the order of its export. */
export const vendorColumns = [
  'vendor_code',
  'company_name',
  'contact_person',
  'email',
  'phone',
  'gst_category',
  'gstin',
  'state_code',
  'pan',
  'address',
  'city',
  'state',
  'country',
  'postal_code',
  'payment_terms',
  'tds_code',
  'msme',
  'msme_number',
  'msme_agreed',
  'bank_account',
  'bank_ifsc',
  'is_active',
  'notes',
] as const;

export type VendorColumn = (typeof vendorColumns)[number];

const meanings: Partial<Record<VendorColumn, NonNullable<CsvColumn['meaning']>>> = {
  state: stateAlone,
  state_code: stateNamed,
  gst_category: gstCategoryNamed,
  payment_terms: termsNamed,
};

const initials: Partial<Record<VendorColumn, unknown>> = {
  is_active: true,
  msme: 'none',
  msme_agreed: false,
};

function columnOf(name: VendorColumn): CsvColumn {
  const meaning = meanings[name];
  return {
    name,
    field: newVendorFields[name],
    ...(meaning ? { meaning } : {}),
    ...(name in initials ? { initial: initials[name] } : {}),
    ...(name === 'phone' ? { ofOthers: fieldsOfOthers.phone } : {}),
    // The tax depends on it.
    ...(name === 'state_code' ? { isMinor: false } : {}),
  };
}

const shared = [
  'Zoho Books contacts',
  'Odoo contacts',
  'Busy accounts',
  'Marg parties',
  'Tally ledgers',
];
const renamed: Readonly<Record<string, string>> = {
  customer_code: 'vendor_code',
  billing_address: 'address',
  initial_inquiry: 'notes',
};

/** The exports of other programs that vendors come in as customers do: with the names of a vendor's fields. */
function programs(): Program[] {
  const own = partyPrograms.filter(({ name }) => shared.includes(name));
  return own.map(({ headings, skips, ...program }) => ({
    ...program,
    headings: Object.fromEntries(
      Object.entries(headings).map(([heading, meant]) => [
        heading,
        typeof meant === 'string' ? (renamed[meant] ?? meant) : meant,
      ]),
    ),
    ...(skips ? { skips: { ...skips, texts: ['customer'] } } : {}),
  }));
}

/** A file of vendors (docs/product/vendors.md#import-and-export). */
export const vendorFormat: CsvFormat = {
  columns: vendorColumns.map(columnOf),
  synonyms: {
    ...partySynonyms,
    vendor: 'company_name',
    vendor_name: 'company_name',
    supplier: 'company_name',
    supplier_name: 'company_name',
    creditor: 'company_name',
    status: 'is_active',
    active: 'is_active',
    code: 'vendor_code',
    vendor_no: 'vendor_code',
    vendor_number: 'vendor_code',
    supplier_code: 'vendor_code',
    party_code: 'vendor_code',
    gst: 'gstin',
    gst_no: 'gstin',
    gst_number: 'gstin',
    gstin_no: 'gstin',
    gstin_uin: 'gstin',
    gst_identification_number_gstin: 'gstin',
    tax_id: 'gstin',
    registration_type: 'gst_category',
    gst_registration_type: 'gst_category',
    gst_treatment: 'gst_category',
    gst_state: 'state_code',
    gst_state_code: 'state_code',
    source_of_supply: 'state_code',
    pan_no: 'pan',
    pan_number: 'pan',
    pan_it_no: 'pan',
    billing_address: 'address',
    credit_days: 'payment_terms',
    payment_term: 'payment_terms',
    terms: 'payment_terms',
    udyam: 'msme_number',
    udyam_number: 'msme_number',
    msme_no: 'msme_number',
    account_no: 'bank_account',
    account_number: 'bank_account',
    bank_account_no: 'bank_account',
    bank_account_number: 'bank_account',
    ifsc: 'bank_ifsc',
    ifsc_code: 'bank_ifsc',
    remarks: 'notes',
  },
  joins: partyJoins('address'),
  programs: programs(),
  standIns: { company_name: ['contact_person', 'email', 'phone'] },
  matches: ['gstin', 'email', 'phone'],
  key: 'vendor_code',
  isKeyNeeded: false,
};

const samples: readonly Readonly<Partial<Record<VendorColumn, string>>>[] = [
  {
    vendor_code: 'SAMPLE-1',
    company_name: 'Sample: Deccan Steel Traders',
    contact_person: 'Nikhil Joshi',
    email: 'sales@deccansteel.example',
    phone: '+91 98220 45678',
    gst_category: 'regular',
    gstin: '27AAPFU0939F1ZV',
    state_code: '27',
    pan: 'AAPFU0939F',
    address: 'Gala 7, Bhosari Industrial Estate',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    postal_code: '411026',
    payment_terms: 'net_30',
    msme: 'small',
    msme_agreed: 'true',
  },
  {
    vendor_code: 'SAMPLE-2',
    company_name: 'Sample: Kovai Packaging',
    ...unregisteredSample,
  },
];

/** The template: the header and two rows marked as samples. */
export function sampleCsv(): string {
  return sampleFile(vendorColumns, samples);
}
