import * as field from '~/kit/shared/fields/fields';
import {
  amountFields,
  documentTaxFields,
  lineTaxFields,
  originFields,
  quantityOptions,
  rupees,
  unitPriceOptions,
} from '~/modules/sales/documents/documents.fields';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';

export type NoteKind = 'credit' | 'debit';

/** The two kinds of notes, which share a table: their names, and their paths in the API and the app. */
export const noteKinds = {
  credit: { type: 'credit_note', noun: 'Credit Note', path: '/credit-notes' },
  debit: { type: 'debit_note', noun: 'Debit Note', path: '/debit-notes' },
} as const;

const kinds = [
  { value: 'credit', label: 'Credit Note' },
  { value: 'debit', label: 'Debit Note' },
] as const;

export const noteReasons = [
  { value: 'return', label: 'Goods returned' },
  { value: 'price', label: 'Price' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'tax', label: 'Tax' },
  { value: 'other', label: 'Other' },
] as const;

export const noteStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'issued', label: 'Issued', color: 'green' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/** The fields of credit and debit notes (docs/product/credit-notes.md#fields); a draft's number is `DRAFT-{id}`. */
export const noteFields = {
  id: field.id,
  kind: field.readOnly(field.choice({ label: 'Kind', choices: kinds, required: true })),
  note_number: field.readOnly(
    field.text({ label: 'Note Number', required: true, max: 50, sortable: true }),
  ),
  invoice_id: field.readOnly(field.link({ label: 'Invoice', to: 'invoices', required: true })),
  invoice_number: field.derived(
    field.text({ label: 'Invoice Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.derived(field.link({ label: 'Customer', to: 'customers', required: true })),
  customer_name: field.derived(
    field.text({ label: 'Customer', required: true, max: 100, sortable: true }),
  ),
  note_date: field.day({ label: 'Date', required: true, sortable: true }),
  reason: field.choice({
    label: 'Reason',
    choices: noteReasons,
    required: true,
    sortable: true,
    messages: { required: 'Please choose a reason' },
  }),
  goods_return: field.flag({ label: 'Return goods to stock', required: true }),
  status: field.readOnly(
    field.choice({ label: 'Status', choices: noteStatuses, required: true, sortable: true }),
  ),
  total_amount: field.readOnly(amountFields.total_amount),
  subtotal: field.readOnly(amountFields.subtotal),
  tax_rate: field.readOnly(amountFields.tax_rate),
  tax_amount: field.readOnly(amountFields.tax_amount),
  tax_mode: field.derived(documentTaxFields.tax_mode),
  supply_type: field.derived(documentTaxFields.supply_type),
  cgst_amount: documentTaxFields.cgst_amount,
  sgst_amount: documentTaxFields.sgst_amount,
  igst_amount: documentTaxFields.igst_amount,
  round_off: documentTaxFields.round_off,
  item_count: field.readOnly(field.wholeNumber({ label: 'Items', required: true, max: 100_000 })),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  mail_status: field.readOnly(field.choice({ label: 'Mail', choices: mailStatuses })),
  /** Whether the e-invoice portal has it. */
  has_irn: field.derived(field.flag({ label: 'IRN', required: true })),
  mail_error: field.readOnly(field.text({ label: 'Mail Error', max: 1000 })),
  mailed_at: field.instant({ label: 'Mailed', required: false }),
  ...originFields,
};

export type Note = field.RowOf<typeof noteFields>;

/** What the form of a note has besides its invoice and items, in its order. */
export const noteHeader = ['note_date', 'reason', 'goods_return', 'notes'] as const;

const { hsn_code, unit, tax_treatment, tax_rate, taxable_value } = lineTaxFields;

/** What the line of the invoice says of its tax. */
const ofInvoiceLine = {
  hsn_code: field.derived(hsn_code),
  unit: field.derived(unit),
  tax_treatment: field.derived(tax_treatment),
  tax_rate: field.derived(tax_rate),
};

/** A line of a note: what is credited or charged of one line of the invoice (docs/product/credit-notes.md#lines). */
export const noteLineFields = {
  id: field.id,
  invoice_line_id: field.link({ label: 'Invoice line', to: 'invoice_lines', required: true }),
  description: field.readOnly(field.text({ label: 'Description', required: true, max: 500 })),
  quantity: field.measure({ ...quantityOptions, min: 0.001 }),
  unit_price: field.price(unitPriceOptions),
  discount_amount: field.readOnly(rupees('Discount')),
  line_total: field.readOnly(rupees('Total')),
  taxable_value,
  cgst_amount: lineTaxFields.cgst_amount,
  sgst_amount: lineTaxFields.sgst_amount,
  igst_amount: lineTaxFields.igst_amount,
  ...ofInvoiceLine,
};

export type NoteLine = field.RowOf<typeof noteLineFields>;

/** A note with its lines, as `GET /credit-notes/{id}` and the writing calls answer it. */
export type NoteWithLines = Note & { items: NoteLine[] };

/** A line of an invoice with what its credit notes have left of it, in drafts too. */
export const notableLineFields = {
  id: field.id,
  order_line_id: field.link({ label: 'Order line', to: 'order_lines' }),
  product_id: field.link({ label: 'Product', to: 'products' }),
  description: noteLineFields.description,
  quantity: field.measure(quantityOptions),
  unit_price: noteLineFields.unit_price,
  line_total: noteLineFields.line_total,
  left_quantity: field.readOnly(field.measure({ ...quantityOptions, label: 'Left to credit' })),
  left_amount: field.readOnly(rupees('Amount left to credit')),
  left_value: field.readOnly(rupees('Value of the rest, after price reductions')),
  returnable_quantity: field.readOnly(
    field.measure({ ...quantityOptions, label: 'Left to return' }),
  ),
  order_returnable: field.readOnly(
    field.measure({
      ...quantityOptions,
      label: 'Left to return of the order line',
      required: false,
    }),
  ),
  left_cgst: field.readOnly(rupees('CGST left to credit')),
  left_igst: field.readOnly(rupees('IGST left to credit')),
  ...ofInvoiceLine,
};

export type NotableLine = field.RowOf<typeof notableLineFields>;

/** What credit notes have left of an invoice, and the sums of those notes in rupees, drafts too. */
export interface RemainingInvoice {
  lines: NotableLine[];
  credited: Pick<Note, 'subtotal' | 'tax_amount' | 'round_off'>;
}
