import { anonymous, type Write } from '~/kit/server/database/context';
import { together } from '~/kit/server/database/together';
import type { Transaction } from '~/kit/server/database/transaction';
import { insertRecords } from '~/kit/server/database/write';
import { completeGstin } from '~/modules/organization/company/gstin.rules';
import { getSettings } from '~/modules/organization/company/server/settings.service';
import { sampleWorkspaces } from '~/modules/organization/workspaces/server/workspace-scope.service';
import { sampleWrites } from '~/modules/records/custom-fields/server/custom-fields.service';
import type { AddressPatch } from '../addresses.fields';
import type { ContactPatch } from '../contacts.fields';
import type { Customer, NewCustomer } from '../customers.fields';
import { at, sampleCompany, samplePhone } from '../sample-companies.rules';
import { addresses, contacts } from './customer-parts.queries';
import { addCustomer } from './customers.service';
import { asGstCustomer, gstCustomers, worksAddressOf } from './gst-customers.demo';

const cities = {
  bengaluru: ['Bengaluru', 'Karnataka', '560058', '29'],
  coimbatore: ['Coimbatore', 'Tamil Nadu', '641021', '33'],
  faridabad: ['Faridabad', 'Haryana', '121003', '06'],
  hosur: ['Hosur', 'Tamil Nadu', '635126', '33'],
  howrah: ['Howrah', 'West Bengal', '711101', '19'],
  hyderabad: ['Hyderabad', 'Telangana', '500055', '36'],
  jaipur: ['Jaipur', 'Rajasthan', '302013', '08'],
  kochi: ['Kochi', 'Kerala', '682030', '32'],
  lucknow: ['Lucknow', 'Uttar Pradesh', '226008', '09'],
  ludhiana: ['Ludhiana', 'Punjab', '141003', '03'],
  mumbai: ['Mumbai', 'Maharashtra', '400072', '27'],
  pune: ['Pune', 'Maharashtra', '411026', '27'],
  rajkot: ['Rajkot', 'Gujarat', '360003', '24'],
} as const;

type Sample = readonly [
  company: string,
  person: string,
  industry: string,
  city: keyof typeof cities,
  terms: Customer['payment_terms'],
  creditLimit: number | null,
];

