import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import * as field from '~/kit/shared/fields/fields';

const rupees = z.number().describe('Rupees');
const day = z.iso.date();

/** The kinds of documents in a statement (docs/product/receivables.md#statement). */
export const entryKinds = [
  { value: 'invoice', label: 'Invoice' },
  { value: 'debit_note', label: 'Debit Note' },
  { value: 'credit_note', label: 'Credit Note' },
  { value: 'payment', label: 'Payment' },
  { value: 'receipt', label: 'Receipt' },
  { value: 'tds', label: 'TDS' },
  { value: 'round_off', label: 'Round-off' },
  { value: 'write_off', label: 'Write-off' },
  { value: 'set_off', label: 'Credit Applied' },
  { value: 'advance', label: 'Advance' },
  { value: 'refund', label: 'Refund' },
] as const;

/** The kinds of documents in the statement of a vendor (docs/product/payables.md#statement). */
export const vendorEntryKinds = [
  { value: 'bill', label: 'Bill' },
  { value: 'vendor_credit', label: 'Vendor Credit' },
  { value: 'vendor_payment', label: 'Payment' },
  { value: 'tds', label: 'TDS' },
  { value: 'round_off', label: 'Round-off' },
] as const;

const afterKind = {
  is_cancellation: z.boolean(),
  number: z.string(),
  reference: z.string().nullable(),
  debit: rupees,
  credit: rupees,
  balance: rupees,
};

export const statementLineSchema = z.object({
  date: day,
  kind: z.enum(entryKinds.map(({ value }) => value)),
  ...afterKind,
});

export const remindedInvoiceSchema = z.object({
  invoice_id: z.int(),
  invoice_number: z.string(),
  due_date: day,
  balance_due: rupees,
});

/** A proposal that no balance contains (docs/product/receivables.md#interest). */
const interestSchema = z.object({
  rate: z.number().describe('Percent a year'),
  up_to: day,
  invoices: z.array(remindedInvoiceSchema.extend({ days: z.int(), amount: rupees })),
  total: rupees,
});

export type Interest = z.output<typeof interestSchema>;

const period = { from: day, to: day, opening: rupees };
const sumsOfLines = { debits: rupees, credits: rupees, closing: rupees };

/** A customer's account over a time: opening + debits − credits = closing (docs/product/receivables.md#statement). */
export const statementSchema = z.object({
  customer_id: z.int(),
  customer_name: z.string(),
  ...period,
  lines: z.array(statementLineSchema),
  ...sumsOfLines,
  interest: interestSchema.nullable(),
});

/** A vendor's account over a time: opening + credits − debits = closing (docs/product/payables.md#statement). */
export const vendorStatementSchema = z.object({
  vendor_id: z.int(),
  vendor_name: z.string(),
  ...period,
  lines: z.array(
    z.object({ date: day, kind: z.enum(vendorEntryKinds.map(({ value }) => value)), ...afterKind }),
  ),
  ...sumsOfLines,
});

export type Statement = z.output<typeof statementSchema>;
export type VendorStatement = z.output<typeof vendorStatementSchema>;

/** The kind of a line in the account of a customer or of a vendor. */
export type EntryKind = (Statement | VendorStatement)['lines'][number]['kind'];

/** A line of the account of a customer or vendor. */
export interface StatementLine<Kind extends EntryKind = EntryKind>
  extends Omit<z.output<typeof statementLineSchema>, 'kind'> {
  kind: Kind;
}

/** The account of a customer or vendor over a time. */
export type AccountStatement<Kind extends EntryKind = EntryKind> = Pick<
  Statement,
  keyof typeof period | keyof typeof sumsOfLines
> & { lines: StatementLine<Kind>[] };

export const statementFormats = ['pdf', 'csv', 'xlsx'] as const;

const sentDay = (label: string) => fieldSchema(field.day({ label })).optional();

export const statementQuery = z.object({
  from: sentDay('From').describe('The first day of the financial year unless sent'),
  to: sentDay('To').describe('Today unless sent'),
  format: z.enum(statementFormats, { error: 'format must be pdf, csv or xlsx' }).optional(),
});

export const sendStatementSchema = z
  .strictObject({ from: sentDay('From'), to: sentDay('To') })
  .nullish();

export type Period = Omit<z.output<typeof statementQuery>, 'format'>;

/** The ages of balances, by days past the due date (docs/product/receivables.md#ageing). */
export const ageNames = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;

export const ageLabels: Readonly<Record<AgeName, string>> = {
  current: 'Current',
  days_1_30: '1–30',
  days_31_60: '31–60',
  days_61_90: '61–90',
  over_90: 'Over 90',
};

export type AgeName = (typeof ageNames)[number];

/** The sums of a party: its unpaid balances by age, its credit, and the difference. */
export const ageSums = {
  current: rupees,
  days_1_30: rupees,
  days_31_60: rupees,
  days_61_90: rupees,
  over_90: rupees,
  credit: rupees,
  total: rupees.describe('Rupees: the ages less the credit'),
};

export const enteredLater = z
  .int()
  .describe('How many documents of this day or earlier were entered after this day');

export const receivablesSchema = z.object({
  as_of: day,
  rows: z.array(z.object({ customer_id: z.int(), customer_name: z.string(), ...ageSums })),
  totals: z.object(ageSums),
  figures: z.object({
    outstanding: rupees.describe('Rupees: the unpaid balances of invoices'),
    overdue: rupees.describe('Rupees: those past their due date'),
    due_this_week: rupees.describe('Rupees: those due on the day or within 7 days'),
    collected_this_month: rupees.describe(
      'Rupees: completed payments of the month up to the day, without TDS, round-off and write-offs',
    ),
  }),
  entered_later: enteredLater,
});

export type Receivables = z.output<typeof receivablesSchema>;
export type ReceivablesRow = Receivables['rows'][number];
export type ReceivablesSums = Receivables['totals'];

export const receivablesQuery = z.object({
  as_of: sentDay('As of').describe('Today unless sent'),
});

/** A reminder that went out (docs/product/receivables.md#reminders). */
export const reminderSchema = z.object({
  id: z.int(),
  customer_id: z.int(),
  reminder_date: day,
  is_scheduled: z.boolean(),
  recipient: z.string(),
  amount: rupees,
  invoices: z.array(remindedInvoiceSchema),
  mail_status: z
    .enum(['queued', 'accepted', 'failed'])
    .nullable()
    .describe('Null once the email is no longer stored'),
  mail_error: z.string().nullable(),
  created_by_name: z.string(),
  created_at: z.iso.datetime({ offset: true }),
});

export type RemindedInvoice = z.output<typeof remindedInvoiceSchema>;
export type Reminder = z.output<typeof reminderSchema>;

export const sentMailSchema = z.object({
  recipient: z.string(),
  mail_status: z.enum(['queued', 'accepted']),
});

export type SentMail = z.output<typeof sentMailSchema>;
