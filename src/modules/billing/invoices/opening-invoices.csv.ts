import * as field from '~/kit/shared/fields/fields';
import { maxAmount } from '~/kit/shared/money/money';
import {
  type CsvColumn,
  type CsvFormat,
  sampleFile,
} from '~/modules/records/imports/formats.rules';
import { customerFields } from '~/modules/sales/customers/customers.fields';
import { partySynonyms } from '~/modules/sales/customers/party-headings.csv';
import { invoiceFields } from './invoices.fields';

/** What identifies the customer of an opening invoice: the first of them that has a value. */
export const customerNames = ['customer_code', 'gstin', 'email', 'company_name'] as const;

const amount = { currency: 'INR', min: 0.01, max: maxAmount } as const;

const columns: CsvColumn[] = [
  {
    name: 'invoice_number',
    field: field.text({ label: 'Invoice Number', required: true, max: 50 }),
  },
  ...customerNames.map((name) => ({
    name,
    field: field.text({ label: customerFields[name].label, max: 255 }),
  })),
  { name: 'invoice_date', field: invoiceFields.invoice_date },
  { name: 'due_date', field: field.day({ label: 'Due Date' }) },
  { name: 'total_amount', field: field.money({ label: 'Total', required: true, ...amount }) },
  { name: 'balance_due', field: field.money({ label: 'Balance Due', ...amount }) },
  { name: 'reference', field: invoiceFields.reference },
  { name: 'notes', field: invoiceFields.notes },
];

/** A file of the unpaid invoices of the program before (docs/product/invoices.md#opening-invoices). */
export const openingFormat: CsvFormat = {
  columns,
  synonyms: {
    ...partySynonyms,
    code: 'customer_code',
    gst_no: 'gstin',
    gst_number: 'gstin',
    gstin_uin: 'gstin',
    party: 'company_name',
    invoice: 'invoice_number',
    invoice_no: 'invoice_number',
    bill_no: 'invoice_number',
    bill_number: 'invoice_number',
    voucher_no: 'invoice_number',
    number: 'invoice_number',
    ref_no: 'invoice_number',
    date: 'invoice_date',
    bill_date: 'invoice_date',
    due_on: 'due_date',
    total: 'total_amount',
    amount: 'total_amount',
    invoice_amount: 'total_amount',
    bill_amount: 'total_amount',
    opening_amount: 'total_amount',
    balance: 'balance_due',
    pending_amount: 'balance_due',
    outstanding: 'balance_due',
    amount_due: 'balance_due',
    po_number: 'reference',
    note: 'notes',
    narration: 'notes',
    remarks: 'notes',
  },
  key: 'invoice_number',
  isKeyNeeded: true,
};

const samples: readonly Readonly<Record<string, string>>[] = [
  {
    invoice_number: 'OLD-1017',
    customer_code: 'SAMPLE-1',
    company_name: 'Sample: Godavari Forge',
    invoice_date: '2026-02-18',
    due_date: '2026-03-20',
    total_amount: '118000',
    balance_due: '68000',
    reference: 'PO 4411',
  },
  {
    invoice_number: 'OLD-1042',
    company_name: 'Sample: Kaveri Looms',
    invoice_date: '2026-03-27',
    total_amount: '23600',
  },
];

/** The template: the header and two sample rows. */
export function sampleCsv(): string {
  return sampleFile(
    columns.map(({ name }) => name),
    samples,
  );
}