// All names are invented; email and web addresses use the reserved domain `.example`.
const samples: readonly Sample[] = [
  ['Ashoka Precision Castings Pvt Ltd', 'Rohan Deshmukh', 'Automotive', 'pune', 'net_30', 750_000],
  ['Bharat Agro Pumps', 'Kavita Sundaram', 'Agriculture', 'coimbatore', 'net_15', 90_000],
  ['Chambal Textile Machines', 'Harish Solanki', 'Textiles', 'rajkot', 'net_60', 1_800_000],
  ['Deccan Switchgear Industries', 'Meera Kulkarni', 'Electrical', 'pune', 'net_30', 600_000],
  ['Godavari Pharma Packaging', 'Imran Khan', 'Pharmaceuticals', 'hyderabad', 'net_30', 2_500_000],
  ['Himalaya Steel Fabricators', 'Gurpreet Singh', 'Construction', 'ludhiana', 'net_60', 900_000],
  ['Indus Hydraulics', 'Farida Shaikh', 'Heavy Engineering', 'hosur', 'cod', null],
  ['Jupiter Polymers', 'Nandini Joshi', 'Plastics', 'faridabad', 'net_30', 450_000],
  ['Konkan Food Processors', 'Joseph Thomas', 'Food & Beverage', 'kochi', 'prepaid', null],
  ['Lakshmi Solar Works', 'Lakshmi Reddy', 'Renewable Energy', 'hyderabad', 'net_60', 5_000_000],
  ['Malabar Marine Engineering', 'Suresh Nair', 'Shipbuilding', 'kochi', 'net_30', 3_200_000],
  ['Narmada Bearings', 'Vikram Patel', 'Automotive', 'rajkot', 'net_15', 300_000],
  ['Orissa Refractories', 'Ananya Banerjee', 'Metals', 'howrah', 'net_60', 1_250_000],
  ['Peenya Tool Room', 'Ravi Iyer', 'Tooling', 'bengaluru', 'net_15', 75_000],
  ['Quality Fasteners', 'Manpreet Kaur', 'Automotive', 'ludhiana', 'net_30', 120_000],
  ['Rajkot Diesel Engines', 'Jignesh Mehta', 'Agriculture', 'rajkot', 'net_30', 480_000],
  ['Sahyadri Wind Components', 'Tanvi Pawar', 'Renewable Energy', 'pune', 'net_60', 2_200_000],
  ['Tungabhadra Ceramics', 'Basavaraj Patil', 'Construction', 'bengaluru', 'cod', null],
  ['Udyog Cables & Wires', 'Neha Gupta', 'Electrical', 'faridabad', 'net_30', 550_000],
  ['Vindhya Cement Equipment', 'Alok Mishra', 'Heavy Engineering', 'howrah', 'net_60', 4_000_000],
  ['Western Packaging Films', 'Zoya Merchant', 'Plastics', 'mumbai', 'net_30', 380_000],
  ['Yamuna Valves', 'Pooja Saxena', 'Oil & Gas', 'faridabad', 'net_15', 260_000],
  ['Zenith Robotics', 'Arjun Menon', 'Automation', 'bengaluru', 'prepaid', 50_000],
  ['Aravalli Stone Crushers', 'Devendra Rathore', 'Mining', 'jaipur', 'net_30', 700_000],
  ['Bay of Bengal Seafoods', 'Priya Chatterjee', 'Food & Beverage', 'howrah', 'net_15', 200_000],
  ['Cauvery Spinning Mills', 'Senthil Kumar', 'Textiles', 'coimbatore', 'net_60', 3_600_000],
  ['Dhanvantari Labs', 'Shalini Rao', 'Pharmaceuticals', 'hyderabad', 'net_30', 1_500_000],
  ['Eastern Rail Components', 'Subhash Ghosh', 'Railways', 'howrah', 'net_60', 2_800_000],
  ['Falcon Aero Structures', 'Ritu Malhotra', 'Aerospace', 'bengaluru', 'net_30', 950_000],
  ['Ganga Water Systems', 'Mohit Tiwari', 'Water Treatment', 'lucknow', 'net_15', 110_000],
  ['Hosur Gear Works', 'Karthik Raman', 'Automotive', 'hosur', 'net_30', 420_000],
  ['Innovate Medical Devices', 'Dr. Sunita Bhat', 'Medical Devices', 'pune', 'net_15', 160_000],
  ['Jaipur Switch Panels', 'Kunal Agarwal', 'Electrical', 'jaipur', 'cod', 25_000],
  ['Kutch Salt & Chemicals', 'Bhavna Jadeja', 'Chemicals', 'rajkot', 'net_30', 1_100_000],
  ['Lucknow Leather Machines', 'Asif Siddiqui', 'Textiles', 'lucknow', 'net_30', 85_000],
  ['Mumbai Dock Services', 'Cyrus Irani', 'Shipbuilding', 'mumbai', 'net_60', 2_000_000],
  ['Nilgiri Tea Equipment', 'Divya Krishnan', 'Food & Beverage', 'coimbatore', 'prepaid', null],
  ['Omkar Elevators', 'Sachin Gaikwad', 'Construction', 'mumbai', 'net_30', 650_000],
  ['Pragati Drones', 'Ishaan Kapoor', 'Aerospace', 'bengaluru', 'net_15', 60_000],
  ['Shakti Transformers', 'Radhika Menon', 'Electrical', 'kochi', 'net_60', 4_500_000],
];

/** Further ones, each another invented company. */
const more = 80;
const daysApart = 6.5;

/** Sample customers of 18 months, the first of them older, with addresses and contacts; returns how many. */
export async function fillDemoCustomers(trx: Transaction, now: Date): Promise<number> {
  const workspaceOf = await sampleWorkspaces(trx);
  const withOwn = await sampleWrites(trx, 'customers');
  const isByGst = (await getSettings(trx)).tax_mode === 'gst';
  const usual = [
    ...samples.map(demoCustomer),
    ...Array.from({ length: more }, (_, index) => duplicateOf(index) ?? furtherCustomer(index)),
  ];
  const all = isByGst ? [...gstCustomers, ...usual.map(asGstCustomer)] : usual;
  const created: { write: Write; customer: Customer }[] = [];
  await together(all, async (values, index) => {
    const age = all.length - 1 - index;
    const moment = new Date(now.getTime() - age * daysApart * 86_400_000);
    const write = { trx, context: { person: anonymous, now: moment } };
    const own = { ...values, workspace_id: workspaceOf(index) };
    created[index] = { write, customer: await addCustomer(withOwn(write, index), own) };
  });
  const parts = created.map(({ write, customer }, index) => {
    const own = (values: object) => ({ write, values: { ...values, customer_id: customer.id } });
    return {
      addresses: addressesOf(customer, index, isByGst).map(own),
      contacts: contactsOf(customer, index).map(own),
    };
  });
  await insertRecords(
    addresses,
    parts.flatMap((each) => each.addresses),
  );
  await insertRecords(
    contacts,
    parts.flatMap((each) => each.contacts),
  );
  return all.length;
}

