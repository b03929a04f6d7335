import { expect, test } from 'vitest';
import { programOf, programText } from '~/modules/records/imports/formats.rules';
import { guessedMapping } from '~/modules/records/imports/guess.rules';
import { readHeading } from '~/modules/records/imports/heading.rules';
import { rowCheck } from '~/modules/records/imports/rows.rules';
import { customerFormat } from './customers.csv';

/** The values of each row of a file, and what is left out or changed in it. */
function read(file: string) {
  const [cells = [], ...rows] = file.split('\n').map((line) => line.split('|'));
  const below = rows.map((each, at) => ({ line: at + 2, cells: each }));
  const check = rowCheck(readHeading({ line: 1, cells }, customerFormat, null, { rows: below }));
  return below.map((row) => check(row));
}

test.each<[string, string, object]>([
  ['the first filled phone', 'Company|Phone|Mobile\nA Co||9000000601', { phone: '9000000601' }],
  ['the phone next to a 0', 'Company|Phone|Mobile\nA Co|0|9000000603', { phone: '9000000603' }],
  [
    'the GSTIN next to a tax number of another country',
    'Company|Tax ID|GST No\nA Co|DE999999999|27AABCK1234L1ZM',
    { gstin: '27AABCK1234L1ZM' },
  ],
  [
    'the field before others',
    'Company|Mobile|Phone\nA Co|1111111111|9000000601',
    { phone: '9000000601' },
  ],
  ['an empty Tax ID', 'Company|Tax ID|GSTIN\nA Co||27AAPFU0939F1ZV', { gstin: '27AAPFU0939F1ZV' }],
  [
    'numbers under "Contact"',
    'Company|Contact\nA Co|+91 90000 00601',
    { phone: '+91 90000 00601' },
  ],
  ['addresses under any heading', 'Company|Reach\nA Co|a@co.example', { email: 'a@co.example' }],
  ['a reversed column', 'Company|Disabled\nA Co|1', { is_active: false }],
  ['the company of Odoo', 'Complete Name|Company|Zip\nA Co|Ours|411001', { company_name: 'A Co' }],
  [
    'names of QuickBooks',
    'Customer full name|Full name\nA Co|Asha Rao',
    { company_name: 'A Co', contact_person: 'Asha Rao' },
  ],
  ['a placeholder', 'Company|City|Phone\nA Co|N/A|-', { city: null, phone: null }],
])('%s is read', (_what, file, values) => {
  expect(read(file)).toMatchObject([{ values }]);
});

test('two filled columns of one field are a note', () => {
  const [row] = read('Company|Phone|Mobile\nA Co|9000000601|9000000602');
  expect(row).toMatchObject({
    values: { phone: '9000000601' },
    remarks: [
      { change: 'other_column', heading: 'Mobile', text: '9000000602' },
      { change: 'stood_in', label: 'Contact Person' },
    ],
  });
});

test('our own headings are read strictly, and those of others leniently', () => {
  const own = guessedMapping(['company_name', 'contact_person', 'phone'], customerFormat);
  expect(own).toEqual({
    fields: {
      company_name: { columns: ['company_name'] },
      contact_person: { columns: ['contact_person'] },
      phone: { columns: ['phone'] },
    },
  });
  const other = guessedMapping(['Company', 'GST Category'], customerFormat);
  expect(other).toMatchObject({
    fields: { gst_category: { columns: ['GST Category'], invalid: 'empty' } },
    tidy: true,
    stand_ins: true,
  });
});

test('a program is named by its headings', () => {
  const headings = ['Complete Name', 'Company', 'Phone'];
  expect(programText(programOf(headings, customerFormat))).toBe(
    'Looks like an Odoo contacts export',
  );
  expect(programText(programOf(['Name', 'Phone'], customerFormat))).toBeNull();
});
