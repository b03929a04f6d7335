import { stateNamed } from '~/modules/organization/company/states.rules';
import {
  type CsvColumn,
  type CsvFormat,
  sampleFile,
} from '~/modules/records/imports/formats.rules';
import { mostPositions, partColumns, partFormats } from './customer-parts.csv';
import { fieldsOfOthers, newCustomerFields } from './customers.fields';
import { gstCategoryNamed, termsNamed } from './file-words.rules';
import {
  partyJoins,
  partyStandIns,
  partySynonyms,
  shippingJoin,
  stateAlone,
  unregisteredSample,
} from './party-headings.csv';
import { partyPrograms } from './party-programs.csv';

/** The columns of a customer itself. */
export const customerColumns = [
  'customer_code',
  'company_name',
  'contact_person',
  'email',
  'phone',
  'industry',
  'company_size',
  'employee_count',
  'gst_category',
  'gstin',
  'state_code',
  'website',
  'billing_address',
  'shipping_address',
  'city',
  'state',
  'country',
  'postal_code',
  'credit_limit',
  'payment_terms',
  'is_active',
] as const;

export type CustomerColumn = (typeof customerColumns)[number];

const meanings: Partial<Record<CustomerColumn, NonNullable<CsvColumn['meaning']>>> = {
  state: stateAlone,
  state_code: stateNamed,
  gst_category: gstCategoryNamed,
  payment_terms: termsNamed,
};

function columnOf(name: CustomerColumn): CsvColumn {
  const meaning = meanings[name];
  const column = { name, field: newCustomerFields[name], ...(meaning ? { meaning } : {}) };
  if (name === 'phone' || name === 'website') return { ...column, ofOthers: fieldsOfOthers[name] };
  // The tax depends on it.
  if (name === 'state_code') return { ...column, isMinor: false };
  if (name === 'employee_count') return { ...column, isMinor: true };
  return name === 'is_active' ? { ...column, initial: true } : column;
}

/** The columns of a file whose customers have so many addresses and contacts, `positions` in the order of `partFormats`. */
export function fileColumns(positions: readonly number[]): CsvColumn[] {
  return [
    ...customerColumns.map(columnOf),
    ...partFormats.flatMap((format, at) => partColumns(format, positions[at] ?? 0)),
  ];
}

/** A file of customers, in the order of its export (docs/product/customers.md#import-and-export). */
export const customerFormat: CsvFormat = {
  columns: fileColumns(partFormats.map(() => mostPositions)),
  synonyms: {
    ...partySynonyms,
    employees: 'employee_count',
    number_of_employees: 'employee_count',
    no_of_employees: 'employee_count',
    numberofemployees: 'employee_count',
    employee_size: 'employee_count',
    status: 'is_active',
    active: 'is_active',
    disabled: 'is_active',
    inactive: 'is_active',
    blocked: 'is_active',
    code: 'customer_code',
    party_code: 'customer_code',
    customer_no: 'customer_code',
    customer_number: 'customer_code',
    account_no: 'customer_code',
    account_number: 'customer_code',
    accountnumber: 'customer_code',
    reference: 'customer_code',
    internal_reference: 'customer_code',
    gst: 'gstin',
    gst_no: 'gstin',
    gst_number: 'gstin',
    gstin_no: 'gstin',
    gstin_number: 'gstin',
    gstin_uin: 'gstin',
    gst_identification_number_gstin: 'gstin',
    party_gstin: 'gstin',
    tax_id: 'gstin',
    registration_type: 'gst_category',
    gst_registration_type: 'gst_category',
    gst_treatment: 'gst_category',
    type_of_dealer: 'gst_category',
    dealer_type: 'gst_category',
    gst_state: 'state_code',
    gst_state_code: 'state_code',
    address: 'billing_address',
    bill_address: 'billing_address',
    bill_to: 'billing_address',
    primary_address: 'billing_address',
    sender_address: 'billing_address',
    delivery_address: 'shipping_address',
    ship_address: 'shipping_address',
    ship_to: 'shipping_address',
    credit_days: 'payment_terms',
    payment_term: 'payment_terms',
    terms: 'payment_terms',
  },
  joins: [...partyJoins('billing_address'), shippingJoin],
  programs: partyPrograms,
  standIns: partyStandIns,
  matches: ['gstin', 'email', 'phone'],
  key: 'customer_code',
  isKeyNeeded: false,
};

const samples: readonly Readonly<Record<string, string>>[] = [
  {
    customer_code: 'SAMPLE-1',
    company_name: 'Sample: Godavari Forge',
    contact_person: 'Asha Verma',
    email: 'asha@godavari.example',
    phone: '+91 98200 12345',
    industry: 'Automotive',
    gst_category: 'regular',
    gstin: '27AAPFU0939F1ZV',
    state_code: '27',
    billing_address: 'Plot 42, MIDC Bhosari',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    postal_code: '411026',
    credit_limit: '500000',
    payment_terms: 'net_30',
    address_1_label: 'Works',
    address_1_address: 'Gat 118, Chakan Road',
    address_1_city: 'Pune',
    address_1_state_code: '27',
    address_1_postal_code: '410501',
    contact_1_name: 'Ravi Iyer',
    contact_1_position: 'Accounts',
    contact_1_email: 'accounts@godavari.example',
    contact_1_gets_invoices: 'true',
  },
  {
    customer_code: 'SAMPLE-2',
    company_name: 'Sample: Kaveri Looms',
    contact_person: 'Ravi Iyer',
    ...unregisteredSample,
  },
];

/** The template: the header and two rows marked as samples. */
export function sampleCsv(): string {
  return sampleFile(
    fileColumns([1, 1]).map(({ name }) => name),
    samples,
  );
}
