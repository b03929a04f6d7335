import { expect, it } from 'vitest';
import * as field from '~/kit/shared/fields/fields';
import { columnsFromFields } from './columns';
import { csvOfRows } from './rowsFile';

const fields = {
  invoice_number: field.text({ label: 'Invoice Number', required: true, max: 50 }),
  customer_name: field.text({ label: 'Customer Name', required: true, max: 100 }),
  due_date: field.day({ label: 'Due Date' }),
  total_amount: field.money({ label: 'Total', currency: 'INR', max: 1e12 }),
  item_count: field.wholeNumber({ label: 'Items', max: 1e6 }),
  status: field.choice({
    label: 'Status',
    choices: [{ value: 'partially_paid', label: 'Partially Paid' }],
  }),
  is_open: field.flag({ label: 'Open', required: true }),
  created_at: field.instant({ label: 'Created' }),
} satisfies field.Fields;

type Row = field.RowOf<typeof fields>;

const columns = columnsFromFields<typeof fields, Row>(fields, {
  timeZone: 'Asia/Kolkata',
  today: '2026-11-21',
  overrides: { due_date: { text: () => '24 Nov 2026 · Overdue' } },
});
const row: Row = {
  invoice_number: 'INV-26-27-00001',
  customer_name: 'Acme "Tools", Pune',
  due_date: '2026-11-24',
  total_amount: 123456.7,
  item_count: 1200,
  status: 'partially_paid',
  is_open: true,
  created_at: '2026-11-20T20:05:00.000Z',
};
const titles = 'Invoice Number,Customer Name,Due Date,Total,Items,Status,Open,Created\r\n';

it('writes amounts, days and moments for spreadsheets, all else as it is read', () => {
  expect(csvOfRows([row], columns)).toBe(
    `${titles}INV-26-27-00001,"Acme ""Tools"", Pune",2026-11-24,123456.7,1200,Partially Paid,Yes,2026-11-21 01:35\r\n`,
  );
});

it('leaves empty what has no value, and lets no spreadsheet run a text', () => {
  const formula = {
    ...row,
    customer_name: '=1+1',
    due_date: null,
    total_amount: -5,
    item_count: null,
  };
  expect(csvOfRows([formula], columns)).toBe(
    `${titles}INV-26-27-00001,'=1+1,,-5,,Partially Paid,Yes,2026-11-21 01:35\r\n`,
  );
});

it('is a header alone where there are no rows', () => {
  expect(csvOfRows([], columns)).toBe(titles);
});
