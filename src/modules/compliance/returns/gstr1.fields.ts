import { z } from 'zod';
import { supplyTypes } from '~/modules/catalogue/tax/supply.rules';

const rupees = z.number().describe('Rupees; below zero if credit notes are higher');

const sumsShape = {
  taxable_value: rupees,
  igst_amount: rupees,
  cgst_amount: rupees,
  sgst_amount: rupees,
};
const sumsSchema = z.object(sumsShape);

/** What rows, tables and months come to, in rupees; what credit notes take off is negative. */
export type Sums = z.output<typeof sumsSchema>;

const kind = z.enum(['invoice', 'credit_note', 'debit_note']);
/** Documents and the vouchers of advances. */
export const anyKind = z.enum([...kind.options, 'receipt_voucher', 'refund_voucher']);
const position = z.int().describe('Its place in `documents`, counted from 0');
const positions = z.array(position);
const day = z.string().describe('YYYY-MM-DD');
const rate = z.number().describe('Percent');

const reportedDocumentSchema = z.object({
  kind: anyKind,
  id: z.int(),
  number: z.string(),
  date: day,
  buyer: z.string(),
  total_amount: rupees,
  ...sumsShape,
});

/** A document of the month, or an advance that its tables count, with its own sums: where a row leads to. */
export type ReportedDocument = z.output<typeof reportedDocumentSchema>;

const documentRowSchema = z.object({
  section: z.enum(['4A', '4B', '5', '6A', '6B', '6C', '9B']),
  document: position,
  kind,
  number: z.string(),
  date: day,
  buyer: z.string(),
  gstin: z.string().nullable(),
  place_of_supply: z.string().nullable(),
  supply_type: z.enum(supplyTypes.map(({ value }) => value)),
  reverse_charge: z.boolean(),
  value: rupees.describe('The total of the whole document'),
  original_number: z.string().nullable().describe('Of a note: its invoice'),
  original_date: day.nullable(),
  shipping_bill_number: z.string().nullable().describe('Of an export'),
  shipping_bill_date: day.nullable(),
  port_code: z.string().nullable(),
  rate,
  ...sumsShape,
});

/** One rate of one document. */
export type DocumentRow = z.output<typeof documentRowSchema>;

const stateRowSchema = z.object({
  place_of_supply: z.string().nullable(),
  is_between_states: z.boolean(),
  rate,
  ...sumsShape,
  documents: positions,
});

/** What goes to unregistered buyers of one state at one rate. */
export type StateRow = z.output<typeof stateRowSchema>;

const advanceRowSchema = stateRowSchema;

/** What was paid in advance for services of one state at one rate. */
export type AdvanceRow = z.output<typeof advanceRowSchema>;

const nilRowSchema = z.object({
  is_between_states: z.boolean(),
  is_registered: z.boolean(),
  nil_rated: rupees,
  exempt: rupees,
  non_gst: rupees,
  ...sumsShape,
  documents: positions,
});

export type NilRow = z.output<typeof nilRowSchema>;

const hsnRowSchema = z.object({
  part: z.enum(['b2b', 'b2c']),
  hsn_code: z.string().nullable(),
  uqc: z.string().nullable(),
  rate,
  quantity: z.number().describe('Two decimals; services have none'),
  ...sumsShape,
  documents: positions,
});

export type HsnRow = z.output<typeof hsnRowSchema>;

const seriesRowSchema = z.object({
  kind: anyKind,
  first: z.string(),
  last: z.string(),
  total: z.int(),
  cancelled: z.int(),
  issued: z.int(),
});

/** An unbroken run of numbers of one kind and series. */
export type SeriesRow = z.output<typeof seriesRowSchema>;

const table = <Row extends z.ZodType>(row: Row) =>
  z.object({
    sums: sumsSchema,
    documents: z.int().describe('The number of its documents'),
    rows: z.array(row),
  });

const tablesSchema = z.object({
  b2b: table(documentRowSchema),
  b2cl: table(documentRowSchema),
  exp: table(documentRowSchema),
  b2cs: table(stateRowSchema),
  nil: table(nilRowSchema),
  cdnr: table(documentRowSchema),
  cdnur: table(documentRowSchema),
  at: table(advanceRowSchema),
  txpd: table(advanceRowSchema),
  hsn: table(hsnRowSchema),
  doc_issue: z.object({ rows: z.array(seriesRowSchema) }),
});

const warningSchema = z.object({
  kind,
  id: z.int(),
  number: z.string(),
  message: z.string(),
});

/** What a person should know of one document before the month is filed. */
export type ReturnWarning = z.output<typeof warningSchema>;

export const gstr1Schema = z.object({
  month: z.string().describe('YYYY-MM'),
  gstin: z.string().nullable(),
  tables: tablesSchema,
  totals: sumsSchema.extend({
    documents: z.int(),
    reverse_charge_tax: rupees.describe('The tax that buyers owe'),
    round_off: rupees,
    total_amount: rupees,
  }),
  warnings: z.array(warningSchema),
  documents: z.array(reportedDocumentSchema),
});

/** The GSTR-1 of a month (docs/product/returns.md#tables). */
export type Gstr1 = z.output<typeof gstr1Schema>;

export type DocumentTable = 'b2b' | 'b2cl' | 'exp' | 'cdnr' | 'cdnur';

/** The tables in the order of the form, each with its name for people. */
export const tableNames = {
  b2b: '4, 6B, 6C: registered buyers, SEZ, deemed exports',
  b2cl: '5: unregistered buyers, large, between states',
  exp: '6A: exports',
  b2cs: '7: other unregistered buyers',
  nil: '8: nil-rated, exempt, non-GST',
  cdnr: '9B: notes to registered buyers',
  cdnur: '9B: notes to unregistered buyers and abroad',
  at: '11A: advances received',
  txpd: '11B: advances adjusted',
  hsn: '12: HSN summary',
  doc_issue: '13: documents issued',
} as const satisfies Record<keyof Gstr1['tables'], string>;
