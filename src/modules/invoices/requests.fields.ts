import { z } from 'zod';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';
import {
  mostLines,
  sentAmounts,
  sentDocumentTax,
  sentLineTax,
} from '~/modules/documents/documents.fields';
import { invoiceFields, invoiceLineFields } from './invoices.fields';

const noCustomer = 'Please select a customer';
const noItems = 'Please add at least one item';

/** Fields that the server answers with a line may be sent back with it. */
const lineBody = z.strictObject({
  id: z.int().nullable().optional().describe('Read back from an answer: taken no notice of'),
  product_id: invoiceLineFields.product_id.schema('form').optional(),
  service_id: invoiceLineFields.service_id.schema('form').optional(),
  order_line_id: invoiceLineFields.order_line_id.schema('form').optional(),
  description: invoiceLineFields.description.schema('form'),
  quantity: invoiceLineFields.quantity.schema('form'),
  unit_price: invoiceLineFields.unit_price.schema('form'),
  line_total: invoiceLineFields.line_total.schema('form').optional(),
  ...sentLineTax,
});

// In the order in which missing values are reported (docs/product/invoices.md#checks).
const customer = z
  .int({ error: noCustomer })
  .min(1, { error: noCustomer })
  .max(maxId, { error: noCustomer });
const items = z
  .array(lineBody, { error: noItems })
  .min(1, { error: noItems })
  .max(mostLines, { error: 'An invoice can have at most 1,000 items' });

const shared = {
  order_id: invoiceFields.order_id.schema('form').optional(),
  invoice_date: invoiceFields.invoice_date.schema('form').optional(),
  due_date: invoiceFields.due_date.schema('form').optional(),
  terms_conditions: invoiceFields.terms_conditions.schema('form').optional(),
  notes: invoiceFields.notes.schema('form').optional(),
  ...sentAmounts,
  ...sentDocumentTax,
  paid_amount: invoiceFields.paid_amount.schema('form').optional(),
  balance_due: invoiceFields.balance_due.schema('form').optional(),
  status: invoiceFields.status.schema('form').optional(),
};

/** Validates the form of a new invoice (docs/product/invoices.md#calls). */
export const newInvoiceSchema = z.strictObject({ customer_id: customer, items, ...shared });

/** Validates a change of an invoice: any subset of the form, or one field of the list. */
export const invoicePatchSchema = z.strictObject({
  customer_id: customer.optional(),
  items: items.optional(),
  ...shared,
  updated_at: seenSchema,
});

export const invoiceStatusSchema = z.strictObject({
  status: invoiceFields.status.schema('form'),
  updated_at: seenSchema,
});

export type NewInvoice = z.output<typeof newInvoiceSchema>;
export type InvoiceChange = z.output<typeof invoicePatchSchema>;
export type SentLine = NewInvoice['items'][number];
