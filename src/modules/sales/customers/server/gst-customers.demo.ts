import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { abroad } from '~/modules/catalogue/tax/supply.rules';
import type { AddressPatch } from '../addresses.fields';
import type { Customer, NewCustomer } from '../customers.fields';

type Abroad = readonly [
  company: string,
  person: string,
  address: string,
  city: string,
  country: string,
  postalCode: string | null,
  phone: string,
];

const overseas: readonly Abroad[] = [
  [
    'Rheintal Pumpenbau GmbH',
    'Jonas Keller',
    'Werkstrasse 14',
    'Karlsruhe',
    'Germany',
    '76131',
    '+49 30 2312 5042',
  ],
  [
    'Lanka Tea Machines',
    'Nimal Perera',
    '27 Mill Road',
    'Colombo',
    'Sri Lanka',
    '00200',
    '+94 11 555 0142',
  ],
  [
    'Gulf Marine Fabrication FZE',
    'Omar Haddad',
    'Warehouse C4',
    'Sharjah',
    'United Arab Emirates',
    null,
    '+971 6 555 0177',
  ],
];

const unMission: NewCustomer = {
  company_name: 'Mission for Clean Water (invented)',
  contact_person: 'Ingrid Solberg',
  email: 'stores@clean-water-mission.example',
  phone: '+91 11 5550 0123',
  industry: 'Water Treatment',
  payment_terms: 'net_30',
  city: 'New Delhi',
  state: 'Delhi',
  postal_code: '110003',
  country: 'India',
  billing_address: '4 Garden Road',
  gst_category: 'uin',
  gstin: completeGstin('0717UNO00042UN'),
  state_code: '07',
  is_active: true,
};

/** Sample customers that only a company by GST has: buyers abroad, and a holder of a UIN. */
export const gstCustomers: readonly NewCustomer[] = [
  ...overseas.map(
    ([company_name, contact_person, billing_address, city, country, postal_code, phone]) => ({
      company_name,
      contact_person,
      email: `${contact_person.toLowerCase().replaceAll(' ', '.')}@buyer.example`,
      phone,
      industry: 'Heavy Engineering',
      payment_terms: 'net_60' as const,
      credit_limit: 2_000_000,
      billing_address,
      city,
      country,
      postal_code,
      gst_category: 'overseas' as const,
      gstin: null,
      state_code: abroad,
      is_active: true,
    }),
  ),
  unMission,
];

const special: Readonly<Record<string, NewCustomer>> = {
  'Indus Hydraulics': { gst_category: 'composition' },
  'Zenith Robotics': { gst_category: 'sez', billing_address: 'Unit 14, Peenya SEZ' },
  'Falcon Aero Structures': { gst_category: 'sez', billing_address: 'Unit 3, Aerospace SEZ' },
  'Dhanvantari Labs': { gst_category: 'deemed_export' },
  'Mumbai Dock Services': {
    gst_category: 'deductor',
    gstin: completeGstin('27MUMA04213E1D'),
  },
};

/** A sample customer as a company by GST has it: some of them are more than regular. */
export function asGstCustomer(values: NewCustomer): NewCustomer {
  return { ...values, ...special[values.company_name ?? ''] };
}

const worksAddresses: Readonly<Record<string, AddressPatch>> = {
  'Lakshmi Solar Works': {
    label: 'Pune works',
    address: 'Gat 118, Chakan Road',
    city: 'Pune',
    postal_code: '410501',
    state_code: '27',
  },
  'Cauvery Spinning Mills': {
    label: 'Peenya mill',
    address: 'Shed 9, Peenya Second Stage',
    city: 'Bengaluru',
    postal_code: '560058',
    state_code: '29',
  },
};

/** The works of a customer that is registered in a second state, under the same PAN; null for all others. */
export function worksAddressOf({ company_name, gstin, country }: Customer): AddressPatch | null {
  const works = worksAddresses[company_name];
  if (works === undefined || gstin === null) return null;
  const pan = gstin.slice(2, 12);
  return { ...works, country, gstin: completeGstin(`${works.state_code ?? ''}${pan}1Z`) };
}
