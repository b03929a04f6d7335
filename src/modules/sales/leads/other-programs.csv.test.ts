import { expect, test } from 'vitest';
import { customerFormat } from '~/modules/sales/customers/customers.csv';
import type { CsvFormat } from '~/modules/records/imports/formats.rules';
import { readHeading } from '~/modules/records/imports/heading.rules';
import { guessedMapping } from '~/modules/records/imports/guess.rules';
import { rowCheck } from '~/modules/records/imports/rows.rules';
import { leadFormat } from './leads.csv';

function read(format: CsvFormat, file: string) {
  const [headings = [], cells = []] = file.split('\n').map((line) => line.split('|'));
  const mapping = guessedMapping(headings, format);
  const heading = readHeading({ line: 1, cells: headings }, format, mapping);
  return rowCheck(heading)({ line: 2, cells });
}

const ravi = { company_name: 'Kaveri Looms', contact_person: 'Ravi Iyer' };

test.each<[string, CsvFormat, string, object]>([
  [
    'contacts of HubSpot',
    leadFormat,
    'Record ID|First Name|Last Name|Email|Phone Number|Associated Company|State/Region|Country/Region\n' +
      '1|Ravi|Iyer|r@kaveri.example|9820012345|Kaveri Looms|Tamil Nadu|India',
    {
      ...ravi,
      email: 'r@kaveri.example',
      phone: '9820012345',
      state: 'Tamil Nadu',
      country: 'India',
    },
  ],
  [
    'companies of HubSpot',
    customerFormat,
    'Record ID|Company name|Company Domain Name|Street Address|Postal Code|Number of Employees\n' +
      '1|Kaveri Looms|www.kaveri.example|Plot 4|641021|12',
    {
      company_name: 'Kaveri Looms',
      contact_person: 'Kaveri Looms',
      billing_address: 'Plot 4',
      postal_code: '641021',
      employee_count: 12,
    },
  ],
  [
    'leads of Salesforce',
    leadFormat,
    'First Name|Last Name|Company / Account|Street|Zip/Postal Code|Mobile|Lead Source\n' +
      'Ravi|Iyer|Kaveri Looms|Plot 4|641021|9820012345|referral',
    { ...ravi, address: 'Plot 4', phone: '9820012345', lead_source: 'referral' },
  ],
  [
    'accounts of Salesforce',
    customerFormat,
    'Account Name|Account Number|Billing Street|Billing City|Billing State/Province|Phone\n' +
      'Kaveri Looms|K-1|Plot 4|Pune|Maharashtra|9820012345',
    { company_name: 'Kaveri Looms', customer_code: 'K-1', city: 'Pune', state: 'Maharashtra' },
  ],
  [
    'leads of Zoho',
    leadFormat,
    'Record Id|Company|First Name|Last Name|Phone|Mobile|Zip Code|Description\n' +
      'zcrm_1|Kaveri Looms|Ravi|Iyer|9820012345|9820054321|641021|Looms',
    { ...ravi, phone: '9820012345', postal_code: '641021', initial_inquiry: 'Looms' },
  ],
  [
    'a person of Odoo',
    customerFormat,
    'Name|Company Name|Street|Street2|Zip|State/State Name|Reference\n' +
      'Ravi Iyer|Kaveri Looms|Plot 4|MIDC|411026|Maharashtra|K-1',
    { ...ravi, billing_address: 'Plot 4, MIDC', state: 'Maharashtra', customer_code: 'K-1' },
  ],
  [
    'ledgers of Tally',
    customerFormat,
    'Name|Address|Pincode|GSTIN/UIN|Registration Type|Credit Limit\n' +
      'Kaveri Looms|Plot 4|411026|27AAPFU0939F1ZV|Regular|50,000',
    {
      company_name: 'Kaveri Looms',
      contact_person: 'Kaveri Looms',
      gstin: '27AAPFU0939F1ZV',
      gst_category: 'regular',
      credit_limit: 50_000,
    },
  ],
  [
    'a group of ledgers of Tally',
    customerFormat,
    'Particulars|Address|State|GSTIN/UIN|Contact Person|Closing Balance\n' +
      'Kaveri Looms|Plot 4|Maharashtra|27AAPFU0939F1ZV|Ravi Iyer|1,25,000.00 Dr',
    { ...ravi, state: 'Maharashtra', gstin: '27AAPFU0939F1ZV' },
  ],
  [
    'customers of Shopify, a person without a company',
    customerFormat,
    'First Name|Last Name|Email|Default Address Company|Default Address City|Default Address Zip\n' +
      'Ravi|Iyer|r@kaveri.example||Pune|411026',
    { company_name: 'Ravi Iyer', contact_person: 'Ravi Iyer', city: 'Pune', postal_code: '411026' },
  ],
])('%s are read', (_program, format, file, values) => {
  expect(read(format, file)).toMatchObject({ values });
});

test.each(['₹2,50,000', 'Rs. 2,50,000', 'INR 250000', '2,50,000/-'])(
  'the value of a lead is read as %s',
  (value) => {
    const file = `Company|Contact Person|Annual Revenue\nKaveri Looms|Ravi Iyer|${value}`;
    expect(read(leadFormat, file)).toMatchObject({ values: { ...ravi, annual_revenue: 250_000 } });
  },
);

test('names a contact by its address alone, and takes no invalid name for the other', () => {
  const file = (row: string) => `Company|First Name|Email\n${row}`;
  const names = { company_name: 'a@x.example', contact_person: 'a@x.example' };
  expect(read(leadFormat, file('||a@x.example'))).toMatchObject({ values: names });
  expect(read(leadFormat, file('|X|'))).toMatchObject([
    { field: 'company_name', message: 'Company name is required and cannot be empty' },
    { field: 'contact_person' },
  ]);
});