function demoCustomer(sample: Sample, index: number): NewCustomer {
  const [company_name, contact_person, industry, position, payment_terms, credit_limit] = sample;
  const [city, state, postal_code, state_code] = cities[position];
  const domain = `${company_name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  const name = contact_person.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  const address = `Plot ${index * 3 + 7}, Industrial Area Phase ${(index % 3) + 1}`;
  return {
    company_name,
    contact_person,
    industry,
    payment_terms,
    credit_limit,
    city,
    state,
    postal_code,
    country: 'India',
    ...taxOf(state_code, company_name, index),
    ...sizeOf(credit_limit ?? 0, index),
    email: `${name}@${domain}`,
    phone: `+91 ${98_300 + index * 17} ${20_000 + index * 431}`,
    website: index % 5 === 2 ? null : `https://www.${domain}`,
    billing_address: address,
    shipping_address: index % 4 === 1 ? `${address}, Gate 2` : null,
    is_active: index % 7 !== 4,
  };
}

const furtherTerms = ['net_30', 'net_15', 'net_60', 'net_30', 'cod'] as const;

function furtherCustomer(index: number): NewCustomer {
  const { address, state_code, ...company } = sampleCompany(index);
  const credit_limit = index % 9 === 4 ? null : 50_000 + ((index * 7) % 23) * 190_000;
  return {
    ...company,
    payment_terms: at(furtherTerms, index),
    credit_limit,
    country: 'India',
    ...taxOf(state_code, company.company_name, samples.length + index),
    ...sizeOf(credit_limit ?? 0, index),
    billing_address: address,
    is_active: index % 13 !== 6,
  };
}

/** Entered a second time by someone who did not look: which of the samples, and how it is written. */
const duplicates: Readonly<Record<number, readonly [of: string, name: string]>> = {
  68: ['Deccan Switchgear Industries', 'Deccan Switch Gear Industries Pvt Ltd'],
  76: ['Yamuna Valves', 'Yamuna Valves Co.'],
};

function duplicateOf(index: number): NewCustomer | null {
  const [of, company_name] = duplicates[index] ?? [];
  const originalAt = samples.findIndex(([company]) => company === of);
  const sample = samples[originalAt];
  if (!sample || !company_name) return null;
  const { phone, email, city, state, postal_code, state_code, billing_address } = demoCustomer(
    sample,
    originalAt,
  );
  const here = { phone, email, city, state, postal_code, state_code, billing_address };
  return { ...furtherCustomer(index), ...here, company_name, ...noGstin };
}

const noGstin = { gst_category: 'unregistered', gstin: null } as const;

function addressesOf(customer: Customer, index: number, isByGst: boolean): AddressPatch[] {
  const { billing_address, city, state_code, postal_code, country, gstin } = customer;
  const here = { city, state_code, postal_code, country, gstin };
  const worksAddress = isByGst ? worksAddressOf(customer) : null;
  const hasWorks = worksAddress !== null || index % 3 === 1;
  const office = { ...here, label: 'Office', address: billing_address, is_billing: true };
  const worksRow = { ...here, label: 'Works', address: `${billing_address ?? ''}, Gate 2` };
  const works = worksAddress ?? worksRow;
  return [
    { ...office, is_shipping: !hasWorks },
    ...(hasWorks ? [{ ...works, is_billing: false, is_shipping: true }] : []),
  ];
}

function contactsOf(customer: Customer, index: number): ContactPatch[] {
  const { contact_person, email, phone } = customer;
  const domain = email?.split('@')[1] ?? 'accounts.example';
  const first = { name: contact_person, email, phone, position: 'Purchase', is_primary: true };
  if (index % 2 === 1) return [{ ...first, gets_invoices: true }];
  return [
    { ...first, gets_invoices: false },
    {
      name: sampleCompany(index + 240).contact_person,
      position: 'Accounts',
      email: `accounts@${domain}`,
      phone: samplePhone(index + 240),
      is_primary: false,
      gets_invoices: true,
    },
  ];
}

/** Every sixth has no GSTIN; the others' are well-formed and invented: a PAN made from the name has no holder. */
function taxOf(state_code: NonNullable<Customer['state_code']>, company: string, index: number) {
  if (index % 6 === 5) return { gst_category: 'unregistered' as const, gstin: null, state_code };
  const letters = company.toUpperCase().replaceAll(/[^A-Z]/g, '');
  const pan = `${letters.slice(0, 5)}${1000 + ((index * 137) % 9000)}${letters.charAt(5)}`;
  return {
    gst_category: 'regular' as const,
    gstin: completeGstin(`${state_code}${pan}1Z`),
    state_code,
  };
}

function sizeOf(limit: number, index: number): NewCustomer {
  if (limit >= 3_000_000) return { company_size: 'enterprise', employee_count: 1900 + index * 31 };
  if (limit >= 1_000_000) return { company_size: 'large', employee_count: 420 + index * 9 };
  if (limit >= 250_000) return { company_size: 'medium', employee_count: 70 + index * 3 };
  return { company_size: 'small', employee_count: 9 + index };
}
