import { z } from 'zod';
import { customOf } from '~/kit/shared/fields/custom-column';
import * as field from '~/kit/shared/fields/fields';
import {
  amountFields,
  discountFields,
  documentTaxFields,
  lineTaxFields,
  originFields,
  quantityOptions,
  rupees,
  unitPriceOptions,
} from '~/modules/sales/documents/documents.fields';
import { shippingBillFields } from '~/modules/sales/documents/shipping-bills.fields';
import { orderFields } from '~/modules/sales/orders/orders.fields';
import { supplyNames } from '~/modules/sales/documents/taxes/tax-changes.rules';
import { mailStatuses } from '~/modules/sales/documents/mails.fields';

export const invoiceStatuses = [
  { value: 'draft', label: 'Draft', color: 'blue' },
  { value: 'sent', label: 'Sent', color: 'yellow' },
  { value: 'pending', label: 'Pending', color: 'yellow' },
  { value: 'paid', label: 'Paid', color: 'green' },
  { value: 'partially_paid', label: 'Partially Paid', color: 'yellow' },
  { value: 'overdue', label: 'Overdue', color: 'red' },
  { value: 'cancelled', label: 'Cancelled', color: 'red' },
] as const;

/**
 * The fields of an invoice (docs/product/invoices.md#fields), in the order of the list's columns; the number of a draft is
 * `DRAFT-{id}`.
 */
export const invoiceFields = {
  id: field.id,
  invoice_number: field.readOnly(
    field.text({ label: 'Invoice Number', required: true, max: 50, sortable: true }),
  ),
  customer_id: field.link({ label: 'Customer', to: 'customers', required: true }),
  customer_name: field.derived(
    field.text({ label: 'Customer Name', required: true, max: 100, sortable: true }),
  ),
  customer_phone: field.derived(field.text({ label: 'Phone', max: 50 })),
  order_id: field.link({ label: 'Order', to: 'orders' }),
  /** The delivery that it was made from. */
  delivery_id: field.readOnly(field.link({ label: 'Delivery', to: 'deliveries' })),
  invoice_date: field.day({ label: 'Invoice Date', required: true, sortable: true }),
  due_date: field.day({ label: 'Due Date', required: true, sortable: true }),
  total_amount: amountFields.total_amount,
  paid_amount: field.readOnly(rupees('Paid')),
  total_paid: field.derived(rupees('Total Paid')),
  /** What its issued credit notes take off it, and its debit notes add to it. */
  credited_amount: field.readOnly(rupees('Credited')),
  debited_amount: field.readOnly(rupees('Debited')),
  balance_due: field.readOnly(rupees('Balance Due')),
  /** What the customer has paid or been credited beyond it. */
  customer_credit: field.derived(rupees('Customer Credit')),
  status: field.choice({
    label: 'Status',
    choices: invoiceStatuses,
    required: true,
    sortable: true,
  }),
  mail_status: field.readOnly(field.choice({ label: 'Mail', choices: mailStatuses })),
  mail_error: field.readOnly(field.text({ label: 'Mail Error', max: 1000 })),
  item_count: field.readOnly(field.wholeNumber({ label: 'Items', required: true, max: 100_000 })),
  subtotal: amountFields.subtotal,
  tax_rate: amountFields.tax_rate,
  tax_amount: amountFields.tax_amount,
  ...discountFields,
  ...documentTaxFields,
  ...shippingBillFields,
  /** The day of its last completed payment. */
  paid_on: field.derived(field.day({ label: 'Paid On', sortable: true })),
  /** What pending payments reserve of its balance, and what was written off. */
  held_amount: field.derived(rupees('Reserved')),
  written_off_amount: field.derived(rupees('Written Off')),
  tds_amount: field.derived(rupees('TDS')),
  /** Whether the e-invoice portal has it. */
  has_irn: field.derived(field.flag({ label: 'IRN', required: true })),
  terms_conditions: field.longText({ label: 'Terms', max: 1000 }),
  notes: field.longText({ label: 'Notes', max: 1000 }),
  reference: orderFields.reference,
  delivery_terms: orderFields.delivery_terms,
  /** Reminders leave it out (docs/product/receivables.md#reminders). */
  is_disputed: field.flag({ label: 'Disputed' }),
  dispute_note: field.longText({ label: 'Dispute Note', max: 1000 }),
  /** The day by which the customer promised to pay it; until then reminders leave it out. */
  promised_on: field.day({ label: 'Promised On', sortable: true }),
  /** Imported as a balance of the program before (docs/product/invoices.md#opening-invoices). */
  is_opening: field.readOnly(field.flag({ label: 'Opening' })),
  was_sent: field.readOnly(field.flag({ label: 'Sent' })),
  /** The number of a draft in a mail that is being sent, or whose delivery is uncertain. */
  reserved_number: field.readOnly(field.text({ label: 'Reserved Number', max: 50 })),
  mailed_at: field.instant({ label: 'Mailed', required: false }),
  ...originFields,
  custom: customOf('invoices'),
};

