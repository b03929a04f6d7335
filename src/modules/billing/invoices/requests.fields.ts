import { z } from 'zod';
import { fieldSchema } from '~/kit/shared/fields/field-schemas';
import { maxId } from '~/kit/shared/fields/fields';
import { seenSchema } from '~/kit/shared/fields/record-schemas';
import {
  mostLines,
  sentAmounts,
  sentDiscount,
  sentDocumentTax,
  sentLineTax,
} from '~/modules/sales/documents/documents.fields';
import { invoiceFields, invoiceLineFields } from './invoices.fields';

const noCustomer = 'Please select a customer';
const noItems = 'Please add at least one item';

/** Fields that the server answers with a line may be sent back with it. */
const lineBody = z.strictObject({
  id: z.int().nullable().optional().describe('Read back from an answer: taken no notice of'),
  product_id: fieldSchema(invoiceLineFields.product_id).optional(),
  service_id: fieldSchema(invoiceLineFields.service_id).optional(),
  order_line_id: fieldSchema(invoiceLineFields.order_line_id).optional(),
  description: fieldSchema(invoiceLineFields.description),
  quantity: fieldSchema(invoiceLineFields.quantity),
  unit_price: fieldSchema(invoiceLineFields.unit_price),
  line_total: fieldSchema(invoiceLineFields.line_total).optional(),
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

const sentShippingBill = {
  shipping_bill_number: fieldSchema(invoiceFields.shipping_bill_number).optional(),
  shipping_bill_date: fieldSchema(invoiceFields.shipping_bill_date).optional(),
  port_code: fieldSchema(invoiceFields.port_code).optional(),
};

const shared = {
  order_id: fieldSchema(invoiceFields.order_id).optional(),
  invoice_date: fieldSchema(invoiceFields.invoice_date).optional(),
  due_date: fieldSchema(invoiceFields.due_date).optional(),
  terms_conditions: fieldSchema(invoiceFields.terms_conditions).optional(),
  notes: fieldSchema(invoiceFields.notes).optional(),
  ...sentDiscount,
  ...sentAmounts,
  ...sentDocumentTax,
  ...sentShippingBill,
  paid_amount: fieldSchema(invoiceFields.paid_amount).optional(),
  balance_due: fieldSchema(invoiceFields.balance_due).optional(),
  status: fieldSchema(invoiceFields.status).optional(),
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
  status: fieldSchema(invoiceFields.status),
  updated_at: seenSchema,
});

export type NewInvoice = z.output<typeof newInvoiceSchema>;
export type InvoiceChange = z.output<typeof invoicePatchSchema>;
export type SentLine = NewInvoice['items'][number];