export type Invoice = field.RowOf<typeof invoiceFields>;

/** Its texts, in the order of form, details and search (CONTRIBUTING.md, "Add a header field to documents"). */
export const invoiceTexts = ['reference', 'terms_conditions', 'notes', 'delivery_terms'] as const;

/** What the form of an invoice has besides customer, order, lines, tax and shipping bill. */
export const invoiceHeader = ['invoice_date', 'due_date', ...invoiceTexts] as const;

/** The fields that many invoices change at once (docs/product/bulk.md#bulk-changes). */
export const manyInvoiceFields = ['status', ...invoiceHeader] as const;

/** What a customer can pay. */
export const payableSchema = z.object({
  customer_id: z.int(),
  invoices: z.int().describe('How many'),
  amount: z.number().describe('Rupees: the sum of their balances'),
});

export type Payable = z.output<typeof payableSchema>;

/** Notes on an unpaid invoice, printed nowhere. */
export const collectionNames = ['is_disputed', 'dispute_note', 'promised_on'] as const;

/** The texts that an invoice takes over from its order. */
export const carriedTexts = ['reference', 'delivery_terms'] as const;

/** What an invoice takes over from its order unless it says it itself. */
export const carriedFromOrder = [...supplyNames, ...carriedTexts] as const;
export type InvoicePatch = field.PatchOf<typeof invoiceFields>;

/** The message for a line without description, quantity or price (docs/product/invoices.md#checks). */
const incomplete = 'Please fill in all required fields for each item';
const completeLine = { required: incomplete, min: incomplete, format: incomplete };

/** A line of an invoice (docs/product/invoices.md#lines): an order line, a product, a service, or text alone. */
export const invoiceLineFields = {
  id: field.id,
  product_id: field.link({ label: 'Product', to: 'products' }),
  service_id: field.link({ label: 'Service', to: 'services' }),
  order_line_id: field.link({ label: 'Order line', to: 'order_lines' }),
  description: field.text({
    label: 'Description',
    required: true,
    max: 500,
    messages: completeLine,
  }),
  quantity: field.measure({ ...quantityOptions, min: 0.001, messages: completeLine }),
  unit_price: field.price({ ...unitPriceOptions, messages: completeLine }),
  line_total: field.readOnly(rupees('Total')),
  ...lineTaxFields,
};

export type InvoiceLine = field.RowOf<typeof invoiceLineFields>;

/** Statuses in which a balance is still to be paid (docs/product/invoices.md#status). */
export const outstandingStatuses: readonly Invoice['status'][] = [
  'pending',
  'sent',
  'partially_paid',
  'overdue',
];

/** An invoice with its lines, as `GET /invoices/{id}` and the writing calls answer it. */
export type InvoiceWithLines = Invoice & { items: InvoiceLine[] };
